import { formatNumber } from '#client/lib/formats.ts';
import { type PointerEvent, useEffect, useRef } from 'react';
import { t } from '#client/lib/texts.ts';
import type { ControlProps } from '#client/ui/field.tsx';
import { cx } from '#client/lib/cx.ts';
import { type Icon, MinusIcon, PlusIcon } from '#client/ui/icons.tsx';

const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 90;

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A comma for most of the world. */
const decimalSign = (): string => formatNumber(0.5).replaceAll(/\d/g, '');

/** The value after so many steps, never below the least. What is not a number counts as nothing typed yet. */
export const stepped = (value: string, step: number, times: number, min = 0): string => {
  const now = Number(value);
  const from = Number.isFinite(now) ? now : 0;
  const decimals = Math.max(decimalsOf(String(step)), Number.isFinite(now) ? decimalsOf(value) : 0);
  return String(Number(Math.max(min, from + step * times).toFixed(decimals)));
};

interface KeyProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onStep: () => void;
}

/** Steps once when pressed and goes on while it is held. */
const StepKey = ({ label, icon: IconShape, onStep }: KeyProps) => {
  const timer = useRef<number | undefined>(undefined);
  const hasRepeated = useRef(false);
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
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
      className="grid touch-manipulation place-items-center bg-sunk text-ink select-none focus-visible:-outline-offset-3"
      onClick={(event) => {
        // Letting go of a key that was held is a click as well.
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

interface StepperProps {
  readonly label: string;
  readonly control: ControlProps;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly step?: number;
  readonly min?: number;
  readonly unit?: string;
}

/** Minus, a real input, plus: for gloves and for keyboards. The value is kept as typed, its decimals after a point; it is shown, and can be typed, as the locale writes it. */
export const Stepper = ({ label, control, value, onChange, step = 1, min = 0, unit }: StepperProps) => (
  <div
    role="group"
    aria-label={label}
    className={cx(
      'grid min-h-16 grid-cols-[4rem_1fr_4rem] overflow-hidden rounded-ctl border-[1.5px] border-edge bg-surface has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-(--focus) lg:pointer-fine:min-h-13',
      control['aria-invalid'] && 'border-poppy shadow-[0_0_0_1px_var(--poppy)]',
    )}
  >
    <StepKey label={t('Less: {label}', { label })} icon={MinusIcon} onStep={() => onChange(stepped(value, step, -1, min))} />
    <span className="flex min-w-0 items-center justify-center gap-1.5 px-1">
      <input
        {...control}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={value.replace('.', decimalSign())}
        onChange={(event) => onChange(event.target.value.replace(',', '.'))}
        className={cx(
          'w-full min-w-0 bg-transparent py-2 text-[1.75rem] leading-none font-bold tabular-nums outline-none lg:pointer-fine:text-2xl',
          unit ? 'text-right' : 'text-center',
        )}
      />
      {unit && <span className="w-full shrink text-sm font-medium text-ink2">{unit}</span>}
    </span>
    <StepKey label={t('More: {label}', { label })} icon={PlusIcon} onStep={() => onChange(stepped(value, step, 1, min))} />
  </div>
);
