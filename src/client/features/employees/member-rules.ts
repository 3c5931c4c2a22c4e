import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { type Employee, mayEditEmployee } from '#shared/domain/employee.ts';

export type MemberAction = 'level' | 'transfer' | 'remove';

interface Actor {
  readonly role: AccessLevel;
  readonly employeeId: number;
}

/** What the actor may do with a member (specification 7.12). Leaving is on the account screen. */
export const memberActions = (
  { role, employeeId }: Actor,
  { id, accessLevel, userId }: Pick<Employee, 'id' | 'accessLevel' | 'userId'>,
): MemberAction[] => {
  if (id === employeeId || accessLevel === 'owner' || !mayEditEmployee(role, accessLevel)) {
    return [];
  }
  // Only to a person who has signed in.
  const mayTransfer = can(role, 'ownership:transfer') && userId !== null;
  return ['level', ...(mayTransfer ? (['transfer'] as const) : []), 'remove'];
};
