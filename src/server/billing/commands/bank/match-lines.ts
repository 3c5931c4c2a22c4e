import { matchPayments } from '#shared/billing/match-payments.ts';
import type { BankLine } from '#shared/billing/schemas/bank-statement.ts';
import type { Context } from '#server/context.ts';
import { findPayersOfAccounts, type StoredLine } from '#server/billing/data/bank-lines.ts';
import { listLetterCharges } from '#server/billing/data/letter-charges.ts';
import { listUnpaidBills } from '#server/billing/data/unpaid-bills.ts';

/** What is left of lines to be booked, matched with the bills that are open now; in the order in which they were given. */
export const withMatches = async (ctx: Context, lines: readonly StoredLine[]): Promise<BankLine[]> => {
  const open = lines.filter(({ state }) => state === 'open');
  const hashes = open.flatMap(({ payerAccountHash }) => payerAccountHash ?? []);
  const bills = open.length === 0 ? [] : await listUnpaidBills(ctx);
  const accounts =
    hashes.length === 0 || bills.length === 0 ? new Map<string, ReadonlySet<number>>() : await findPayersOfAccounts(ctx, hashes);
  const charges = await listLetterCharges(
    ctx,
    bills.map(({ id }) => id),
  );
  const left = open.map((line) => ({ ...line, amountCents: line.amountCents - line.bookedCents }));
  const matches = matchPayments(left, bills, accounts, charges);
  return lines.map(({ payerAccountHash: _hash, ...line }) => ({ ...line, match: matches.get(line.id) ?? null }));
};
