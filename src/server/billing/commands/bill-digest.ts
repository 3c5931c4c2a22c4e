import { createHash } from 'node:crypto';
import type { Bill } from '#shared/billing/schemas/bill.ts';

/**
 * Of the lines and totals of a bill, as they would stand on paper: bills with the same digest say the same. It tells whether somebody who
 * saw one has seen the other, and is no secret.
 */
export const digestOf = ({ currency, lines, taxes, netCents, taxCents, grossCents }: Bill): string => {
  const said = lines.map((line) => [
    [line.jobId, line.serviceTypeId, line.label, line.from, line.to],
    [line.quantity, line.unit, line.basis, line.price, line.cents, line.taxPercent, line.taxIncluded],
  ]);
  const all = [currency, netCents, taxCents, grossCents, taxes, said];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 22);
};
