import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { type NumberRefusal, numberRefusal } from '#client/lib/number-refusal.ts';
import { t } from '#client/lib/texts.ts';
import { editedNumber, heldNumber, shownNumber } from '#client/lib/typed-number.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

export interface NumberFieldProps {
  readonly label: string;
  /** In the format that a form holds (`heldNumber`). */
  readonly value: string;
  readonly onChange: (held: string) => void;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A percent sign may be typed after it. */
  readonly isPercent?: boolean;
  /** What is wrong with the input; by default only that it is not a number. */
  readonly refusal?: NumberRefusal | undefined;
}

type NumberControl = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'value' | 'onFocus' | 'onBlur' | 'onChange'
>;

/**
 * The control of a number field, and its error. While the user is typing, the text is left alone; on blur the field shows what was
 * understood, or says why nothing was.
 */
export const useNumberField = (props: NumberFieldProps): { control: NumberControl; error: string | undefined; refusal?: NumberRefusal } => {
  const { label, value, onChange, error, isPercent = false } = props;
  const refusal = 'refusal' in props ? props.refusal : numberRefusal(value, label);
  const [typing, setTyping] = useState<{ readonly text: string; readonly held: string } | null>(null);
  // A value that a key or the form has changed since is shown at once.
  const isTyping = typing?.held === value;
  const type = (text: string) => {
    const held = heldNumber(isPercent ? text.replace(/%\s*$/, '') : text);
    setTyping({ text, held });
    onChange(held);
  };
  const control: NumberControl = {
    inputMode: 'decimal',
    autoComplete: 'off',
    value: isTyping ? typing.text : shownNumber(value),
    onFocus: () => setTyping({ text: editedNumber(value), held: value }),
    onBlur: () => setTyping(null),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value),
  };
  const isErrorShown = refusal !== undefined && (!isTyping || error !== undefined);
  if (!isErrorShown) {
    return { control, error };
  }
  // If there is no suggestion, the form's own message says more: 'Must be a price, such as 14.50'.
  return { control, error: refusal.meant === null ? (error ?? refusal.words) : refusal.words, refusal };
};

interface TakeMeantProps {
  readonly refusal: NumberRefusal | undefined;
  readonly onTake: (held: string) => void;
}

/** Takes the number that may have been meant: some keypads have only the separator that cannot be read. */
export const TakeMeant = ({ refusal, onTake }: TakeMeantProps) => {
  const meant = refusal?.meant ?? null;
  return (
    meant !== null && (
      <Button size="small" className="justify-self-start" onClick={() => onTake(meant)}>
        {t('Use {number}', { number: shownNumber(meant) })}
      </Button>
    )
  );
};

/** An input for a number, in the user's locale. */
export const NumberField = (props: NumberFieldProps & { readonly disabled?: boolean }) => {
  const { label, required = false, hint, onChange, disabled = false } = props;
  const { control, error, refusal } = useNumberField(props);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(field) => (
        <>
          <TextInput {...field} {...control} disabled={disabled} />
          <TakeMeant refusal={refusal} onTake={onChange} />
        </>
      )}
    </Field>
  );
};
