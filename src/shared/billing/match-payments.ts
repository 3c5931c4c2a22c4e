import { chargeOf, type LetterCharge, withoutCharge } from './letter-charges.ts';
import { discountFor } from '#shared/billing/receivables.ts';
import type { BankMatch, MatchReason } from '#shared/billing/schemas/bank-statement.ts';
import type { IncomingPayment, UnpaidBill } from './incoming-payment.ts';
import { type NamedBills, namedBills } from './named-bills.ts';
import { createPayers, type Payers } from './payers.ts';

/** Sums are looked for among so many bills of a customer, the oldest: 4,096 of them. */
const MOST_ADDED_UP = 12;

type Part = BankMatch['parts'][number];

/** A bill with what is still open while payments are matched, one after the other. */
interface OpenBill {
  readonly bill: UnpaidBill;
  openCents: number;
}

const discountOn = ({ bill, openCents }: OpenBill, { bookedOn }: IncomingPayment): number =>
  // Off the whole bill: of one that was paid in part it is known no more what it would be.
  openCents === bill.grossCents ? discountFor(bill, bookedOn) : 0;

const partOf = ({ bill, openCents }: OpenBill, amountCents: number, { chargeCents = 0, discountCents = 0 } = {}): Part => ({
  recordId: bill.id,
  label: bill.label,
  customerName: bill.customerName,
  openCents,
  amountCents,
  chargeCents,
  discountCents,
});

interface Settled {
  readonly fit: MatchReason['fit'];
  readonly parts: readonly Part[];
}

const sumOf = (bills: readonly OpenBill[]): number => bills.reduce((sum, { openCents }) => sum + openCents, 0);

/** All of these bills paid by just this amount, in full or with the discounts that were agreed; undefined: it is another. */
const settleExactly = (payment: IncomingPayment, bills: readonly OpenBill[]): Settled | undefined => {
  const open = sumOf(bills);
  if (open === payment.amountCents) {
    return { fit: bills.length > 1 ? 'several' : 'exact', parts: bills.map((bill) => partOf(bill, bill.openCents)) };
  }
  const discounts = bills.map((bill) => discountOn(bill, payment));
  const discount = discounts.reduce((sum, each) => sum + each, 0);
  return discount > 0 && open - discount === payment.amountCents
    ? {
        fit: 'discount',
        parts: bills.map((bill, at) => partOf(bill, bill.openCents - (discounts[at] ?? 0), { discountCents: discounts[at] ?? 0 })),
      }
    : undefined;
};

/** The bills that were named, paid as far as the amount goes, those that are due first; then what a letter claimed. What is more stays with the payment. */
const settleInOrder = (payment: IncomingPayment, bills: readonly OpenBill[], charges: readonly LetterCharge[]): Settled => {
  let left = payment.amountCents;
  const parts: Part[] = [];
  for (const bill of bills.toSorted((one, other) =>
    one.bill.dueOn < other.bill.dueOn ? -1 : one.bill.dueOn > other.bill.dueOn ? 1 : one.bill.id - other.bill.id,
  )) {
    const cents = Math.min(left, bill.openCents);
    left -= cents;
    if (cents > 0) {
      parts.push(partOf(bill, cents));
    }
  }
  const fit = left > 0 ? 'more' : 'less';
  const at = left > 0 ? parts.findIndex(({ recordId }) => chargeOf(charges, recordId) > 0) : -1;
  return {
    fit,
    parts: parts.map((part, place) => (place === at ? { ...part, chargeCents: Math.min(left, chargeOf(charges, part.recordId)) } : part)),
  };
};

const said = (found: MatchReason['found'], value: string, sureness: BankMatch['sureness'], { fit, parts }: Settled): BankMatch => ({
  sureness,
  because: { found, value, fit },
  parts: [...parts],
});

const labelsOf = (bills: readonly OpenBill[]): string => bills.map(({ bill }) => bill.label).join(', ');

/** Several bills that come to just this amount; undefined: none do, or more than one choice of them does. */
const addedUp = (payment: IncomingPayment, bills: readonly OpenBill[]): readonly OpenBill[] | undefined => {
  const all = settleExactly(payment, bills);
  if (bills.length > 1 && all) {
    return bills;
  }
  const some = bills.slice(0, MOST_ADDED_UP);
  let found: readonly OpenBill[] | undefined;
  for (let choice = 1; choice < 2 ** some.length; choice += 1) {
    const chosen = some.filter((_, at) => (choice & (1 << at)) !== 0);
    if (chosen.length > 1 && sumOf(chosen) === payment.amountCents) {
      if (found) {
        return undefined;
      }
      found = chosen;
    }
  }
  return found;
};

