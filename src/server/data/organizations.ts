import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { type Organization, organization as answered } from '#shared/domain/organization.ts';
import { isAskedForSecondStep } from '#shared/domain/second-step.ts';
import { withAddress } from '#shared/domain/postal-address.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context, UserContext } from '#server/context.ts';
import { changedValues } from '#server/data/changed-values.ts';
import { type ChangedEntry, lockAllEntries, touchEntries } from '#server/data/records.ts';
import { employees, organizations, organizationSeq } from '#server/db/tables/index.ts';

const selectMine = (ctx: UserContext) =>
  ctx.db.orm
    .select({
      organization: organizations,
      role: employees.accessLevel,
      employeeId: employees.id,
      hasBilled: sql<boolean>`(select b.id from billing_records b where b.organization_id = ${organizations.id} order by b.id limit 1) is not null`,
    })
    .from(employees)
    .innerJoin(organizations, eq(organizations.id, employees.organizationId))
    .$dynamic();

// A program with a key knows no organization but the key's.
const member = (ctx: UserContext) =>
  and(
    eq(employees.userId, ctx.user.id),
    eq(employees.isUser, true),
    isNull(employees.deletedAt),
    // An organization that is to be deleted is its owner's alone, and no program's.
    ctx.apiKey === null ? or(isNull(organizations.deletionDueAt), eq(employees.accessLevel, 'owner')) : isNull(organizations.deletionDueAt),
    ctx.apiKey === null ? undefined : eq(employees.organizationId, ctx.apiKey.organizationId),
  );

type Mine = Awaited<ReturnType<typeof selectMine>>[number];

const seenBy = ({ isStrong }: UserContext, { organization, role, employeeId, hasBilled }: Mine): Organization => ({
  ...organization,
  isGuideHidden: organization.isGuideHidden || hasBilled,
  role,
  employeeId,
  needsSecondStep: !isStrong && organization.requiresSecondStep && isAskedForSecondStep(role),
});

/** The organizations that the signed-in user belongs to, by name. */
export const listOrganizations = async (ctx: UserContext): Promise<Organization[]> => {
  const rows = await selectMine(ctx)
    .where(member(ctx))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id));
  return rows.map((row) => seenBy(ctx, row));
};

export const findOrganization = async (ctx: UserContext, id: number): Promise<Organization> => {
  const [row] = await selectMine(ctx).where(and(member(ctx), eq(organizations.id, id)));
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  return seenBy(ctx, row);
};

/** Whether the caller belongs to it now. */
export const isMemberOf = async (ctx: UserContext, id: number): Promise<boolean> =>
  (await selectMine(ctx).where(and(member(ctx), eq(organizations.id, id)))).length > 0;

type Row = typeof organizations.$inferSelect;
/** The settings that its owner and admins make. */
type Settings = Pick<
  Row,
  | 'name'
  | 'onboardingStep'
  | 'onboardingCompleted'
  | 'seasonStartDate'
  | 'payPeriod'
  | 'payPeriodStart'
  | 'timeZone'
  | 'address'
  | 'street'
  | 'postalCode'
  | 'town'
  | 'region'
  | 'country'
  | 'language'
  | 'phoneNumber'
  | 'email'
  | 'bankHolder'
  | 'bankAccount'
  | 'bankCode'
  | 'bankName'
  | 'isGuideHidden'
  | 'isSample'
  | 'logo'
  | 'units'
  | 'currency'
  | 'taxName'
  | 'taxNumber'
  | 'taxRate'
  | 'taxIncluded'
  | 'requiresSecondStep'
>;
export type OrganizationValues = { readonly [K in keyof Settings]?: Settings[K] | undefined };

