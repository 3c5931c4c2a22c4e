import type { IncomingPayment, UnpaidBill } from '#shared/billing/incoming-payment.ts';
import { creditorReference, qrReference } from '#shared/billing/payment-references.ts';
import { discountFor } from '#shared/billing/receivables.ts';
import { addDays } from '#shared/lib/dates.ts';

/** A payment, and what it was made for; none: a stranger's, or money for something else. */
export interface MadePayment {
  readonly payment: IncomingPayment;
  readonly way: string;
  readonly bills: readonly number[];
}

/** Numbers that look like chance and are the same each time (mulberry32). */
const chanceFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const FIRST = 'Hof Gut Landhof Agrar Biohof Milchhof Weingut Reiterhof Betrieb Erbenhof'.split(' ');
const LAST = 'Lindner Ostheim Brandt Köhler Schäfer Möller Groß Vogel Winkler Baumann Ritter Pfeiffer'.split(' ');

/** A season of 400 bills of 120 customers, and 380 payments as people make them. */
export const makeSeason = (seed: number): { readonly bills: UnpaidBill[]; readonly payments: MadePayment[] } => {
  const chance = chanceFrom(seed);
  const bills = Array.from({ length: 400 }, (_, at): UnpaidBill => {
    const customerId = 1 + chance(120);
    const customerName = `${FIRST[customerId % FIRST.length] ?? ''} ${LAST[Math.floor(customerId / FIRST.length)] ?? ''}`;
    const grossCents = 5000 + chance(400_000);
    const issuedOn = addDays('2026-05-01', Math.floor(at / 4));
    return {
      id: at + 1,
      label: `RE-2026-${String(at + 1).padStart(4, '0')}`,
      year: 2026,
      number: at + 1,
      customerId,
      customerName,
      currency: 'EUR',
      dueOn: addDays(issuedOn, 30),
      grossCents,
      openCents: grossCents,
      discountPercent: at % 3 === 0 ? '2' : null,
      discountUntil: at % 3 === 0 ? addDays(issuedOn, 10) : null,
      payers: [customerName],
    };
  });
  const unpaid = [...bills];
  const take = (fits: (bill: UnpaidBill) => boolean = () => true): UnpaidBill | undefined => {
    const found = unpaid.findIndex((each, at) => at >= chance(unpaid.length) && fits(each));
    return found === -1 ? unpaid.shift() : unpaid.splice(found, 1)[0];
  };
  const written = [
    ({ label }: UnpaidBill) => label,
    ({ label }: UnpaidBill) => `Rechnung ${label.replaceAll('-', '')} vielen Dank`,
    ({ number }: UnpaidBill) => `Rg. 2026/${number}`,
    ({ number }: UnpaidBill) => `RE ${number}`,
    ({ label }: UnpaidBill) => `SVWZ+${label.slice(0, 10)} ${label.slice(10)}`,
  ];
  const payments: MadePayment[] = [];
  const add = (way: string, paid: readonly UnpaidBill[], more: Partial<IncomingPayment>): void => {
    const [first] = paid;
    const latest =
      paid
        .map(({ dueOn }) => dueOn)
        .toSorted()
        .at(-1) ?? '2026-07-01';
    const payment = {
      id: payments.length + 1,
      bookedOn: addDays(latest, -chance(12)),
      amountCents: paid.reduce((sum, { openCents }) => sum + openCents, 0),
      currency: 'EUR',
      payerName: first?.customerName.toUpperCase().replace('Ä', 'AE').replace('Ö', 'OE').replace('ß', 'ss') ?? null,
      payerAccountHash: null,
      text: null,
      reference: null,
      ...more,
    };
    payments.push({ way, bills: paid.map(({ id }) => id), payment });
  };
  for (let at = 0; at < 380; at += 1) {
    const bill = at % 20 < 19 ? take() : undefined;
    const write = written[chance(written.length)] ?? written[0];
    const text = bill && write ? write(bill) : '';
    switch (at % 20) {
      case 0:
      case 1:
      case 2:
      case 3: {
        add('reference', bill ? [bill] : [], { reference: bill ? (at % 2 === 0 ? creditorReference(bill) : qrReference(bill)) : null });
        break;
      }
      case 11: {
        add('discount', bill ? [bill] : [], {
          text,
          bookedOn: bill?.discountUntil ?? bill?.dueOn ?? '',
          amountCents: bill ? bill.grossCents - discountFor(bill, bill.discountUntil ?? '2027-01-01') : 0,
        });
        break;
      }
      case 12: {
        add('part', bill ? [bill] : [], { text, amountCents: Math.floor((bill?.openCents ?? 0) / 2) });
        break;
      }
      case 13:
      case 14: {
        const other = take(({ customerId }) => customerId === bill?.customerId);
        const both = [bill, other].filter((each) => each !== undefined);
        add('several', both, { text: at % 20 === 13 ? both.map(({ label }) => label).join(', ') : null });
        break;
      }
      case 15:
      case 16: {
        add('name', bill ? [bill] : [], { text: 'Danke' });
        break;
      }
      case 17: {
        const wrong = bills[chance(bills.length)];
        add('wrong number', bill ? [bill] : [], { text: wrong?.label ?? '' });
        break;
      }
      case 18: {
        add('somebody pays for another', bill ? [bill] : [], { text, payerName: 'Erika Mustermann' });
        break;
      }
      case 19: {
        add('stranger', [], { payerName: 'Landeskasse', text: `Aktenzeichen ${chance(1000)}`, amountCents: 100 + chance(200_000) });
        break;
      }
      default: {
        add('number', bill ? [bill] : [], { text });
      }
    }
  }
  return { bills, payments };
};
