import type { InputHTMLAttributes } from 'react';
import type { FormErrors } from '#client/components/shown-errors.ts';
import { Field, Textarea, TextInput } from '#client/ui/field.tsx';

/** The names of a form's text values. */
type TextName<V> = { [K in keyof V]: string extends V[K] ? K : never }[keyof V] & string;

type InputProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoComplete' | 'disabled'>;

/** What fields read from and write to a form: what `useForm` returns, or a row of a batch. */
export interface FieldsOf<V> {
  readonly values: V;
  readonly errors: FormErrors;
  set<K extends keyof V>(name: K, value: V[K]): void;
}

interface TextFieldProps<V> extends InputProps {
  readonly form: FieldsOf<V>;
  readonly name: TextName<V>;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string | undefined;
  /** Several lines: the initial number. */
  readonly rows?: number;
}

/** A text field of a form: label, input and error. */
export const TextField = <V extends object>({ form, name, label, required = false, hint, rows, ...input }: TextFieldProps<V>) => {
  const value = form.values[name] as string;
  const set = (text: string) => form.set(name, text as V[typeof name]);
  return (
    <Field label={label} required={required} error={form.errors[name]} hint={hint}>
      {(control) =>
        rows === undefined ? (
          <TextInput {...control} {...input} value={value} onChange={({ target }) => set(target.value)} />
        ) : (
          <Textarea
            {...control}
            rows={rows}
            disabled={input.disabled}
            autoComplete={input.autoComplete}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        )
      }
    </Field>
  );
};
