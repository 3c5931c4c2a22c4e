import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isCalendarDate } from '#shared/lib/dates.ts';
import type { JobEntryPatch } from '#shared/domain/job-entry.ts';
import { decimalOf, heldOf } from '#client/lib/typed-number.ts';
import { useNumberField } from '#client/ui/number-field.tsx';
import type { NumberColumn } from './desk-columns.ts';
import { type NumberKey, numberOf, withValues } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';

/** What can be changed in the row. */
export type EditedName = 'date' | NumberKey;

/** A row while its numbers and its date are changed in place. */
export interface RowEdit {
  readonly row: DeskRow;
  readonly values: Readonly<Partial<Record<EditedName, string>>>;
  /** The field that gets the focus. */
  readonly first: EditedName;
  readonly has: (name: EditedName) => boolean;
  readonly change: (name: EditedName, value: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** What a row's fields hold when its change begins: those that its service asks for, and those that it has a value of. */
export const editedValues = (
  row: DeskRow,
  columns: readonly NumberColumn[],
  isOffered: (key: NumberKey) => boolean,
): Readonly<Partial<Record<EditedName, string>>> => ({
  date: row.entry.date,
  ...Object.fromEntries(
    columns.flatMap(({ key }) => {
      const value = numberOf(row, key);
      return value !== null || isOffered(key) ? [[key, value === null ? '' : heldOf(value)] as const] : [];
    }),
  ),
});

/** The change of an entry that its edited fields make; null: one of them cannot be read. Without a difference it is empty. */
export const editedPatch = ({ entry }: DeskRow, before: RowEdit['values'], after: RowEdit['values']): JobEntryPatch | null => {
  const changed = (Object.keys(after) as EditedName[]).filter((name) => after[name] !== before[name]);
  let patch: JobEntryPatch = {};
  const own: Record<string, number | null> = {};
  for (const name of changed) {
    const text = (after[name] ?? '').trim();
    if (name === 'date') {
      if (!isCalendarDate(text)) {
        return null;
      }
      patch = { ...patch, date: text };
      continue;
    }
    const decimal = text === '' ? null : decimalOf(text);
    const number = decimal === null ? null : Number(decimal);
    if ((text !== '' && decimal === null) || (number !== null && number < 0)) {
      return null;
    }
    if (name === 'totalHours' || name === 'fuel' || name === 'loads') {
      patch = { ...patch, [name]: number };
    } else {
      own[name.slice(4)] = number;
    }
  }
  return Object.keys(own).length === 0 ? patch : { ...patch, customFieldValues: withValues(entry, own) };
};

const useFirstFocus = (isFirst: boolean) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) {
      input.current?.focus();
      input.current?.select();
    }
  }, [isFirst]);
  return input;
};

const handleKey =
  ({ save, cancel }: RowEdit) =>
  (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };

interface RowInputProps {
  readonly edit: RowEdit;
  readonly name: EditedName;
  readonly label: string;
}

const NumberInput = ({ edit, name, label }: RowInputProps) => {
  const input = useFirstFocus(edit.first === name);
  const { control, error } = useNumberField({ label, value: edit.values[name] ?? '', onChange: (held) => edit.change(name, held) });
  return (
    <input
      ref={input}
      {...control}
      aria-label={label}
      aria-invalid={error !== undefined}
      title={error}
      className="desk-input"
      onKeyDown={handleKey(edit)}
    />
  );
};

const DateInput = ({ edit, name, label }: RowInputProps) => {
  const input = useFirstFocus(edit.first === name);
  return (
    <input
      ref={input}
      type="date"
      value={edit.values[name] ?? ''}
      onChange={({ target }) => edit.change(name, target.value)}
      aria-label={label}
      className="desk-input desk-input-date"
      onKeyDown={handleKey(edit)}
    />
  );
};

/** A field in the row: Enter saves, Escape leaves everything as it was, Tab goes on. */
export const RowInput = (props: RowInputProps) => (props.name === 'date' ? <DateInput {...props} /> : <NumberInput {...props} />);
