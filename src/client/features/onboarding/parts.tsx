import type { FormEvent, ReactNode } from 'react';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Button } from '#client/ui/button.tsx';
import { type ControlProps, Field, Select } from '#client/ui/field.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';

interface AddFormProps {
  readonly id?: string;
  readonly title: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Errors that no field shows (`useForm`). */
  readonly problems: readonly string[];
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** The form next to a list, which adds a record to it. */
export const AddForm = ({ id, title, submitLabel, isBusy, problems, onSubmit, children }: AddFormProps) => (
  <Card>
    <CardHead title={title} />
    <form
      id={id}
      noValidate
      className="grid gap-5.5 p-4.5"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (!isBusy) {
          void onSubmit().then(() => focusInvalid(form));
        }
      }}
    >
      <FormProblems problems={problems} />
      {children}
      <Button type="submit" icon={PlusIcon} busyText={isBusy && t('Adding...')}>
        {submitLabel}
      </Button>
    </form>
  </Card>
);

/** Goes to the first field of an `AddForm`. */
export const focusAddForm = (id: string): void => document.querySelector<HTMLInputElement>(`#${id} input`)?.focus();

/**
 * By name, and a number where a name is repeated: a new record's id changes when the server has it, and an open panel in its row must stay
 * open.
 */
const keyed = <T,>(items: readonly T[], nameOf: (item: T) => string): { readonly key: string; readonly item: T }[] => {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { key: `${name} ${times}`, item };
  });
};

interface ListCardProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly nameOf: (item: T) => string;
  readonly empty: string;
  readonly children: (item: T) => ReactNode;
  readonly below?: ReactNode;
}

/** The existing records. */
export const ListCard = <T,>({ label, items, nameOf, empty, children, below }: ListCardProps<T>) => (
  <Card>
    {items.length === 0 ? (
      <p className="px-4.5 py-8 text-center text-ink2">{empty}</p>
    ) : (
      <ul aria-label={label}>
        {keyed(items, nameOf).map(({ key, item }) => (
          <li key={key} className="grid gap-2.5 border-line px-4.5 py-3.5 not-first:border-t">
            {children(item)}
          </li>
        ))}
      </ul>
    )}
    {below}
  </Card>
);

interface ChooseProps<T extends string> {
  readonly label: string;
  readonly choices: readonly T[];
  readonly labelOf: (choice: T) => string;
  readonly value: T;
  readonly onChange: (choice: T) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
}

/** A picker for one of a few words. */
export const Choose = <T extends string>({ label, choices, labelOf, value, onChange, error, hint }: ChooseProps<T>) => (
  <Field label={label} error={error} hint={hint}>
    {(control: ControlProps) => (
      <Select {...control} value={value} onChange={({ target }) => onChange(choices.find((choice) => choice === target.value) ?? value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {labelOf(choice)}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
