import { creditorReference, qrReference } from '#shared/billing/payment-references.ts';
import type { IncomingPayment, UnpaidBill } from './incoming-payment.ts';

/** What a text names, by how much that says; each a list of bills' ids. */
export interface NamedBills {
  /** A structured reference, with its check digits. */
  readonly byReference: ReadonlySet<number>;
  /** Year and number, or prefix and number, in any way of writing. */
  readonly byNumber: ReadonlySet<number>;
  /** Only the number. */
  readonly byBareNumber: ReadonlySet<number>;
}

const LETTERS_AND_DIGITS = /[^\p{L}\p{N}]+/gu;
const compact = (text: string): string => text.toUpperCase().replaceAll(LETTERS_AND_DIGITS, '');

const plainNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '');
const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

/** Digits with the word right before them, and what parts them from the digits before. */
interface Run {
  readonly digits: string;
  readonly word: string;
  readonly between: string;
}

/** Longer words are no prefix of a range, and a text may be one word of a thousand letters. */
const LONGEST_WORD = 16;
const WORD = new RegExp(String.raw`(?<!\p{L})(\p{L}{1,${LONGEST_WORD}})[^\p{L}\p{N}]{0,4}$`, 'u');

/** The word that a text ends with, a few signs after it aside. Looks only at the end, however long the text is. */
const lastWord = (text: string): string => WORD.exec(text.slice(-2 * LONGEST_WORD))?.[1]?.toUpperCase() ?? '';

const runsIn = (text: string): Run[] => {
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const between = text.slice(end, index);
    runs.push({ digits, between, word: lastWord(between) });
    end = index + digits.length;
  }
  return runs;
};

/** ISO 11649: `RF`, two check digits, and up to 21 letters and digits. */
const SHORTEST_REFERENCE = 5;
const LONGEST_REFERENCE = 25;
/** More bills are not booked on one payment either. */
const MOST_REFERENCES = 12;

/** What parts year and number: a sign or two, or nothing but a space. */
const PARTS = /^\s?[-/._–: ]\s?$/;

/** The ways of writing that the text may name bills in, each as a key of the index. */
const keysIn = (text: string): { readonly full: readonly string[]; readonly bare: readonly string[] } => {
  const full: string[] = [];
  const bare: string[] = [];
  const runs = runsIn(text);
  for (const [at, { digits, word }] of runs.entries()) {
    const next = runs[at + 1];
    if (next && PARTS.test(next.between)) {
      if (isYear(digits)) {
        full.push(`${digits} ${plainNumber(next.digits)}`);
      }
      if (isYear(next.digits)) {
        full.push(`${next.digits} ${plainNumber(digits)}`);
      }
    }
    if (digits.length > 4 && isYear(digits.slice(0, 4))) {
      full.push(`${digits.slice(0, 4)} ${plainNumber(digits.slice(4))}`);
    }
    if (word !== '') {
      full.push(`${word} ${plainNumber(digits)}`);
    }
    bare.push(plainNumber(digits));
  }
  return { full, bare };
};

/** Letters of a range's prefix: `RE-` is RE. */
const prefixOf = ({ label, year }: UnpaidBill): string => compact(label.slice(0, Math.max(0, label.lastIndexOf(`${year}-`))));

/** The text itself, and what begins like a reference inside it: there it may go on with other words, in groups or not. */
const referencesIn = (text: string): string[] => {
  const plain = compact(text);
  const begun = [...plain.matchAll(/RF\d\d/g)]
    .slice(0, MOST_REFERENCES)
    .flatMap(({ index }) =>
      Array.from({ length: LONGEST_REFERENCE - SHORTEST_REFERENCE + 1 }, (_, more) =>
        plain.slice(index, index + SHORTEST_REFERENCE + more),
      ),
    );
  return [plain, ...begun, ...(plain.match(/\d{27}/g) ?? [])];
};

/** An index of bills by what payments may call them: asked once for each payment, however many bills there are. */
export const namedBills = (bills: readonly UnpaidBill[]): ((payment: Pick<IncomingPayment, 'text' | 'reference'>) => NamedBills) => {
  const [references, full, bare] = [new Map<string, number[]>(), new Map<string, number[]>(), new Map<string, number[]>()];
  const add = (index: Map<string, number[]>, key: string, id: number): void => {
    index.set(key, [...(index.get(key) ?? []), id]);
  };
  for (const bill of bills) {
    const { id, year, number } = bill;
    const prefix = prefixOf(bill);
    for (const reference of [creditorReference(bill), qrReference(bill)]) {
      add(references, reference, id);
    }
    add(full, `${year} ${number}`, id);
    if (/^\p{L}+$/u.test(prefix)) {
      add(full, `${prefix} ${number}`, id);
    }
    add(bare, String(number), id);
  }
  const found = (index: Map<string, number[]>, keys: readonly string[]): ReadonlySet<number> =>
    new Set(keys.flatMap((key) => index.get(key) ?? []));
  return ({ text, reference }) => {
    const said = [reference, text].filter((each) => each !== null);
    const referred = said.flatMap(referencesIn);
    const together = said.join(' ');
    const keys = keysIn(together);
    const byNumber = found(full, keys.full);
    // Banks cut texts into lines of 27 or 35 characters, within a number, too.
    const squeezed = byNumber.size > 0 ? byNumber : found(full, keysIn(together.replaceAll(/\s+/g, '')).full);
    return { byReference: found(references, referred), byNumber: squeezed, byBareNumber: found(bare, keys.bare) };
  };
};
