import { inWords, type LineWriter } from '#shared/billing/line-words.ts';
import { sourceIn } from '#shared/billing/measure-words.ts';
import { sentencesOf } from '#shared/billing/sentences.ts';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry } from '#shared/billing/schemas/billing-record.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { quantityWords } from './bill-words.ts';
import { ExplainedEntries } from './explained-entries.tsx';
import { formatDecimal, formatMoney, formatPrice } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { pageLanguage } from '#client/lib/language.ts';

const writerOf = ({ basis, unit }: BillLine, currency: string, units: EntryUnits): LineWriter => {
  const language = pageLanguage();
  return {
    language,
    money: (cents) => formatMoney(cents, currency),
    price: (text) => formatPrice(text, currency),
    number: formatDecimal,
    day: formatDate,
    measured: (quantity) => quantityWords({ quantity, basis, unit }, units),
    source: (name) => sourceIn(language, name),
  };
};

interface ExplanationProps {
  readonly line: BillLine;
  readonly currency: string;
  /** The entries as a bill that was issued has them; left out: of a bill to come. */
  readonly billed?: readonly BilledEntry[] | undefined;
}

/** How a line came to its amount: the same text as on the printed bill, the rate used, and the entries it comes from. */
export const Explanation = ({ line, currency, billed }: ExplanationProps) => {
  const writer = writerOf(line, currency, useUnits());
  return (
    <>
      <ul className="grid gap-1 text-sm/[1.45] text-ink2 tabular-nums">
        {sentencesOf(line).map((sentence, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- The sentences of a line never change places.
          <li key={index}>{inWords(sentence, writer)}</li>
        ))}
      </ul>
      <ExplainedEntries line={line} billed={billed} />
    </>
  );
};

/** The same in a sentence or two: quantity, entries, price and amount, without what the rate was preferred to. */
export const Calculation = ({ line, currency }: ExplanationProps) => {
  const writer = writerOf(line, currency, useUnits());
  return sentencesOf(line)
    .filter(({ key }) => key !== 'source' && !key.startsWith('beat'))
    .map((sentence) => inWords(sentence, writer))
    .join('. ');
};
