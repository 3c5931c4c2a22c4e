import * as z from 'zod/mini';

/** What is left to do before a session begins, and the token for doing it, valid for ten minutes. */
export const secondStepAsked = z.object({
  token: z.string(),
  /** `code`: of the authenticator app; `passkey`: nothing else counts; `set-up`: there is none yet, and an organization requires one. */
  next: z.enum(['code', 'passkey', 'set-up']),
  /** Whether a passkey would do as well. */
  hasPasskey: z.boolean(),
});
export type SecondStepAsked = z.output<typeof secondStepAsked>;
