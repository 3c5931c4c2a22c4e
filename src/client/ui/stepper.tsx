import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { t } from '#client/lib/texts.ts';
import { cx } from '#client/lib/cx.ts';
import { stepped } from '#client/lib/stepped.ts';
import { Field } from '#client/ui/field.tsx';
import { type Icon, MinusIcon, PlusIcon } from '#client/ui/icons.tsx';
import { type NumberFieldProps, TakeMeant, useNumberField } from '#client/ui/number-field.tsx';

const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 90;

interface KeyProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isDisabled?: boolean;
  readonly onStep: () => void;
}

/** Steps once when pressed and repeats while it is held. */
export const StepKey = ({ label, icon: IconShape, isDisabled = false, onStep }: KeyProps) => {
  const timer = useRef<number | undefined>(undefined);
  const hasRepeated = useRef(false);
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  useEffect(() => {
    // A disabled key is not told that it was let go.
    if (isDisabled) {
      window.clearTimeout(timer.current);
    }
  }, [isDisabled]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const stop = () => {
    window.clearTimeout(timer.current);
  };
  const hold = (delay: number) => {
    timer.current = window.setTimeout(() => {
      hasRepeated.current = true;
      step.current();
      hold(REPEAT_EVERY_MS);
    }, delay);
  };
  const press = (event: PointerEvent) => {
    hasRepeated.current = false;
    if (event.button === 0) {
      hold(REPEAT_AFTER_MS);
    }
  };
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      className="grid touch-manipulation place-items-center bg-sunk text-ink select-none focus-visible:-outline-offset-3"
      onClick={(event) => {
        // Releasing a key that was held is a click as well.
        if (event.detail === 0 || !hasRepeated.current) {
          step.current();
        }
      }}
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={press}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      <IconShape className="size-7 stroke-[2.75]" aria-hidden="true" />
    </button>
  );
};

interface StepperProps extends NumberFieldProps {
  readonly step?: number;
  readonly min?: number;
  readonly unit?: string;
  /** At the right end of the label's line. */
  readonly action?: ReactNode;
  /** Below minus, input and plus. */
  readonly children?: ReactNode;
}

/** A number field with minus and plus around it: for gloves and for keyboards. */
export const Stepper = (props: StepperProps) => {
  const { label, value, onChange, required = false, hint, action, step = 1, min = 0, unit, children } = props;
  const { control, error, refusal } = useNumberField(props);
  return (
    <Field label={label} required={required} hint={hint} action={action} error={error}>
      {(field) => (
        <div className="grid gap-2">
          <div
            role="group"
            aria-label={label}
            className={cx(
              'grid min-h-16 grid-cols-[4rem_1fr_4rem] overflow-hidden rounded-ctl border-[1.5px] border-edge bg-surface has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-(--focus) lg:pointer-fine:min-h-13',
              field['aria-invalid'] && 'border-poppy shadow-[0_0_0_1px_var(--poppy)]',
            )}
          >
            <StepKey label={t('Less: {label}', { label })} icon={MinusIcon} onStep={() => onChange(stepped(value, step, -1, min))} />
            <span className="flex min-w-0 items-center justify-center gap-1.5 px-1">
              <input
                {...field}
                {...control}
                placeholder="0"
                className={cx(
                  'w-full min-w-0 bg-transparent py-2 text-[1.75rem] leading-none font-bold tabular-nums outline-none lg:pointer-fine:text-2xl',
                  unit ? 'text-right' : 'text-center',
                )}
              />
              {unit && <span className="w-full shrink text-sm font-medium text-ink2">{unit}</span>}
            </span>
            <StepKey label={t('More: {label}', { label })} icon={PlusIcon} onStep={() => onChange(stepped(value, step, 1, min))} />
          </div>
          {children}
          <TakeMeant refusal={refusal} onTake={onChange} />
        </div>
      )}
    </Field>
  );
};
