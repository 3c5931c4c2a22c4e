import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

interface RowCountProps {
  /** How many match the search; all of them without one. */
  readonly shown: number;
  /** Null: unknown. */
  readonly all: number | null;
  /** There are more than `shown`, an unknown number. */
  readonly isMore?: boolean;
  /** The count in words, such as `3 entries`. */
  readonly words: (count: number) => string;
}

/** How many rows a list has, and how many of them match the search: '400 rows', '23 of 400 rows'. */
export const RowCount = ({ shown, all, isMore = false, words }: RowCountProps) => {
  const left = `${formatNumber(shown)}${isMore ? '+' : ''}`;
  const counted = all === null || shown === all ? left : t('{left} of {all}', { left, all });
  return (
    <p aria-live="polite" className="text-sm text-ink2 tabular-nums">
      {counted} {words(all ?? shown)}
    </p>
  );
};
