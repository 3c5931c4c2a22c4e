import * as z from 'zod/mini';
import { stepCode } from '#shared/domain/second-step.ts';
import { knownPassword, oneTimeToken, passkeyOptions, passkeyResponse } from '#shared/domain/user.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** How long a confirmation of identity is valid for calls marked `isSensitive`. */
export const CONFIRMED_MINUTES = 15;

/** Ways to confirm one's identity. */
export const confirmationWays = z.object({
  password: z.boolean(),
  /** Whether the password needs a code of the authenticator app, too. */
  code: z.boolean(),
  passkey: z.boolean(),
  /** By `GET /api/login/confirm`. */
  provider: z.boolean(),
  /** Whether it was confirmed recently, so that nothing needs to be asked. */
  isConfirmed: z.boolean(),
});
export type ConfirmationWays = z.output<typeof confirmationWays>;

/** Until when sensitive calls are accepted without asking again. */
export const confirmation = z.object({ confirmedUntil: z.string() });

/** Password, with a code if the account has a second step; or a passkey's answer. */
export const confirmationInput = z.object({
  password: z.optional(knownPassword),
  code: z.optional(stepCode),
  token: z.optional(oneTimeToken),
  response: z.optional(passkeyResponse),
});
export type ConfirmationInput = z.output<typeof confirmationInput>;

const ofAccount = { scope: 'user', capability: null } as const;

export const confirmationEndpoints = {
  get: defineEndpoint({
    ...ofAccount,
    method: 'GET',
    path: '/api/account/confirm',
    summary: 'Until when sensitive calls are taken',
    response: confirmation,
    isSensitive: true,
  }),
  ways: defineEndpoint({
    ...ofAccount,
    method: 'GET',
    path: '/api/account/confirm/ways',
    summary: 'How one can show again who one is',
    response: confirmationWays,
  }),
  passkeyOptions: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/confirm/options',
    summary: 'Begin to confirm with a passkey',
    response: passkeyOptions,
    status: 200,
    isRepeatable: true,
  }),
  confirm: defineEndpoint({
    ...ofAccount,
    method: 'POST',
    path: '/api/account/confirm',
    summary: 'Show again who one is',
    body: confirmationInput,
    response: confirmation,
    status: 200,
    isRepeatable: true,
  }),
};