interface Ground {
  readonly byId: ReadonlyMap<number, OpenBill>;
  /** Oldest first. */
  readonly byCustomer: ReadonlyMap<number, readonly OpenBill[]>;
  readonly payers: Payers;
  /** What letters claimed, the newest first; less what payments before are for. */
  charges: readonly LetterCharge[];
  readonly find: (payment: IncomingPayment) => NamedBills;
}

const groundOf = (
  unpaid: readonly UnpaidBill[],
  accounts: ReadonlyMap<string, ReadonlySet<number>>,
  charges: readonly LetterCharge[],
): Ground => {
  const byId = new Map<number, OpenBill>();
  const byCustomer = new Map<number, OpenBill[]>();
  for (const bill of unpaid) {
    const open = { bill, openCents: bill.openCents };
    byId.set(bill.id, open);
    const others = byCustomer.get(bill.customerId);
    if (others) {
      others.push(open);
    } else {
      byCustomer.set(bill.customerId, [open]);
    }
  }
  const look = namedBills(unpaid);
  const looked = new Map<number, NamedBills>();
  const find = (payment: IncomingPayment): NamedBills => {
    const named = looked.get(payment.id) ?? look(payment);
    looked.set(payment.id, named);
    return named;
  };
  return { byId, byCustomer, payers: createPayers(unpaid, accounts), charges, find };
};

const isOpenIn =
  ({ currency }: IncomingPayment) =>
  ({ bill, openCents }: OpenBill): boolean =>
    openCents > 0 && bill.currency === currency;

const openOf = (payment: IncomingPayment, { byId }: Ground, ids: ReadonlySet<number>): OpenBill[] =>
  [...ids]
    .toSorted((one, other) => one - other)
    .flatMap((id) => byId.get(id) ?? [])
    .filter(isOpenIn(payment));

/** The bills of those who seem to have paid. */
const ofPayer = (payment: IncomingPayment, { byCustomer, payers }: Ground) => {
  const { found, customerIds } = payers.of(payment);
  return { found, bills: [...customerIds].flatMap((id) => byCustomer.get(id) ?? []).filter(isOpenIn(payment)) };
};

/** The letters about one of these bills that this amount pays just as they claimed it, with fee and interest. */
const settleClaims = (payment: IncomingPayment, bills: readonly OpenBill[], { byId, charges }: Ground): Settled[] =>
  charges.flatMap(({ recordIds, cents }): Settled[] => {
    const open = recordIds.flatMap((id) => byId.get(id) ?? []).filter(isOpenIn(payment));
    return cents > 0 && bills.some(({ bill }) => recordIds.includes(bill.id)) && sumOf(open) + cents === payment.amountCents
      ? [{ fit: 'charges', parts: open.map((bill, at) => partOf(bill, bill.openCents, at === 0 ? { chargeCents: cents } : {})) }]
      : [];
  });

/** Just what is open of these bills, or just what a letter claimed that names them all; undefined: it is another amount. */
const settle = (payment: IncomingPayment, bills: readonly OpenBill[], ground: Ground): Settled | undefined =>
  settleExactly(payment, bills) ??
  settleClaims(payment, bills, ground).find(({ parts }) => bills.every(({ bill }) => parts.some(({ recordId }) => recordId === bill.id)));

/** Somebody else is named as the payer, and owes just this: the number may be a slip. */
const isDoubtful = (payment: IncomingPayment, named: readonly OpenBill[], ground: Ground): boolean => {
  const { bills } = ofPayer(payment, ground);
  const customers = new Set(named.map(({ bill }) => bill.customerId));
  return (
    bills.length > 0 &&
    bills.every(({ bill }) => !customers.has(bill.customerId)) &&
    bills.some((bill) => settleExactly(payment, [bill]) !== undefined)
  );
};

