/** What happened to the ways into an account, and is told to its person (decision 0041). */
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
