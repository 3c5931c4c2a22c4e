import type { MatchReason } from '#shared/billing/schemas/bank-statement.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import type { IncomingPayment, UnpaidBill } from './incoming-payment.ts';

/** What says of a name only what kind of firm or person it is. */
const SAYS_NOTHING = new Set(
  'gmbh ag kg ohg gbr ug eg ev co inc llc ltd llp lp corp sl slu sa sas srl sc cv de la el los las und and y the herr frau familie mr mrs ms dr e'.split(
    ' ',
  ),
);

/** Banks write umlauts as two letters, and cut long names off. */
const wordsOf = (name: string): string[] =>
  foldName(name)
    .replaceAll(/([aou])e/g, '$1')
    .split(' ')
    .filter((word) => word.length > 1 && !SAYS_NOTHING.has(word));

const isSameWord = (one: string, other: string): boolean =>
  one === other || (one.length >= 5 && other.startsWith(one)) || (other.length >= 5 && one.startsWith(other));

/** Whether all that the shorter of two names says is in the longer one. */
const isSameName = (one: readonly string[], other: readonly string[]): boolean => {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  return shorter.some((word) => word.length >= 3) && shorter.every((word) => longer.some((each) => isSameWord(word, each)));
};

interface Payer {
  readonly found: Extract<MatchReason['found'], 'account' | 'name'>;
  readonly customerIds: ReadonlySet<number>;
}

export interface Payers {
  /** Who seems to have paid: who paid from that account before, else whose name fits, those first whose name is just that. */
  of(payment: Pick<IncomingPayment, 'payerName' | 'payerAccountHash'>): Payer;
}

export const createPayers = (
  bills: readonly Pick<UnpaidBill, 'customerId' | 'payers'>[],
  accounts: ReadonlyMap<string, ReadonlySet<number>>,
): Payers => {
  const names = new Map<string, { readonly customerId: number; readonly words: readonly string[] }>();
  for (const { customerId, payers } of bills) {
    for (const name of payers) {
      names.set(`${customerId} ${name}`, { customerId, words: wordsOf(name) });
    }
  }
  const all = [...names.values()];
  const byName = new Map<string, ReadonlySet<number>>();
  const customersNamed = (name: string): ReadonlySet<number> => {
    const words = wordsOf(name);
    const fitting = all.filter((each) => isSameName(words, each.words));
    const just = fitting.filter((each) => each.words.join(' ') === words.join(' '));
    return new Set((just.length > 0 ? just : fitting).map(({ customerId }) => customerId));
  };
  return {
    of: ({ payerName, payerAccountHash }) => {
      const known = payerAccountHash === null ? undefined : accounts.get(payerAccountHash);
      if (known && known.size > 0) {
        return { found: 'account', customerIds: known };
      }
      const name = payerName ?? '';
      const customerIds = byName.get(name) ?? customersNamed(name);
      byName.set(name, customerIds);
      return { found: 'name', customerIds };
    },
  };
};
