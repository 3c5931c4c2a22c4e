import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import { cx } from '#client/lib/cx.ts';
import { CheckIcon, ChevronIcon, ErrorIcon, type Icon } from '#client/ui/icons.tsx';

/** The props that tie a control to its field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** At the right end of the label's line. */
  readonly action?: ReactNode;
  /** Renders the control with the ids that tie it to label, hint and error. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** The message under an invalid field. */
export const FieldError = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm/[1.4] font-[560] text-poppy-fg">
    <ErrorIcon className="mt-px size-[1.25em] shrink-0" aria-hidden="true" />
    {children}
  </p>
);

/** A labelled control: label above, hint or error below. */
export const Field = ({ label, required = false, hint, error, action, children }: FieldProps) => {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="font-[620]">
          {label}
          {required && (
            <span className="ml-1.5 text-poppy-fg" aria-hidden="true">
              *
            </span>
          )}
        </label>
        {action}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error !== undefined, 'aria-required': required })}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-sm/[1.45] text-ink3">
          {hint}
        </p>
      )}
    </div>
  );
};

const frame =
  'w-full min-w-0 rounded-ctl border-[1.5px] border-edge bg-surface text-left aria-invalid:border-poppy aria-invalid:shadow-[inset_0_0_0_1px_var(--poppy)] disabled:border-dashed disabled:bg-sunk disabled:text-ink3 disabled:opacity-100';

export const TextInput = ({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) => (
  <input {...rest} className={cx(frame, 'min-h-(--ctl) px-3.5', className)} />
);

export const Textarea = ({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <textarea {...rest} className={cx(frame, 'min-h-20 resize-y px-3.5 py-3 leading-[1.45]', className)} />
);

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly icon?: Icon;
  /** The first line, for no selection; for a disabled select the reason why. */
  readonly placeholder?: string;
}

/** The platform's own select, framed like the other fields. */
export const Select = ({ icon: IconShape, placeholder, className, children, ...rest }: SelectProps) => (
  <span className="relative block">
    {IconShape && (
      <IconShape className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink3" aria-hidden="true" />
    )}
    <select
      {...rest}
      className={cx(
        frame,
        'min-h-(--ctl) appearance-none truncate pr-10',
        IconShape ? 'pl-11' : 'pl-3.5',
        rest.value === '' && 'text-ink3',
        className,
      )}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {children}
    </select>
    <ChevronIcon className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink3" aria-hidden="true" />
  </span>
);

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  /** The label is read aloud but not visible, as in a table whose header names the column. */
  readonly hideLabel?: boolean;
}

/** A box of 24 px in a line of 44. */
export const Checkbox = ({ label, hideLabel = false, className, ...rest }: CheckboxProps) => (
  <label className={cx('flex min-h-11 items-center gap-2.5', className)}>
    <span className="relative size-6 shrink-0">
      <input
        {...rest}
        type="checkbox"
        className="peer block size-6 appearance-none rounded-[0.375rem] border-2 border-edge bg-surface checked:border-act checked:bg-act disabled:border-dashed disabled:border-edge disabled:bg-sunk forced-colors:appearance-auto"
      />
      <CheckIcon
        className="pointer-events-none invisible absolute inset-0 m-auto size-4.25 stroke-[3.5] text-onact peer-checked:visible peer-disabled:text-ink3 forced-colors:hidden"
        aria-hidden="true"
      />
    </span>
    <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
  </label>
);
