import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { can } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { optionalEmail } from '#shared/domain/email.ts';
import { flag, nullableText, optionalLine, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { firstly } from '#shared/entities/first-values.ts';
import { because } from '#shared/messages/because.ts';
import { issueAt, type Issue } from '#shared/messages/issues.ts';

export const accessLevel = z.enum(ACCESS_LEVELS, because('accessLevelRequired'));

export const employeeInput = z.object({
  firstName: requiredLine(because('firstNameRequired')),
  lastName: requiredLine(because('lastNameRequired')),
  email: optionalEmail,
  phoneNumber: optionalLine,
  accessLevel: z.optional(accessLevel),
  isOperator: flag,
  isUser: flag,
  externalNumber: optionalLine,
});
export const employeePatch = z.partial(employeeInput);

export const employee = z.object({
  ...recordFields,
  firstName: z.string(),
  lastName: z.string(),
  email: nullableText,
  phoneNumber: nullableText,
  accessLevel: firstly(z.enum(ACCESS_LEVELS), 'basic'),
  isOperator: z.boolean(),
  isUser: z.boolean(),
  /** The account that signs in as this employee; null until there is one with that verified e-mail. */
  userId: z.nullable(z.int()),
  /** What the company, or the program it used before, calls them; no two have the same. */
  externalNumber: nullableText,
});
export type Employee = z.output<typeof employee>;

/** An employee who signs in. */
export const member = z.object({
  userId: z.int(),
  role: accessLevel,
  employeeId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  /** Since when the account has access; null if it is not known, or not for the caller to know. */
  joinedAt: z.nullable(z.string()),
  /** To the hour; null also if the caller may not know it. */
  lastSeenAt: z.nullable(z.string()),
});
export type Member = z.output<typeof member>;

/** Rules across several fields (specification 4.16): an application user needs an e-mail. */
export const employeeIssues = (value: { isUser?: boolean | undefined; email?: string | null | undefined }): Issue[] =>
  value.isUser && !value.email ? [issueAt('email', 'emailRequiredOfUser')] : [];

/** The levels that `actor` may assign to an employee with the level `current` (null: a new one); specification 7.12. */
export const grantableLevels = (actor: AccessLevel, current: AccessLevel | null): AccessLevel[] =>
  ACCESS_LEVELS.filter((level) => {
    if (level === current) {
      return true;
    }
    if (level === 'owner') {
      return can(actor, 'ownership:transfer') && current !== null;
    }
    return level === 'manager' || level === 'admin' ? can(actor, 'managers:make') : can(actor, 'employees:write');
  });

/** Whether `actor` may change an employee of this level at all: only the owner changes the owner, and managers do not change admins. */
export const mayEditEmployee = (actor: AccessLevel, target: AccessLevel): boolean => {
  if (target === 'owner') {
    return can(actor, 'ownership:transfer');
  }
  return target === 'admin' ? can(actor, 'managers:make') : can(actor, 'employees:write');
};

const usual = crudEndpoints('employee', {
  input: employeeInput,
  patch: employeePatch,
  record: employee,
  one: 'an employee',
  list: 'Employees, by name',
  says: { remove: 'Delete an employee, which also ends their access; the owner cannot be deleted' },
});

export const employeeEndpoints = {
  ...usual,
  // Adding an employee with a link or with access needs the answer of the server to continue.
  create: defineEndpoint({ ...usual.create, offline: 'either' }),
  // Transferring ownership is sensitive.
  update: defineEndpoint({ ...usual.update, offline: 'either', isSensitive: 'in-part' }),
  jobEntries: defineEndpoint({
    method: 'GET',
    path: '/api/employees/:id/job-entries',
    summary: 'Entries on which the employee is an operator, newest first',
    scope: 'record',
    entity: 'employee',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(jobEntry),
  }),
  members: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/members',
    summary: 'Who signs in to the organization, and with which access level',
    scope: 'organization',
    capability: 'records:read',
    response: z.array(member),
  }),
};

/** For the documentation of the API. */
export const employeeWords: KindWords = {
  group: ['Employees and members', 'People of the company. Those who sign in are its members, with an access level each.'],
  record: 'A person of the company: an operator of machines, a user of Headland, or both.',
  input: 'A new employee.',
  patch: 'A change of an employee.',
  fields: {
    email: say('Required for someone who signs in: an account with this verified email becomes a member.', 'luis@example.com', 'email'),
    isOperator: say('Offered as an operator on entries.', true),
    isUser: say('May sign in, with the access level.', true),
    externalNumber: say('The company’s own number of the person; no two have the same.', '12'),
    userId: say('The account that signs in as this employee; null until there is one.', 6),
  },
};
