import { chargesOffered } from '#shared/billing/letter-charges.ts';
import { groupsOf } from '#shared/lib/groups.ts';
import { MOST_RECEIVABLES, type Receivable, type Receivables, type ReceivableSum } from '#shared/billing/schemas/receivable.ts';
import { recipientsOf } from './bill-sending.ts';
import type { Context } from '#server/context.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { countPaidBills, sumOpenBills } from '#server/billing/data/open-bills.ts';
import { listLetterCharges } from '#server/billing/data/letter-charges.ts';
import { agesOf, type BillOfCustomer, type Debtor, listAllCredits, listDebtors, listOpenBills } from '#server/billing/data/receivables.ts';
import { todayOf } from '#server/data/today.ts';

const sumOf = (bills: readonly BillOfCustomer[]): number => bills.reduce((sum, { openCents }) => sum + openCents, 0);

/** The bills of a customer in one currency. */
const receivableOf = (
  { id: customerId, email, contacts, ...debtor }: Debtor,
  currency: string,
  bills: readonly BillOfCustomer[],
  creditCents: number,
  charges: ReadonlyMap<number, number>,
): Receivable => ({
  ...debtor,
  customerId,
  recipients: recipientsOf({ email, contacts }),
  currency,
  creditCents,
  openCents: sumOf(bills),
  overdueCents: sumOf(bills.filter(({ daysLate }) => daysLate > 0)),
  daysLate: Math.max(...bills.map(({ daysLate }) => daysLate)),
  ages: agesOf(bills),
  bills: bills.map((bill) => ({ ...bill, chargeCents: charges.get(bill.id) ?? 0 })),
});

/** What customers owe; with `isOverdue`, only those of whom a bill is late. */
export const readReceivables = async (ctx: Context, isOverdue: boolean): Promise<Receivables> => {
  const today = todayOf(ctx);
  const settings = await findBillingSettings(ctx);
  const own = (await billingTermsOf(ctx)).terms.currency;
  const found = await listOpenBills(ctx, settings, today);
  const bills = found.slice(0, MOST_RECEIVABLES);
  const byCustomer = groupsOf(bills, ({ customerId }) => customerId);
  const debtors = await listDebtors(ctx, [...byCustomer.keys()]);
  const credits = await listAllCredits(ctx);
  const ids = bills.map(({ id }) => id);
  const charges = chargesOffered(await listLetterCharges(ctx, ids), ids);
  const customers = debtors.flatMap((debtor) =>
    [...groupsOf(byCustomer.get(debtor.id) ?? [], ({ currency }) => currency)].map(([currency, group]) => {
      const credit = credits.find((each) => each.customerId === debtor.id && each.currency === currency);
      return receivableOf(debtor, currency, group, credit?.cents ?? 0, charges);
    }),
  );
  const sums = await sumOpenBills(ctx, today);
  const all = sums.find(({ currency }) => currency === null);
  return {
    today,
    counts: { open: all?.openCount ?? 0, overdue: all?.overdueCount ?? 0, paid: await countPaidBills(ctx) },
    sums: sums
      .flatMap(({ currency, openCents, overdueCents, ages, bills: counts }): ReceivableSum[] =>
        currency === null ? [] : [{ currency, openCents, overdueCents, ages, bills: counts }],
      )
      .toSorted((one, other) => Number(other.currency === own) - Number(one.currency === own)),
    levels: settings.reminders.length,
    customers: customers
      .filter(({ daysLate }) => !isOverdue || daysLate > 0)
      .toSorted((one, other) => other.daysLate - one.daysLate || one.businessName.localeCompare(other.businessName, 'en')),
    isMore: found.length > MOST_RECEIVABLES,
  };
};
