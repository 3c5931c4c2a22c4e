import * as z from 'zod/mini';
import { emailAddress } from '#shared/domain/email.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { CONFIRMATION_WAYS, knownPassword, newPassword, oneTimeToken, passkeyOptions, passkeyResponse } from '#shared/domain/user.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** The languages that an account can have (specification 12.5). */
export const ACCOUNT_LANGUAGES = LANGUAGE_IDS;

/** The signed-in person's own account (specification 6.7). */
export const account = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Whether there is a password to change. */
  hasPassword: z.boolean(),
  /** Whether it has been verified that the e-mail is this person's. */
  emailVerified: z.boolean(),
  /** How the e-mail is to be verified; null: it was, or this installation has no way to do so and the e-mail counts as verified. */
  confirmBy: z.nullable(z.enum(CONFIRMATION_WAYS)),
  /** Null: each device uses its own. */
  language: z.nullable(z.enum(ACCOUNT_LANGUAGES)),
});
export type Account = z.output<typeof account>;

export const accountPatch = z.object({
  firstName: z.optional(requiredLine(because('firstNameRequired'))),
  lastName: z.optional(requiredLine(because('lastNameRequired'))),
  language: z.optional(z.nullable(z.enum(ACCOUNT_LANGUAGES, because('languageUnknownOrNull', { languages: ACCOUNT_LANGUAGES })))),
});

export const passwordInput = z.object({ currentPassword: knownPassword, password: newPassword });

/** Typed, so that nobody deletes the account by accident. */
export const accountDeletion = z.object({ email: emailAddress });

/** A browser that is signed in to the account. */
export const session = z.object({
  id: z.int(),
  /** As the browser identifies itself; null: it did not. */
  userAgent: z.nullable(z.string()),
  createdAt: z.string(),
  /** To the hour. */
  lastSeenAt: z.string(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

/** A passkey for signing in. */
export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.output<typeof passkey>;

export const passkeyInput = z.object({
  token: oneTimeToken,
  response: passkeyResponse,
  name: requiredLine(because('nameRequired')),
});

const WHICH = because('mustBeIdFromList');
/** One of the things that belong to the account. */
export const ownId = z.object({ id: z.int(WHICH).check(z.minimum(1, WHICH), z.maximum(LARGEST_ID, WHICH)) });

export const accountEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/account',
    summary: 'One’s own account',
    scope: 'user',
    capability: null,
    response: account,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/account',
    summary: 'Change one’s own name or language',
    scope: 'user',
    capability: null,
    body: accountPatch,
    response: account,
    isRepeatable: true,
  }),
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change one’s password, and end every other session',
    scope: 'user',
    capability: null,
    body: passwordInput,
    response: null,
    isRepeatable: true,
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: '/api/account/delete',
    summary: 'Delete one’s own account, for good',
    scope: 'user',
    capability: null,
    body: accountDeletion,
    response: null,
    isRepeatable: true,
    isSensitive: true,
  }),
  stay: defineEndpoint({
    method: 'POST',
    path: '/api/account/memberships/stay',
    summary: 'Say that it is right to be a member of an organization that added one unasked',
    scope: 'user',
    capability: null,
    body: ownId,
    response: null,
    isRepeatable: true,
  }),
  confirmEmail: defineEndpoint({
    method: 'POST',
    path: '/api/account/confirm-email',
    summary: 'Have a link mailed by which one’s e-mail is confirmed',
    scope: 'user',
    capability: null,
    response: null,
    isRepeatable: true,
  }),
  sessions: defineEndpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where one is signed in, used last first',
    scope: 'user',
    capability: null,
    response: z.array(session),
  }),
  endSession: defineEndpoint({
    method: 'POST',
    path: '/api/account/sessions/end',
    summary: 'End one of one’s sessions',
    scope: 'user',
    capability: null,
    body: ownId,
    response: null,
    isRepeatable: true,
    isSensitive: true,
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/api/account/sessions/end-others',
    summary: 'End all of one’s sessions but this one',
    scope: 'user',
    capability: null,
    response: null,
    isRepeatable: true,
    isSensitive: true,
  }),
  passkeys: defineEndpoint({
    method: 'GET',
    path: '/api/account/passkeys',
    summary: 'One’s passkeys, oldest first',
    scope: 'user',
    capability: null,
    response: z.array(passkey),
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary: 'Begin to make a passkey',
    scope: 'user',
    capability: null,
    response: passkeyOptions,
    status: 200,
    isRepeatable: true,
    isSensitive: true,
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    summary: 'Add the passkey that the browser made',
    scope: 'user',
    capability: null,
    body: passkeyInput,
    response: passkey,
    isRepeatable: true,
    isSensitive: true,
  }),
  removePasskey: defineEndpoint({
    method: 'POST',
    path: '/api/account/passkeys/remove',
    summary: 'Remove one of one’s passkeys',
    scope: 'user',
    capability: null,
    body: ownId,
    response: null,
    isRepeatable: true,
    isSensitive: true,
  }),
};
