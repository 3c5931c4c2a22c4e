import type { BillLine } from '#shared/domain/bill.ts';
import { type Sentence, type SentenceKey, SENTENCES, sentencesOf } from '#shared/billing/sentences.ts';
import { sourceWords } from '#client/features/billing/bill-words.ts';
import { formatDate, formatDecimal, formatMoney, formatPrice } from '#client/lib/formats.ts';
import { type Text, wordsOf } from '#client/lib/texts.ts';

/** Every sentence of the engine stands in the catalogue. */
const TEXTS: Readonly<Record<SentenceKey, Text>> = SENTENCES;

const PRICES = ['price', 'basePrice'];
const DECIMALS = ['quantity', 'whole', 'step', 'upTo', 'percent', 'count', 'steps'];

const valueWords = (name: string, value: string | number, currency: string): string => {
  if (name.toLowerCase().endsWith('cents')) {
    return formatMoney(Number(value), currency);
  }
  if (PRICES.includes(name)) {
    return formatPrice(String(value), currency);
  }
  if (DECIMALS.includes(name)) {
    return formatDecimal(String(value));
  }
  // A rate's number is a name, and is not written as an amount.
  return name === 'date' ? formatDate(String(value)) : name === 'source' ? sourceWords(String(value)) : String(value);
};

const inWords = ({ key, values }: Sentence, currency: string): string =>
  wordsOf(TEXTS[key]).replaceAll(/\{(\w+)\}/g, (_brace, name: string) => valueWords(name, values[name] ?? '', currency));

/** Why a line has its amount, in plain words. */
export const Explanation = ({ line, currency }: { readonly line: BillLine; readonly currency: string }) => (
  <ul className="grid gap-1 text-sm/[1.45] text-ink2">
    {sentencesOf(line).map((sentence, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- The sentences of a line never change places.
      <li key={index}>{inWords(sentence, currency)}</li>
    ))}
  </ul>
);
