import type { AccessLevel } from '#shared/access/roles.ts';
import { employeeIssues, grantableLevels, mayEditEmployee } from '#shared/domain/employee.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import { requireConfirmed } from '#server/auth/confirmed.ts';
import { transferOwnership } from '#server/commands/transfer-ownership.ts';
import type { Context } from '#server/context.ts';
import { completeNames } from '#server/data/accounts.ts';
import { employeeData, listMembers } from '#server/data/employees.ts';
import { requireFreeSeat } from '#server/data/quotas.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { cursorOfEvent, listMemberSignIns } from '#server/data/security-events.ts';
import { jsonListing, type Handlers, listing } from '#server/handlers/types.ts';

const requireGrantable = (ctx: Context, current: AccessLevel | null, wanted: AccessLevel | undefined): void => {
  if (wanted !== undefined && !grantableLevels(ctx.level, current).includes(wanted)) {
    throw refusal('forbidden', 'accessLevelNotGivable', { level: { term: wanted } });
  }
};

const requireConsistent = (value: Parameters<typeof employeeIssues>[0]): void => {
  const issues = employeeIssues(value);
  const [first] = issues;
  if (first) {
    throw new AppError('invalid_input', first, { issues });
  }
};

export const employeeHandlers: Handlers['employees'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => employeeData.listJson(ctx, part)),
  create: async (ctx, { body }) => {
    requireConsistent(body);
    // The creation screen sends the owner once more: that completes the employee who is there already (specification 3.29).
    if (body.accessLevel === 'owner' && ctx.level === 'owner') {
      const { firstName, lastName, phoneNumber, isOperator } = body;
      await completeNames(ctx.db, ctx.user, { firstName, lastName });
      return employeeData.update(ctx, await employeeData.find(ctx, ctx.employeeId), { firstName, lastName, phoneNumber, isOperator });
    }
    requireGrantable(ctx, null, body.accessLevel);
    await requireFreeSeat(ctx);
    return employeeData.insert(ctx, body);
  },
  get: (ctx, { params }) => employeeData.find(ctx, params.id),
  update: async (ctx, { params, body: { accessLevel, ...values } }) => {
    const before = await employeeData.find(ctx, params.id);
    if (!mayEditEmployee(ctx.level, before.accessLevel)) {
      throw refusal('forbidden', 'employeeNotChangeable', { level: { term: before.accessLevel } });
    }
    requireGrantable(ctx, before.accessLevel, accessLevel);
    requireConsistent({ isUser: values.isUser ?? before.isUser, email: values.email === undefined ? before.email : values.email });
    if (before.accessLevel === 'owner' && (values.isUser === false || (accessLevel !== undefined && accessLevel !== 'owner'))) {
      throw refusal('conflict', 'ownerMustStay');
    }
    if (accessLevel === 'owner' && before.accessLevel !== 'owner') {
      requireConfirmed(ctx);
      await employeeData.update(ctx, before, values);
      await transferOwnership(ctx, before.id);
      return employeeData.find(ctx, before.id);
    }
    return employeeData.update(ctx, before, { ...values, accessLevel });
  },
  remove: async (ctx, { params }) => {
    const { accessLevel } = await employeeData.find(ctx, params.id);
    if (accessLevel === 'owner') {
      throw refusal('conflict', 'ownerNotDeletable');
    }
    if (!mayEditEmployee(ctx.level, accessLevel)) {
      throw refusal('forbidden', 'employeeNotDeletable', { level: { term: accessLevel } });
    }
    await employeeData.remove(ctx, params.id);
    return undefined;
  },
  jobEntries: async (ctx, { params, query }) =>
    jsonListing(query, (part) => jobEntryData.listJson(ctx, { operatorId: params.id, ...part })),
  members: (ctx) => listMembers(ctx),
  signIns: async (ctx, { query }) => listing(query, (part) => listMemberSignIns(ctx, part), cursorOfEvent),
};
