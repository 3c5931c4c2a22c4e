import { refusal } from '#shared/lib/errors.ts';
import type { UserContext } from '#server/context.ts';
import { employeeTable, lockOwnEmployee } from '#server/data/employees.ts';

/** Ends one's own access, as taking `isUser` away does; the employee and what they logged stay. */
export const leaveOrganization = async (ctx: UserContext, orgId: number): Promise<void> => {
  await ctx.db.enter(orgId);
  ctx.journal.organizationId = orgId;
  const actor = { ...ctx, orgId };
  const own = await lockOwnEmployee(actor);
  if (!own) {
    throw refusal('not_found', 'organizationNotFound');
  }
  if (own.accessLevel === 'owner') {
    throw refusal('conflict', 'ownerCannotLeave');
  }
  await employeeTable.update(actor, own.id, { isUser: false, userId: null });
};
