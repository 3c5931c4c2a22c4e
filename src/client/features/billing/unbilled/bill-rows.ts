import { type EInvoiceNeed, isOwnNeed, type LegalNeed, OWN_LEGAL_NEEDS } from '#shared/billing/schemas/tax-position.ts';
import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import type { BillingRunInput } from '#shared/billing/schemas/billing-run.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { compareNames } from '#client/lib/compare-names.ts';
import { holdsText } from '#client/lib/holds-text.ts';

/** Ways by which bills can be told apart. */
export const SHOWN_WAYS = ['mail', 'print'] as const;
export type ShownWay = (typeof SHOWN_WAYS)[number];

export const BILL_SORTS = ['customer', 'worked', 'amount'] as const;
export type BillSort = (typeof BILL_SORTS)[number];

/** What narrows the list of bills. Words and ways are looked for here; days and checks decide what is on a bill, so the server is asked. */
export interface BillFilter {
  readonly q: string;
  /** Only jobs that were completed on this day or before. */
  readonly by: string | null;
  /** Only jobs whose entries are all checked. */
  readonly isChecked: boolean;
  readonly way: ShownWay | null;
}

export interface BillOrder {
  readonly sort: BillSort;
  readonly isDescending: boolean;
}

export const NO_BILL_FILTER: BillFilter = { q: '', by: null, isChecked: false, way: null };
export const USUAL_BILL_ORDER: BillOrder = { sort: 'customer', isDescending: false };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null => known.find((each) => each === text) ?? null;

/** The filter of an address; what it does not understand is left out. */
export const billFilterOf = (query: URLSearchParams): BillFilter => {
  const by = query.get('by');
  return {
    q: (query.get('q') ?? '').slice(0, 200),
    by: by !== null && isCalendarDate(by) ? by : null,
    isChecked: query.get('checked') === 'yes',
    way: oneOf(SHOWN_WAYS, query.get('way')),
  };
};

/** The order of an address. */
export const billOrderOf = (query: URLSearchParams): BillOrder => {
  const sort = query.get('sort') ?? '';
  const key = oneOf(BILL_SORTS, sort.replace(/^-/, ''));
  return key === null ? USUAL_BILL_ORDER : { sort: key, isDescending: sort.startsWith('-') };
};

/** The address's query of filter and order, in one spelling. */
export const billQueryOf = ({ q, by, isChecked, way }: BillFilter, { sort, isDescending }: BillOrder): string => {
  const isUsual = sort === USUAL_BILL_ORDER.sort && !isDescending;
  const values: readonly (readonly [string, string | null])[] = [
    ['q', q.trim() || null],
    ['by', by],
    ['checked', isChecked ? 'yes' : null],
    ['way', way],
    ['sort', isUsual ? null : `${isDescending ? '-' : ''}${sort}`],
  ];
  return new URLSearchParams(values.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();
};

/** How many conditions narrow the list, apart from the words. */
export const billConditionCount = ({ by, isChecked, way }: BillFilter): number =>
  [by !== null, isChecked, way !== null].filter(Boolean).length;

export const idOfBill = ({ id }: UnbilledBill): number => id;

/** Whether a bill can be issued from here at all. */
export const mayIssue = ({ hindrance }: UnbilledBill): boolean => hindrance === null;

/** Left out unless somebody ticks it: something in it has no rate, or nothing has. */
export const isLeftOut = (bill: UnbilledBill): boolean => !mayIssue(bill) || !bill.hasAmount || bill.unrated.length > 0;

/** First and last day of the work; null without entries. */
export const daysWorked = ({ jobs }: Pick<UnbilledBill, 'jobs'>): { readonly from: string; readonly to: string } | null => {
  const days = jobs.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null);
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
};

