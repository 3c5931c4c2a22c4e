import { type ReactNode, useId } from 'react';
import { FieldError } from '#client/ui/field.tsx';

interface RadioGroupProps<Id> {
  readonly label: ReactNode;
  readonly choices: readonly { readonly id: Id; readonly name: ReactNode; readonly hint?: ReactNode }[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

/** One of a few, each with room for a line of its own below its name; arrow keys move as in any radio group. */
export const RadioGroup = <Id extends string | number>({
  label,
  choices,
  value,
  onChange,
  required = false,
  error,
}: RadioGroupProps<Id>) => {
  const id = useId();
  return (
    <fieldset
      className="grid min-w-0"
      role="radiogroup"
      aria-required={required}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="mb-1 font-[620]">
        {label}
        {required && (
          <span className="ml-1.5 text-poppy-fg" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {choices.map(({ id: choice, name, hint }) => (
        <label key={choice} className="flex min-h-11 cursor-pointer items-start gap-2.5 py-2.5">
          <input
            type="radio"
            name={id}
            className="size-6 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface checked:border-act checked:bg-act checked:shadow-[inset_0_0_0_4px_var(--surface)] forced-colors:appearance-auto"
            checked={choice === value}
            aria-describedby={hint ? `${id}-${choice}` : undefined}
            onChange={() => onChange(choice)}
          />
          <span className="min-w-0 wrap-anywhere">
            {name}
            {hint && (
              <span id={`${id}-${choice}`} className="block text-sm/[1.45] text-ink3">
                {hint}
              </span>
            )}
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
};
