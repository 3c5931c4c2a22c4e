import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { type Employee, grantableLevels } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';

/** How far somebody has come in: has no access; has it, and nobody made a link yet; has a link that is good, or was; is in. */
export type Joining = 'none' | 'waiting' | 'invited' | 'expired' | 'joined';

type Person = Pick<Employee, 'id' | 'isUser' | 'userId'>;

/** The link that was made for this employee, if nobody has accepted or revoked it. */
export const linkOf = ({ id }: Pick<Employee, 'id'>, invitations: readonly Invitation[] | undefined): Invitation | undefined =>
  invitations?.find(({ employeeId }) => employeeId === id);

/** `invitations`: as far as who looks may know them; undefined: not known here. */
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

/** Whether somebody may make a link for an employee of this level who is not in yet (decisions §4). */
export const mayInvite = (actor: AccessLevel, { accessLevel, userId }: Pick<Employee, 'accessLevel' | 'userId'>): boolean =>
  userId === null && can(actor, 'members:manage') && grantableLevels(actor, null).includes(accessLevel);

/** Those who were given access and are not in yet. */
export const stillWaiting = <E extends Person>(employees: readonly E[], invitations: readonly Invitation[] | undefined): E[] =>
  employees.filter((person) => !['none', 'joined'].includes(joiningOf(person, invitations)));