const addUp = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** How many entries a bill has, and how many of them nobody checked. */
export const checksOf = ({ jobs }: UnbilledBill): { readonly entries: number; readonly unchecked: number } => ({
  entries: addUp(jobs.map(({ entryCount }) => entryCount)),
  unchecked: addUp(jobs.map(({ uncheckedCount }) => uncheckedCount)),
});

/** What bills come to. */
export const sumOfBills = (
  bills: readonly UnbilledBill[],
): { readonly jobs: number; readonly customers: number; readonly cents: number } => ({
  jobs: addUp(bills.map(({ jobs }) => jobs.length)),
  customers: new Set(bills.map(({ customerId }) => customerId)).size,
  cents: addUp(bills.map(({ grossCents }) => grossCents ?? 0)),
});

const COMPARE: Readonly<Record<BillSort, (one: UnbilledBill, other: UnbilledBill) => number>> = {
  customer: (one, other) => compareNames(one.customerName, other.customerName),
  worked: (one, other) => (daysWorked(one)?.from ?? '').localeCompare(daysWorked(other)?.from ?? ''),
  amount: (one, other) => (one.grossCents ?? 0) - (other.grossCents ?? 0),
};

/** The bills that are shown, in their order; what is equal stays as it came. */
export const shownBills = (
  bills: readonly UnbilledBill[],
  { q, way }: BillFilter,
  { sort, isDescending }: BillOrder,
): readonly UnbilledBill[] => {
  const found = bills.filter(
    (bill) => (way === null || bill.way === way) && holdsText([bill.customerName, ...bill.jobs.map(({ name }) => name)], q),
  );
  const sign = isDescending ? -1 : 1;
  return found.toSorted((one, other) => sign * COMPARE[sort](one, other));
};

/** How many of the bills go which way; one that has nothing to pay takes no number of a bill. */
export const waysOf = (bills: readonly UnbilledBill[]): { readonly mail: number; readonly print: number; readonly numbered: number } => ({
  mail: bills.filter(({ way }) => way === 'mail').length,
  print: bills.filter(({ way }) => way === 'print').length,
  numbered: bills.filter(({ hasAmount }) => hasAmount).length,
});

/** The numbers of bills of that day: which one the first gets, which one the bill after so many others. Another user may be faster. */
const numbering = ({ numbers }: NextBill, day: string): ((after: number) => string) | undefined => {
  const next = numbers.find(({ year }) => year === Number(day.slice(0, 4)));
  if (next === undefined) {
    return undefined;
  }
  const [, head = '', digits = ''] = /^(.*?)(\d+)$/.exec(next.label) ?? [];
  return (after) => (after === 0 ? next.label : `${head}${String(next.number + after).padStart(digits.length, '0')}`);
};

/** The numbers that so many bills of a day would get: the first and the last, or one. */
export const numbersFrom = (next: NextBill, day: string, count: number): readonly string[] => {
  const numberAfter = numbering(next, day);
  if (numberAfter === undefined || count === 0) {
    return [];
  }
  return count === 1 ? [numberAfter(0)] : [numberAfter(0), numberAfter(count - 1)];
};

/** The number that each of these bills would get, in their order; none for one that has nothing to pay. */
export const numbersOf = (next: NextBill, day: string, bills: readonly UnbilledBill[]): readonly (string | undefined)[] => {
  const numberAfter = numbering(next, day);
  let numbered = 0;
  return bills.map(({ hasAmount }) => {
    numbered += hasAmount ? 1 : 0;
    return hasAmount ? numberAfter?.(numbered - 1) : undefined;
  });
};

/** The same bills for the printer, all of them. */
export const allOnPaper = (bills: readonly UnbilledBill[]): readonly UnbilledBill[] =>
  bills.map((bill) => (bill.way === 'mail' ? { ...bill, way: 'print' } : bill));

/** The bills as they were seen, to be issued. */
export const itemsOf = (bills: readonly UnbilledBill[]): BillingRunInput['items'] =>
  bills.map(({ customerId, jobs, digest, grossCents, way, recipients }) => ({
    customerId,
    jobIds: jobs.map(({ id }) => id),
    digest,
    grossCents: grossCents ?? 0,
    way,
    ...(way === 'mail' ? { recipients } : {}),
  }));

