import { addDays } from '#shared/lib/dates.ts';
import { useToday } from '#client/data/today.ts';
import { formatLongDate } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Field, TextInput } from '#client/ui/field.tsx';
import { PickChips } from '#client/ui/pickers.tsx';

const DAYS = [
  { id: 0, name: 'Today' },
  { id: 1, name: 'Yesterday' },
] as const satisfies readonly { readonly id: number; readonly name: PlainText }[];

interface DateFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (date: string) => void;
}

/** The day of the work: nearly always today or yesterday, and any other by the platform's picker. */
export const DateField = ({ value, error, onChange }: DateFieldProps) => {
  const today = useToday();
  const daysAgo = (days: number) => addDays(today, -days);
  return (
    <Field label={t('Date')} required error={error} hint={value === '' ? undefined : formatLongDate(value)}>
      {(control) => (
        <div className="grid gap-2">
          <PickChips
            choices={DAYS.map(({ id, name }) => ({ id, name: t(name) }))}
            value={DAYS.filter(({ id }) => daysAgo(id) === value).map(({ id }) => id)}
            onPress={(id) => onChange(daysAgo(id))}
          />
          <TextInput {...control} type="date" max={daysAgo(-1)} value={value} onChange={(event) => onChange(event.target.value)} />
        </div>
      )}
    </Field>
  );
};
