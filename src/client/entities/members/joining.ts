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

/** Whether the actor may create a link for an employee of this level who has not joined yet (specification 7.12). */
export const mayInvite = (actor: AccessLevel, { accessLevel, userId }: Pick<Employee, 'accessLevel' | 'userId'>): boolean =>
  userId === null && can(actor, 'members:manage') && grantableLevels(actor, null).includes(accessLevel);

/** Those who were given access and have not joined yet. */
export const stillWaiting = <E extends Person>(employees: readonly E[], invitations: readonly Invitation[] | undefined): E[] =>
  employees.filter((person) => !['none', 'joined'].includes(joiningOf(person, invitations)));