/** Seasons of entries follow the start of the organization's season (specification 8.14); the same rule as `seasonOf`. */
const renewSeasons = async (ctx: Context, seasonStart: string | null): Promise<void> => {
  await lockAllEntries(ctx);
  const changed = await ctx.db.query<ChangedEntry>({
    text: `with fresh as (
             select id, (extract(year from date)::int - case when to_char(date, 'MM-DD') < $2 then 1 else 0 end)::text as season
               from job_entries where organization_id = $1)
           update job_entries e set season = fresh.season, version = e.version + 1, updated_at = now()
             from fresh where e.organization_id = $1 and e.id = fresh.id and e.season <> fresh.season
           returning e.id, e.deleted_at is not null as "isDeleted"`,
    values: [ctx.orgId, seasonStart === null ? '01-01' : seasonStart.slice(5)],
  });
  touchEntries(ctx, changed);
};

/**
 * Writes only what differs; seasons of entries follow, and address and its parts each other. With `expectedVersion` only if the organization
 * still has that version. Also returns what differed.
 */
export const updateOrganization = async (
  ctx: Context,
  values: OrganizationValues,
  expectedVersion: number | null,
): Promise<{ readonly organization: Organization; readonly changed: ReadonlySet<string> }> => {
  // Weaker than `update`: the foreign keys of others' journals read this row while they hold the numbers that our own journal waits for.
  const [before] = await ctx.db.orm.select().from(organizations).where(eq(organizations.id, ctx.orgId)).for('no key update');
  if (!before) {
    throw refusal('not_found', 'organizationNotFound');
  }
  if (expectedVersion !== null && expectedVersion !== before.version) {
    // It leaves inside a problem document, past the compiled serializers.
    const current = answered.parse(await findOrganization(ctx, ctx.orgId));
    throw new AppError('version_mismatch', refusalMessage('organizationChangedMeanwhile'), { current });
  }
  const changes = changedValues(before, withAddress(before, values, null));
  if (Object.keys(changes.new).length > 0) {
    await ctx.db.orm
      .update(organizations)
      .set({ ...changes.new, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
      .where(eq(organizations.id, ctx.orgId));
    const called = values.name ?? before.name;
    if ('seasonStartDate' in changes.new) {
      await renewSeasons(ctx, values.seasonStartDate ?? null);
    }
    ctx.journal.record({ entityType: 'organization', entityId: ctx.orgId, action: 'update', subject: called, ...changes });
  }
  return { organization: await findOrganization(ctx, ctx.orgId), changed: new Set(Object.keys(changes.new)) };
};

const nextOrganizationId = async (ctx: UserContext): Promise<number> => {
  const [row] = await ctx.db.query<{ id: number }>({
    text: `select nextval(pg_get_serial_sequence('organizations', 'id')) as id`,
    values: [],
  });
  if (!row) {
    throw new Error('The database gave no id for the new organization.');
  }
  return row.id;
};

/** Makes the row and reserves the id of the employee who owns it; the database checks at commit that the employee exists. */
export const insertOrganization = async (
  ctx: UserContext,
  values: OrganizationValues & { readonly name: string },
): Promise<{ id: number; ownerEmployeeId: number }> => {
  const id = await nextOrganizationId(ctx);
  await ctx.db.enter(id);
  ctx.journal.organizationId = id;
  const [row] = await ctx.db.orm
    .insert(organizations)
    .values({ ...withAddress(null, values, null), id, ownerEmployeeId: sql`nextval(pg_get_serial_sequence('employees', 'id'))` })
    .returning({ id: organizations.id, ownerEmployeeId: organizations.ownerEmployeeId });
  if (!row) {
    throw new Error('The database returned no row for the new organization.');
  }
  await ctx.db.orm.insert(organizationSeq).values({ organizationId: row.id });
  return row;
};

/** Names the new owner in place of the caller; the levels of both change in the same transaction. */
export const setOwner = async (ctx: Context, employeeId: number): Promise<void> => {
  const changed = await ctx.db.orm
    .update(organizations)
    .set({ ownerEmployeeId: employeeId })
    .where(and(eq(organizations.id, ctx.orgId), eq(organizations.ownerEmployeeId, ctx.employeeId)))
    .returning({ id: organizations.id });
  if (changed.length === 0) {
    throw refusal('conflict', 'ownershipTransferredMeanwhile');
  }
};