/** Something that should be looked at before bills are sent. */
export type Attention =
  | { readonly kind: 'unchecked' | 'unrated' | 'legal' | 'eInvoice' | 'hindrance'; readonly bill: UnbilledBill }
  | { readonly kind: 'moreUnchecked' | 'moreUnrated' | 'moreLegal' | 'moreEInvoice' | 'noMail'; readonly count: number }
  /** What every bill lacks. */
  | { readonly kind: 'ownLegal'; readonly needs: readonly LegalNeed[] }
  | { readonly kind: 'ownEInvoice'; readonly needs: readonly EInvoiceNeed[] };

/** So many bills are named one by one; of more there is one line. The bill in hand is to be seen below without scrolling. */
const NAMED = 1;

const MORE = { unchecked: 'moreUnchecked', unrated: 'moreUnrated', legal: 'moreLegal', eInvoice: 'moreEInvoice' } as const;

/** What the law asks for that the customer, or the work, lacks. */
export const legalNeedsOf = ({ legalNeeds }: UnbilledBill): readonly LegalNeed[] =>
  legalNeeds.filter((need) => !OWN_LEGAL_NEEDS.includes(need));

/** What the e-invoice lacks besides, and the customer has to be asked for. */
export const eInvoiceNeedsOf = ({ eInvoiceNeeds, legalNeeds }: UnbilledBill): readonly EInvoiceNeed[] => {
  const said: readonly string[] = legalNeeds;
  return eInvoiceNeeds.filter((need) => !isOwnNeed(need) && !said.includes(need));
};

const someOf = (kind: keyof typeof MORE, bills: readonly UnbilledBill[]): Attention[] => {
  const isFew = bills.length <= NAMED + 1;
  const named = isFew ? bills : bills.slice(0, NAMED);
  return [...named.map((bill) => ({ kind, bill })), ...(isFew ? [] : [{ kind: MORE[kind], count: bills.length - NAMED }])];
};

/** What should be looked at before these bills are sent. */
export const attentionOf = (bills: readonly UnbilledBill[]): readonly Attention[] => {
  const noMail = bills.filter(({ way, recipients, hasAmount }) => hasAmount && way === 'print' && recipients.length === 0);
  const ownNeeds = OWN_LEGAL_NEEDS.filter((need) => bills.some(({ legalNeeds }) => legalNeeds.includes(need)));
  const said: readonly string[] = ownNeeds;
  const ownEInvoice = [...new Set(bills.flatMap(({ eInvoiceNeeds }) => eInvoiceNeeds))].filter(
    (need) => isOwnNeed(need) && !said.includes(need),
  );
  return [
    ...bills.filter((bill) => !mayIssue(bill)).map((bill) => ({ kind: 'hindrance' as const, bill })),
    ...someOf(
      'unchecked',
      bills.filter((bill) => checksOf(bill).unchecked > 0),
    ),
    ...someOf(
      'unrated',
      bills.filter(({ unrated }) => unrated.length > 0),
    ),
    ...(ownNeeds.length === 0 ? [] : [{ kind: 'ownLegal' as const, needs: ownNeeds }]),
    ...someOf(
      'legal',
      bills.filter((bill) => legalNeedsOf(bill).length > 0),
    ),
    ...(ownEInvoice.length === 0 ? [] : [{ kind: 'ownEInvoice' as const, needs: ownEInvoice }]),
    ...someOf(
      'eInvoice',
      bills.filter((bill) => eInvoiceNeedsOf(bill).length > 0),
    ),
    ...(noMail.length === 0 ? [] : [{ kind: 'noMail' as const, count: new Set(noMail.map(({ customerId }) => customerId)).size }]),
  ];
};
