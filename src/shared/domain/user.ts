import * as z from 'zod/mini';
import { emailAddress, emailOfAccount } from '#shared/domain/email.ts';
import { jsonValue, optionalLine } from '#shared/domain/fields.ts';
import { secondStepAsked } from '#shared/domain/second-step-asked.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { because } from '#shared/messages/because.ts';

/** For new passwords (specification 7.3); older, shorter ones still work. */
export const MIN_PASSWORD_LENGTH = 12;

/** For new passwords; older, longer ones still work. */
const MAX_PASSWORD_LENGTH = 128;

export const knownPassword = z
  .string(because('passwordRequired'))
  .check(z.minLength(1, because('passwordRequired')), z.maxLength(1000, because('passwordTooLong')));

export const loginInput = z.object({
  email: emailOfAccount,
  password: knownPassword,
});

const TOO_SHORT = because('passwordTooShort', { least: MIN_PASSWORD_LENGTH });
export const newPassword = z
  .string(TOO_SHORT)
  .check(z.minLength(MIN_PASSWORD_LENGTH, TOO_SHORT), z.maxLength(MAX_PASSWORD_LENGTH, because('passwordTooLong')));

/** The page to go to from the mailed link. */
const returnTo = z.optional(z.string(because('mustBeText')).check(z.maxLength(1000, because('textTooLong', { most: 1000 }))));

export const registerInput = z.object({
  email: emailAddress,
  password: newPassword,
  firstName: optionalLine,
  lastName: optionalLine,
  returnTo,
});

const NO_TOKEN = because('tokenMissing');
export const oneTimeToken = z.string(NO_TOKEN).check(z.trim(), z.minLength(1, NO_TOKEN), z.maxLength(200, NO_TOKEN));

export const confirmInput = z.object({ token: oneTimeToken, password: knownPassword });
export const forgotInput = z.object({ email: emailOfAccount, returnTo });
export const resetInput = z.object({ token: oneTimeToken, password: newPassword });

const NO_PASSKEY = because('passkeyAnswerMissing');
/** A browser's answer to the options: JSON as defined by WebAuthn. */
export const passkeyResponse = z.record(z.string(), jsonValue, NO_PASSKEY);

/** What a browser needs for a passkey, as defined by WebAuthn, and the token to send back with its answer. */
export const passkeyOptions = z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) });

export const passkeyLoginInput = z.object({ token: oneTimeToken, response: passkeyResponse });

/** The address that the link to be followed first was sent to. */
export const confirmationSent = z.object({ email: z.string() });

/** By a mailed link, or by signing in at the identity provider. */
export const CONFIRMATION_WAYS = ['mail', 'provider'] as const;

export const user = z.object({
  id: z.int(),
  email: z.string(),
  /** The same as the e-mail; audit logs have it (specification 8.1). */
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Of screens and mails; null: each device uses its own. */
  language: z.nullable(z.enum(LANGUAGE_IDS)),
  /** How the person is to verify their e-mail; absent: there is nothing to verify. */
  confirmBy: z.optional(z.enum(CONFIRMATION_WAYS)),
  /** Organizations that added the person without being asked, while they belong to others; absent: there are none. */
  addedTo: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
});
export type User = z.output<typeof user>;

/** Where a browser also ends the identity provider's own session. */
export const signedOut = z.object({ continueAt: z.string() });

/** How people sign in to this installation (specification 7.1). */
export const signInWays = z.object({
  provider: z.boolean(),
  localAccounts: z.boolean(),
  mail: z.boolean(),
  passkeys: z.boolean(),
});

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
  ways: defineEndpoint({
    method: 'GET',
    path: '/api/login/ways',
    summary: 'How people sign in here',
    scope: 'public',
    capability: null,
    response: signInWays,
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with e-mail and password',
    scope: 'public',
    capability: null,
    body: loginInput,
    response: user,
    accepted: secondStepAsked,
    status: 200,
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/login/passkey/options',
    summary: 'Begin to sign in with a passkey',
    scope: 'public',
    capability: null,
    response: passkeyOptions,
    status: 200,
  }),
  passkeyLogin: defineEndpoint({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey',
    scope: 'public',
    capability: null,
    body: passkeyLoginInput,
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
    accepted: confirmationSent,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/register/confirm',
    summary: 'Finish making an account by the mailed link, and sign in',
    scope: 'public',
    capability: null,
    body: confirmInput,
    response: user,
  }),
  forgotPassword: defineEndpoint({
    method: 'POST',
    path: '/api/password/forgot',
    summary: 'Have a link to a new password mailed',
    scope: 'public',
    capability: null,
    body: forgotInput,
    response: null,
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/password/reset',
    summary: 'Choose a new password by the mailed link, and sign in',
    scope: 'public',
    capability: null,
    body: resetInput,
    response: user,
    accepted: secondStepAsked,
    status: 200,
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out',
    scope: 'public',
    capability: null,
    response: null,
    accepted: signedOut,
  }),
};
