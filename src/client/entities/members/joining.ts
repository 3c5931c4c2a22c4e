import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { type Employee, grantableLevels } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';

/** How far somebody has come in joining: no access; access but no link yet; a link, valid or expired; joined. */
export type Joining = 'none' | 'waiting' | 'invited' | 'expired' | 'joined';

type Person = Pick<Employee, 'id' | 'isUser' | 'userId'>;

/** The link that was created for this employee, unless it was accepted or revoked. */
export const linkOf = ({ id }: Pick<Employee, 'id'>, invitations: readonly Invitation[] | undefined): Invitation | undefined =>
  invitations?.find(({ employeeId }) => employeeId === id);

/** `invitations`: as far as the user may see them; undefined: not known here. */
export const joiningOf = (person: Person, invitations: readonly Invitation[] | undefined): Joining => {
  if (person.isUser && person.userId !== null) {
    return 'joined';
  }
  const link = linkOf(person, invitations);
  if (link) {
    return link.state === 'open' ? 'invited' : 'expired';
  }
  return person.isUser ? 'waiting' : 'none';
};

/** The levels that the actor may give to a member who holds `current` (null: an invitation). Ownership is transferred, not given. */
export const givableLevels = (actor: AccessLevel, current: AccessLevel | null): AccessLevel[] =>
  // `employee` is an older word for `basic`: it is shown where it is stored, and given to nobody.
  grantableLevels(actor, current).filter((level) => level !== 'owner' && (level !== 'employee' || level === current));

/** Whether the actor may create a link for an employee of this level who has not joined yet (specification 7.12). */
export const mayInvite = (actor: AccessLevel, { accessLevel, userId }: Pick<Employee, 'accessLevel' | 'userId'>): boolean =>
  userId === null && can(actor, 'members:manage') && grantableLevels(actor, null).includes(accessLevel);

/** Those without a link that is open whom the actor may give one, whether they have access already or not. */
export const stillToInvite = <E extends Person & Pick<Employee, 'accessLevel'>>(
  actor: AccessLevel,
  employees: readonly E[],
  invitations: readonly Invitation[] | undefined,
): E[] => employees.filter((person) => mayInvite(actor, person) && joiningOf(person, invitations) !== 'invited');

/** The first of them after this person in the order of the list, beginning again at its end; undefined: nobody else. */
export const nextAfter = <E extends Pick<Employee, 'id'>>(people: readonly E[], all: readonly E[], id: number): E | undefined => {
  const at = all.findIndex((person) => person.id === id);
  const inTurn = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
  return inTurn.find((person) => people.some((other) => other.id === person.id));
};
