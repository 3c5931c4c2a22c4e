import { type ReactNode, useId } from 'react';
import { Checkbox, FieldError } from '#client/ui/field.tsx';

interface CheckGridProps {
  readonly label: string;
  readonly required?: boolean;
  readonly choices: readonly { readonly id: number; readonly name: string; readonly hint?: string | null }[];
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly error?: string | undefined;
  /** Shown while there is nothing to choose from. */
  readonly empty: ReactNode;
}

/** A multiple choice with all choices in view: one box each, in as many columns as fit. */
export const CheckGrid = ({ label, required = false, choices, value, onChange, error, empty }: CheckGridProps) => {
  const errorId = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="mb-1.5 font-[620]">
        {label}
        {required && (
          <span className="ml-1.5 text-poppy-fg" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {choices.length === 0 ? (
        <p className="text-ink2">{empty}</p>
      ) : (
        <div className="grid gap-x-5 rounded-ctl border border-line px-3.5 py-1 sm:grid-cols-2">
          {choices.map(({ id, name, hint }) => (
            <Checkbox
              key={id}
              className="py-1.5"
              label={
                <span className="block leading-[1.3] wrap-anywhere">
                  {name}
                  {hint && <span className="block text-sm text-ink3">{hint}</span>}
                </span>
              }
              checked={value.includes(id)}
              onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((other) => other !== id))}
            />
          ))}
        </div>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
};
