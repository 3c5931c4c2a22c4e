import * as z from 'zod/mini';
import { pageQuery } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** Events around signing in to an account; its person is informed of them (decision 0041). */
export const SECURITY_EVENT_KINDS = [
  'account-made',
  'account-taken-over',
  'email-confirmed',
  'signed-in',
  'signed-in-by-passkey',
  'signed-in-by-provider',
  'signed-out',
  'sign-in-failed',
  'sign-in-slowed',
  'session-ended',
  'other-sessions-ended',
  'password-changed',
  'password-reset',
  'passkey-added',
  'passkey-removed',
  'second-step-added',
  'second-step-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'confirmed',
  'confirmation-failed',
  'account-deleted',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/**
 * What an organization's owner sees about its members: sign-ins, and changes to how they sign in. Neither from where, nor when they left.
 */
export const TOLD_TO_OWNER = SECURITY_EVENT_KINDS.filter(
  (kind) => !['signed-out', 'session-ended', 'other-sessions-ended', 'confirmed', 'confirmation-failed'].includes(kind),
);

/** Kinds that are sign-ins. */
export const SIGN_IN_KINDS: readonly SecurityEventKind[] = ['account-made', 'signed-in', 'signed-in-by-passkey', 'signed-in-by-provider'];

/** How long they are kept. */
export const SECURITY_EVENT_DAYS = 180;

const event = {
  id: z.int(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  /** As the browser identifies itself; null: it did not. */
  userAgent: z.nullable(z.string()),
  /** How often it happened in a row, such as wrong passwords. */
  count: z.int(),
  /** When it happened last. */
  at: z.string(),
};

/** An event around signing in to one's own account. */
export const securityEvent = z.object({
  ...event,
  /** A name that the person gave, such as a passkey's. */
  detail: z.nullable(z.string()),
  /** The network address that it came from; null: not by a request. */
  address: z.nullable(z.string()),
});
export type SecurityEvent = z.output<typeof securityEvent>;

/** The same about a member, as the owner of an organization sees it. */
export const memberSignIn = z.object({ ...event, userId: z.int(), employeeId: z.int(), firstName: z.string(), lastName: z.string() });
export type MemberSignIn = z.output<typeof memberSignIn>;

export const accountEventEndpoints = {
  events: defineEndpoint({
    method: 'GET',
    path: '/api/account/events',
    summary: 'What happened to the ways into one’s account, newest first',
    scope: 'user',
    capability: null,
    query: z.object(pageQuery),
    response: z.array(securityEvent),
  }),
};

export const memberEventEndpoints = {
  signIns: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/sign-ins',
    summary: 'How members came in since they belong here, newest first',
    scope: 'organization',
    capability: 'signIns:read',
    query: z.object(pageQuery),
    response: z.array(memberSignIn),
  }),
};
