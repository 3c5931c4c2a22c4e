import * as z from 'zod/mini';

/** What is left to do before a session begins, and the token with which it is done, within ten minutes. */
export const secondStepAsked = z.object({
  token: z.string(),
  /** `code`: of the app; `passkey`: only that counts; `set-up`: there is none yet, and an organization asks for one. */
  next: z.enum(['code', 'passkey', 'set-up']),
  /** Whether a passkey would do as well. */
  hasPasskey: z.boolean(),
});
export type SecondStepAsked = z.output<typeof secondStepAsked>;
