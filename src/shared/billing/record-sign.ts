import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';

type Signed = Pick<BillingRecord, 'kind' | 'netCents'> & { readonly content: { readonly bill: Pick<BillingRecord, 'netCents'> } };

/**
 * Whether a record's amounts are those of its content (1) or the opposite (-1): a credit note and the reversal of a bill take away what
 * their lines say, the reversal of a credit note gives it back.
 */
export const signOf = ({ kind, netCents, content }: Signed): 1 | -1 => {
  if (kind === 'credit') {
    return -1;
  }
  return kind === 'reversal' && (netCents === 0 || Math.sign(netCents) !== Math.sign(content.bill.netCents)) ? -1 : 1;
};
