import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

interface RowCountProps {
  /** How many a search leaves; all where none is made. */
  readonly shown: number;
  /** Null: nobody knows. */
  readonly all: number | null;
  /** There are more than `shown`, of which nobody knows how many. */
  readonly isMore?: boolean;
  /** What so many rows are, such as `entries`. */
  readonly words: (count: number) => string;
}

/** How many rows a list has, and how many of them a search leaves: '400 rows', '23 of 400 rows'. */
export const RowCount = ({ shown, all, isMore = false, words }: RowCountProps) => {
  const left = `${formatNumber(shown)}${isMore ? '+' : ''}`;
  const counted = all === null || shown === all ? left : t('{left} of {all}', { left, all });
  return (
    <p aria-live="polite" className="text-sm text-ink2 tabular-nums">
      {counted} {words(all ?? shown)}
    </p>
  );
};
