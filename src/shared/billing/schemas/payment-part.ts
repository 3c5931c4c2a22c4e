import * as z from 'zod/mini';
import { KINDS } from '#shared/kinds/registry.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

const RECORD = because('mustBeRecordId', { kind: { term: KINDS.billingRecord.word } });
const AMOUNT = because('mustBeAmountAboveZero');
const MOST_CENTS = 100_000_000_000;
const AT_MOST = because('mustBeAtMost', { most: MOST_CENTS });
const BESIDES = because('mustBeZeroOrMoreWhole');

/** What of a payment settles which bill. */
export const paymentPart = z.object({
  recordId: z.int(RECORD).check(z.minimum(1, RECORD), z.maximum(LARGEST_ID, RECORD)),
  amountCents: z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MOST_CENTS, AT_MOST)),
  /** Fee and interest that it pays besides, as a letter of reminder claimed them. */
  chargeCents: z.optional(z.int(BESIDES).check(z.minimum(0, BESIDES), z.maximum(MOST_CENTS, AT_MOST))),
  /** Cash discount that the customer took, besides. */
  discountCents: z.optional(z.int(BESIDES).check(z.minimum(0, BESIDES), z.maximum(MOST_CENTS, AT_MOST))),
});
export type PaymentPart = z.output<typeof paymentPart>;
