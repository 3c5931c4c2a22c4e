import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { type Employee, grantableLevels, mayEditEmployee } from '#shared/domain/employee.ts';

/** The levels that the actor may give to a member who holds `current` (null: an invitation). Ownership is transferred, not given. */
export const givableLevels = (actor: AccessLevel, current: AccessLevel | null): AccessLevel[] =>
  // `employee` is an older word for `basic`: it is shown where it is stored, and given to nobody.
  grantableLevels(actor, current).filter((level) => level !== 'owner' && (level !== 'employee' || level === current));

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
