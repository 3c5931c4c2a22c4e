import { addDays } from '#shared/lib/dates.ts';
import { useToday } from '#client/data/today.ts';
import { formatDate, formatLongDate } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { type ControlProps, Field } from '#client/ui/field.tsx';
import { DateIcon } from '#client/ui/icons.tsx';
import { pickClass, PickChips } from '#client/ui/pickers.tsx';

const DAYS = [
  { id: 0, name: 'Today' },
  { id: 1, name: 'Yesterday' },
] as const satisfies readonly { readonly id: number; readonly name: PlainText }[];

interface DateChipsProps {
  readonly control: Partial<ControlProps> & { readonly 'aria-label'?: string };
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** The day of the work: nearly always today or yesterday. Any other by the calendar, over which the platform's own input lies unseen. */
export const DateChips = ({ control, value, onChange }: DateChipsProps) => {
  const today = useToday();
  const daysAgo = (days: number) => addDays(today, -days);
  const days = DAYS.filter(({ id }) => daysAgo(id) === value).map(({ id }) => id);
  const isOther = value !== '' && days.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PickChips
        isAlways
        choices={DAYS.map(({ id, name }) => ({ id, name: t(name) }))}
        value={days}
        onPress={(id) => onChange(daysAgo(id))}
      />
      <span className={`${pickClass(isOther)} relative has-focus-visible:outline-3 has-focus-visible:outline-(--focus)`}>
        <DateIcon className="size-5" aria-hidden="true" />
        {isOther && formatDate(value)}
        <input
          {...control}
          type="date"
          max={daysAgo(-1)}
          value={value}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          // A mouse would otherwise have to find the small sign at the end of the input.
          onClick={({ currentTarget }) => currentTarget.showPicker()}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  );
};

interface DateFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (date: string) => void;
}

/** The day of the work, written out once. */
export const DateField = ({ value, error, onChange }: DateFieldProps) => (
  <Field label={t('Date')} required error={error} hint={value === '' ? undefined : formatLongDate(value)}>
    {(control) => <DateChips control={control} value={value} onChange={onChange} />}
  </Field>
);