/** What may be booked unseen; undefined: nothing. */
const findSure = (payment: IncomingPayment, ground: Ground): BankMatch | undefined => {
  const { byReference, byNumber, byBareNumber } = ground.find(payment);
  const referred = openOf(payment, ground, byReference);
  if (referred.length > 0) {
    const settled = settle(payment, referred, ground) ?? settleInOrder(payment, referred, ground.charges);
    return said('reference', payment.reference ?? labelsOf(referred), settled.fit === 'more' ? 'partly' : 'sure', settled);
  }
  const named = openOf(payment, ground, byNumber);
  const exactly = named.length > 0 ? settle(payment, named, ground) : undefined;
  if (exactly) {
    return said('number', labelsOf(named), isDoubtful(payment, named, ground) ? 'likely' : 'sure', exactly);
  }
  // A number alone may be anything; of the bills that have it, one has just this amount, and is the payer's.
  const own = new Set(ofPayer(payment, ground).bills.map(({ bill }) => bill.id));
  const fitting = openOf(payment, ground, byBareNumber).filter(
    (bill) => own.has(bill.bill.id) && settle(payment, [bill], ground) !== undefined,
  );
  const [only] = fitting;
  const settled = only && fitting.length === 1 && named.length === 0 ? settle(payment, [only], ground) : undefined;
  return settled && said('number', labelsOf(fitting), 'sure', settled);
};

/** What a person should look at; undefined: nothing fits. */
const findLikely = (payment: IncomingPayment, ground: Ground): BankMatch | undefined => {
  const { byNumber, byBareNumber } = ground.find(payment);
  const named = openOf(payment, ground, byNumber);
  const { found, bills } = ofPayer(payment, ground);
  const own = new Set(bills.map(({ bill }) => bill.id));
  if (named.some(({ bill }) => own.has(bill.id))) {
    return said('number', labelsOf(named), 'partly', settleInOrder(payment, named, ground.charges));
  }
  const exact = bills.filter((bill) => settleExactly(payment, [bill]) !== undefined);
  const [one] = exact;
  const settled = one && exact.length === 1 ? settleExactly(payment, [one]) : undefined;
  if (one && settled) {
    return said(found, one.bill.customerName, 'likely', settled);
  }
  const customers = new Set(bills.map(({ bill }) => bill.customerId));
  const several = exact.length === 0 && customers.size === 1 ? addedUp(payment, bills) : undefined;
  const severally = several && settleExactly(payment, several);
  if (several && severally) {
    return said(found, several[0]?.bill.customerName ?? '', 'likely', severally);
  }
  const [claim] = exact.length === 0 ? settleClaims(payment, bills, ground) : [];
  if (claim) {
    return said(found, claim.parts[0]?.customerName ?? '', 'likely', claim);
  }
  const bare = openOf(payment, ground, byBareNumber).filter((bill) => settleExactly(payment, [bill]) !== undefined);
  const [bareOne] = bare;
  if (named.length === 0 && bareOne && bare.length === 1) {
    return said(
      'number',
      bareOne.bill.label,
      'likely',
      settleExactly(payment, [bareOne]) ?? settleInOrder(payment, [bareOne], ground.charges),
    );
  }
  return named.length > 0 ? said('number', labelsOf(named), 'partly', settleInOrder(payment, named, ground.charges)) : undefined;
};

/**
 * Which bills payments seem to be for, each with its reason; nothing is booked. First what is sure, then what is likely, in the order in
 * which they came: what one payment is for is not proposed to the next. `accounts` are the customers who paid from an account before, `charges`
 * what letters of reminder claimed of fee and interest.
 */
export const matchPayments = (
  payments: readonly IncomingPayment[],
  unpaid: readonly UnpaidBill[],
  accounts: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
  charges: readonly LetterCharge[] = [],
): Map<number, BankMatch> => {
  const ground = groundOf(unpaid, accounts, charges);
  const found = new Map<number, BankMatch>();
  const inOrder = payments.toSorted((one, other) =>
    one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : one.id - other.id,
  );
  for (const look of [findSure, findLikely]) {
    for (const payment of inOrder) {
      const match = found.has(payment.id) ? undefined : look(payment, ground);
      if (match && match.parts.length > 0) {
        found.set(payment.id, match);
        for (const { recordId, amountCents, chargeCents, discountCents } of match.parts) {
          ground.charges = withoutCharge(ground.charges, recordId, chargeCents);
          const open = ground.byId.get(recordId);
          if (open) {
            open.openCents -= amountCents + discountCents;
          }
        }
      }
    }
  }
  return found;
};
