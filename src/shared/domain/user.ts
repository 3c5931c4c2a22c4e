import * as z from 'zod/mini';
import { emailAddress } from '#shared/domain/employee.ts';
import { optionalLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

export const MIN_PASSWORD_LENGTH = 10;

export const loginInput = z.object({
  email: emailAddress,
  password: z.string('Password is required').check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
});

const TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
export const registerInput = z.object({
  email: emailAddress,
  password: z.string(TOO_SHORT).check(z.minLength(MIN_PASSWORD_LENGTH, TOO_SHORT), z.maxLength(1000, 'Password is too long')),
  firstName: optionalLine,
  lastName: optionalLine,
});

export const user = z.object({
  id: z.int(),
  email: z.string(),
  /** The same as the e-mail; audit logs of the specification carry it. */
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
});
export type User = z.output<typeof user>;

type Named = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** First letters of first and last name, else the first two letters of the e-mail, in upper case (specification 1 §3). */
export const initialsOf = ({ firstName, lastName, email }: Named): string =>
  (firstName && lastName ? firstName.slice(0, 1) + lastName.slice(0, 1) : email.slice(0, 2)).toUpperCase();

/** First name, else the part of the e-mail before the at-sign, else 'User' (specification 1 §2). */
export const displayNameOf = ({ firstName, email }: Pick<User, 'firstName' | 'email'>): string =>
  firstName || email.split('@')[0] || 'User';

export const userEndpoints = {
  current: defineEndpoint({
    method: 'GET',
    path: '/api/auth/user',
    aliases: ['/api/user'],
    summary: 'Who is signed in',
    scope: 'user',
    capability: null,
    response: user,
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with e-mail and password',
    scope: 'public',
    capability: null,
    body: loginInput,
    response: user,
    status: 200,
  }),
  register: defineEndpoint({
    method: 'POST',
    path: '/api/register',
    summary: 'Make an account and sign in',
    scope: 'public',
    capability: null,
    body: registerInput,
    response: user,
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out',
    scope: 'public',
    capability: null,
    response: null,
  }),
};
