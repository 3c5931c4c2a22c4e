import * as z from 'zod/mini';
import { isEmailAddress } from '#shared/lib/email-address.ts';
import { because } from '#shared/messages/because.ts';

const INVALID_EMAIL = because('emailInvalid');

/** An e-mail address (`isEmailAddress`), trimmed; upper and lower case are kept as typed but never make a difference. */
export const emailAddress = z.string(INVALID_EMAIL).check(z.trim(), z.refine(isEmailAddress, INVALID_EMAIL));

/** An e-mail that is already in use: an account from before addresses were strict still signs in. */
export const emailOfAccount = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.maxLength(254, INVALID_EMAIL), z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, INVALID_EMAIL));

/** An e-mail address that may be absent, empty or null; empty is stored as null. */
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
