import type { ReactNode } from 'react';
import type { Counted } from '#client/features/runs/counted.ts';
import { type RunLine, sumOf } from '#client/features/runs/run-lines.ts';
import { spanWords } from '#client/entities/runs/time-words.ts';
import { tenthWords } from '#client/features/runs/run-words.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { listWords } from '#client/lib/lists.ts';
import { midSentence, plural, t, wordsOf } from '#client/lib/texts.ts';
import { ErrorIcon } from '#client/ui/icons.tsx';

const Cell = ({ children, unit, className }: { readonly children: ReactNode; readonly unit: string; readonly className?: string }) => (
  <span className={cx('run-cell', className)}>
    <b>{children}</b> <span>{unit}</span>
  </span>
);

/** Letters of a name for which there is room beside its number on a phone. */
const MOST_BESIDE = 6;

interface StopTableProps {
  readonly lines: readonly RunLine[];
  readonly counted: readonly Counted[];
  /** Whether the shares of fuel are not the server's yet. */
  readonly isUnsent: boolean;
  /** Corrects a stop; absent: nothing can be corrected. */
  readonly onPress?: (line: RunLine) => void;
}

/** Every stop of a run with its times and its numbers in fixed columns, and their sums. */
export const StopTable = ({ lines, counted, isUnsent, onPress }: StopTableProps) => {
  const { totalHours, fuel } = useUnits();
  const hasFuel = lines.some((line) => line.fuel !== null);
  // One row as long as names are short; the same in all lines, so that numbers are under each other.
  const isLong = counted.some(({ label }) => label.length > MOST_BESIDE);
  const numbers = (hours: number | null, counts: (key: string) => number | null | undefined, share: number | null, isSum: boolean) => (
    <span className="run-cells" data-columns={counted.length + (hasFuel ? 2 : 1)} data-long={isLong || undefined}>
      <Cell unit={wordsOf(totalHours)}>{hours === null ? '–' : tenthWords(hours)}</Cell>
      {counted.map(({ key, label, isRequired }) => {
        const value = counts(key) ?? null;
        return (
          <Cell key={key} unit={midSentence(label)}>
            {value === null ? isRequired && !isSum ? <span className="run-missing">?</span> : '–' : formatNumber(value)}
          </Cell>
        );
      })}
      {hasFuel && (
        <Cell unit={wordsOf(fuel)} {...(isUnsent ? { className: 'run-unsent' } : {})}>
          {share === null ? '–' : tenthWords(share)}
        </Cell>
      )}
    </span>
  );
  return (
    <ol className="run-table" aria-label={t('Stops')}>
      {lines.map((line, index) => {
        const { entry, counts, missing } = line;
        const words = (
          <>
            <b className="run-name">
              {index + 1}. {entry.customerName}
            </b>
            <span className="run-times">
              {[
                spanWords(entry.spans),
                entry.jobName,
                entry.photos.length > 0 && plural(entry.photos.length, '{count} photo', '{count} photos'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {numbers(entry.totalHours, (key) => counts[key], line.fuel, false)}
            {missing.length > 0 && (
              <span className="run-lacks">
                <ErrorIcon aria-hidden="true" />
                {t('Missing: {names}. Add it now or later.', { names: listWords(missing.map(wordsOf)) })}
              </span>
            )}
          </>
        );
        return (
          <li key={entry.id} data-missing={missing.length > 0 || undefined}>
            {onPress ? (
              <button type="button" className="run-line" onClick={() => onPress(line)}>
                {words}
              </button>
            ) : (
              <div className="run-line">{words}</div>
            )}
          </li>
        );
      })}
      <li className="run-sum">
        <div className="run-line">
          <b className="run-name">{plural(lines.length, '{count} stop', '{count} stops')}</b>
          {numbers(
            sumOf(lines.map(({ entry }) => entry.totalHours)),
            (key) => sumOf(lines.map(({ counts }) => counts[key])),
            sumOf(lines.map((line) => line.fuel)),
            true,
          )}
        </div>
      </li>
    </ol>
  );
};
