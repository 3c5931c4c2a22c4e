import type { SummaryTotal } from '#shared/domain/job-summary.ts';
import { totalWords } from './bill-words.ts';

/** Numbers of entries in a row: '34 hrs, 12 loads'. Lines break between two of them, never within one. */
export const Totals = ({ totals }: { readonly totals: readonly SummaryTotal[] }) => (
  <span className="tabular-nums">
    {totals.map((total, place) => (
      <span key={total.key}>
        <span className="inline-block max-w-full">
          {totalWords(total)}
          {place < totals.length - 1 && ','}
        </span>{' '}
      </span>
    ))}
  </span>
);
