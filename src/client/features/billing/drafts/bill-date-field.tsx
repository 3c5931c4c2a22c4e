import type { BillDate } from './use-bill-date.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Field, TextInput } from '#client/ui/field.tsx';

interface BillDateFieldProps {
  readonly label: string;
  readonly date: BillDate;
  /** Whether somebody tried to issue it: before that, nothing is said of a date that nobody chose. */
  readonly isTried: boolean;
}

/** Chooses the date of what is to be numbered among those that are open. */
export const BillDateField = ({ label, date, isTried }: BillDateFieldProps) => {
  const { next, day, isChosen, choose, problem } = date;
  const hint =
    next !== undefined &&
    next.from < next.until &&
    t('From {from} to {until}: bill numbers follow the dates.', { from: formatDate(next.from), until: formatDate(next.until) });
  return (
    <Field label={label} required error={isTried || isChosen ? problem : undefined} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          min={next?.from}
          max={next?.until}
          value={day}
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </Field>
  );
};
