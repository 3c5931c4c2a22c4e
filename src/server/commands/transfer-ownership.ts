import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { employeeData } from '#server/data/employees.ts';
import { setOwner } from '#server/data/organizations.ts';

/** Makes another member the owner; the old owner becomes a manager (specification 7.12). */
export const transferOwnership = async (ctx: Context, employeeId: number): Promise<void> => {
  const next = await employeeData.find(ctx, employeeId);
  if (next.userId === null) {
    throw refusal('conflict', 'newOwnerMustBeMember');
  }
  // The organization first: a concurrent second transfer waits here, and then finds that the caller is no longer the owner.
  await setOwner(ctx, next.id);
  // The old owner before the new: the database allows no second owner at any moment.
  await employeeData.setLevel(ctx, ctx.employeeId, 'manager');
  await employeeData.setLevel(ctx, next.id, 'owner');
};
