import { amountsIn } from '#shared/billing/amount-search.ts';
import { type Age, ageOf, AGES } from '#shared/billing/receivables.ts';
import type { Receivable } from '#shared/billing/schemas/receivable.ts';
import type { DueLetter } from '#shared/billing/schemas/reminder.ts';
import { compareNames } from '#client/lib/compare-names.ts';

/** What a customer owes in one currency, with the letter that is due. */
export interface ReceivableRow extends Receivable {
  /** Tells it from the others: a customer may owe in several currencies. */
  readonly id: number;
  readonly letter: DueLetter | undefined;
}

export const SORTS = ['late', 'open', 'customer'] as const;
export type ReceivableSort = (typeof SORTS)[number];

export interface ReceivableFilter {
  readonly q: string;
  /** Only customers who owe something of this age. */
  readonly age: Age | null;
}

export interface ReceivableOrder {
  readonly sort: ReceivableSort;
  readonly isDescending: boolean;
}

/** Far more currencies than a customer has. */
const CURRENCIES = 1000;

export const rowsOf = (customers: readonly Receivable[], letters: readonly DueLetter[], currencies: readonly string[]): ReceivableRow[] =>
  customers.map((customer) => ({
    ...customer,
    id: customer.customerId * CURRENCIES + Math.max(0, currencies.indexOf(customer.currency)),
    letter: letters.find(({ customerId, currency }) => customerId === customer.customerId && currency === customer.currency),
  }));

const holds = (text: string, part: string): boolean => text.toLocaleLowerCase().includes(part);

/** By customer, number or amount, as the server searches records. */
const isFound = ({ businessName, contactName, openCents, bills }: ReceivableRow, q: string): boolean => {
  const part = q.trim().toLocaleLowerCase();
  const ranges = amountsIn(q);
  const isAmount = (cents: number): boolean => ranges.some(({ from, to }) => cents >= from && cents <= to);
  return (
    part === '' ||
    holds(businessName, part) ||
    holds(contactName ?? '', part) ||
    isAmount(openCents) ||
    bills.some(({ label, grossCents, openCents: open }) => holds(label, part) || isAmount(grossCents) || isAmount(open))
  );
};

const compare = (sort: ReceivableSort, one: ReceivableRow, other: ReceivableRow): number => {
  switch (sort) {
    case 'late':
      return one.daysLate - other.daysLate;
    case 'open':
      return one.openCents - other.openCents;
    case 'customer':
      return compareNames(one.businessName, other.businessName);
  }
};

/** The rows in view, in their order. */
export const shownRows = (
  rows: readonly ReceivableRow[],
  { q, age }: ReceivableFilter,
  { sort, isDescending }: ReceivableOrder,
): ReceivableRow[] =>
  rows
    .filter((row) => (age === null || row.bills.some(({ daysLate }) => ageOf(daysLate) === age)) && isFound(row, q))
    .toSorted((one, other) => {
      const by = compare(sort, one, other);
      return (isDescending ? -by : by) || compareNames(one.businessName, other.businessName);
    });

/** The ages that hold something in view: columns of nothing are left out. */
export const agesShown = (rows: readonly ReceivableRow[]): Age[] => AGES.filter((age) => rows.some(({ ages }) => ages[age] > 0));

/** The bills of these customers that are late. */
export const overdueIn = (rows: readonly ReceivableRow[]): Receivable['bills'] =>
  rows.flatMap(({ bills }) => bills.filter(({ daysLate }) => daysLate > 0));

/** Amounts in each currency, in the order of their first. */
export const sumsBy = (
  rows: readonly ReceivableRow[],
  cents: (row: ReceivableRow) => number,
): { readonly currency: string; readonly cents: number }[] => {
  const sums = new Map<string, number>();
  for (const row of rows) {
    sums.set(row.currency, (sums.get(row.currency) ?? 0) + cents(row));
  }
  return [...sums].map(([currency, sum]) => ({ currency, cents: sum }));
};
