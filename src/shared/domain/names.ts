import type { AuditLog } from '#shared/domain/audit-log.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { User } from '#shared/domain/user.ts';

/** First letters of first and last name, else the first two letters of the e-mail, in upper case (specification 8.2). */
export const initialsOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  (firstName && lastName ? firstName.slice(0, 1) + lastName.slice(0, 1) : email.slice(0, 2)).toUpperCase();

/** First name, else the part of the e-mail before the at-sign, else 'User' (specification 8.3). */
export const displayNameOf = ({ firstName, email }: Pick<User, 'firstName' | 'email'>): string =>
  firstName || email.split('@')[0] || 'User';

export const fullName = ({ firstName, lastName }: Pick<Employee, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`;

/** The person behind a change: first and last name, else username, else 'User' (specification 8.4). */
export const actorName = (actor: AuditLog['user']): string =>
  [actor?.firstName, actor?.lastName].filter(Boolean).join(' ') || actor?.username || 'User';
