import { partiesOf } from '#shared/billing/parties.ts';
import { type Payable, referenceOf } from '#shared/billing/payable.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';

/** What a payment of the test code names. */
const LABEL = 'TEST';

type Payment = NonNullable<BillingContent['payment']>;

/**
 * One cent, to be paid as bills of the organization will be: its code shows, before the first bill goes out, whether banking apps read the
 * right account. It is no bill, and nobody owes it.
 */
export const testPayable = (issuer: BillingContent['issuer'], { hasReference, ...payment }: Payment, currency: string): Payable => ({
  number: LABEL,
  currency,
  ...partiesOf({ issuer, customer: { id: 0, businessName: '', address: null, phoneNumber: null } }),
  payment: { ...payment, reference: referenceOf({ ...payment, hasReference }, { label: LABEL, year: 0, number: 0 }) },
  openCents: 1,
});
