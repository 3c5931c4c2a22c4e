import * as z from 'zod/mini';
import { can } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { flag, nullableText, optionalLine, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { isEmailAddress } from '#shared/lib/email-address.ts';
import type { Issue } from '#shared/lib/errors.ts';

export const accessLevel = z.enum(ACCESS_LEVELS, 'Access level is required');

const INVALID_EMAIL = 'Invalid email address';

/** An e-mail address (`isEmailAddress`), trimmed; upper and lower case are kept as typed and never told apart. */
export const emailAddress = z.string(INVALID_EMAIL).check(z.trim(), z.refine(isEmailAddress, INVALID_EMAIL));

/** The e-mail that somebody says is theirs already: an account from before addresses were strict still signs in. */
export const emailOfAccount = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.maxLength(254, INVALID_EMAIL), z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, INVALID_EMAIL));

/** An e-mail address that may be absent, empty or null; empty is kept as null. */
export const optionalEmail = z.optional(
  z.nullable(
    z.pipe(
      z.string(INVALID_EMAIL).check(
        z.trim(),
        z.refine((text) => text === '' || isEmailAddress(text), INVALID_EMAIL),
      ),
      z.transform((text: string): string | null => (text === '' ? null : text)),
    ),
  ),
);

export const employeeInput = z.object({
  firstName: requiredLine('First name is required'),
  lastName: requiredLine('Last name is required'),
  email: optionalEmail,
  phoneNumber: optionalLine,
  accessLevel: z.optional(accessLevel),
  isOperator: flag,
  isUser: flag,
});
export const employeePatch = z.partial(employeeInput);

export const employee = z.object({
  ...recordFields,
  firstName: z.string(),
  lastName: z.string(),
  email: nullableText,
  phoneNumber: nullableText,
  accessLevel,
  isOperator: z.boolean(),
  isUser: z.boolean(),
  /** The account that signs in as this employee; null until somebody with that verified e-mail has one. */
  userId: z.nullable(z.int()),
});
export type Employee = z.output<typeof employee>;

/** An employee who signs in. */
export const member = z.object({
  userId: z.int(),
  role: accessLevel,
  employeeId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  /** Since when the account has access; null where it is not known, or not for who asks. */
  joinedAt: z.nullable(z.string()),
  /** To the hour; null also for who may not know it. */
  lastSeenAt: z.nullable(z.string()),
});
export type Member = z.output<typeof member>;

/** Rules over several fields (specification 2 §5): an application user needs an e-mail. */
export const employeeIssues = (value: { isUser?: boolean | undefined; email?: string | null | undefined }): Issue[] =>
  value.isUser && !value.email ? [{ path: 'email', message: 'Email is required when the employee is marked as an application user' }] : [];

/** The levels that somebody may give to an employee who holds `current` (null: a new one); decisions §4. */
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

/** Whether somebody may change an employee of this level at all: nobody but the owner changes the owner, and managers stay below admins. */
export const mayEditEmployee = (actor: AccessLevel, target: AccessLevel): boolean => {
  if (target === 'owner') {
    return can(actor, 'ownership:transfer');
  }
  return target === 'admin' ? can(actor, 'managers:make') : can(actor, 'employees:write');
};

export const employeeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/employees',
    summary: 'Employees, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(employee),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/employees',
    summary: 'Create an employee',
    scope: 'organization',
    capability: 'employees:write',
    body: employeeInput,
    response: employee,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/employees/:id',
    summary: 'Read an employee',
    scope: 'record',
    entity: 'employee',
    capability: 'records:read',
    response: employee,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/employees/:id',
    summary: 'Change an employee',
    scope: 'record',
    entity: 'employee',
    capability: 'employees:write',
    body: employeePatch,
    response: employee,
    // Handing over the ownership.
    isSensitive: 'in-part',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/employees/:id',
    summary: 'Delete an employee, which also ends his access; the owner cannot be deleted',
    scope: 'record',
    entity: 'employee',
    capability: 'employees:write',
    response: null,
  }),
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
