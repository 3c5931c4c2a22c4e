import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { decimalSign, type PadKey, padPressed } from '#client/lib/pad-text.ts';
import { heldSum, stepped } from '#client/lib/stepped.ts';
import { t } from '#client/lib/texts.ts';
import { editedNumber, shownNumber } from '#client/lib/typed-number.ts';
import { ForwardIcon } from '#client/ui/icons.tsx';
import { BackspaceIcon } from '#client/ui/icons-entry.ts';

interface KeyProps {
  readonly label?: string;
  readonly look?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Pressed without taking the focus from the input, where the caret stays; a keyboard has keys of its own. */
const Key = ({ label, look = 'border-edge bg-surface text-[1.75rem]', onPress, children }: KeyProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={label}
    className={cx(
      'grid touch-manipulation grid-cols-1 place-items-center rounded-ctl border-[1.5px] font-bold tabular-nums select-none active:bg-sunk',
      look,
    )}
    style={{ minHeight: 'var(--key, 4rem)' }}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
);

const SIDE = 'border-edge bg-sunk text-lg';

export interface NumberPadProps {
  /** The text of the input (`useTypedNumber`). */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The number's name, which the pad is called by. */
  readonly label: string;
  /** What the keys of steps add and take away. */
  readonly step?: number;
  /** What comes next, on the last key, such as the name of the next number; absent: the key is gone. */
  readonly next?: string;
  readonly onNext?: () => void;
}

/** Large keys for a number, at the thumb, 64 px high unless `--key` says otherwise. The input itself stays and shows the text: with `inputMode="none"` no keyboard covers the pad. */
export const NumberPad = ({ value, onChange, label, step = 1, next, onNext }: NumberPadProps) => {
  const press = (key: PadKey) => onChange(padPressed(value, key));
  const digit = (key: number) => (
    <Key key={key} onPress={() => press(key)}>
      {shownNumber(String(key))}
    </Key>
  );
  const add = (times: 1 | -1) => (
    <Key look={SIDE} onPress={() => onChange(editedNumber(stepped(heldSum(value), step, times)))}>
      {times > 0 ? '+' : '−'}
      {formatNumber(step)}
    </Key>
  );
  return (
    <div role="group" aria-label={label} className="grid grid-cols-4 gap-2">
      {[1, 2, 3].map(digit)}
      <Key label={t('Delete')} look={SIDE} onPress={() => press('back')}>
        <BackspaceIcon className="size-6" aria-hidden="true" />
      </Key>
      {[4, 5, 6].map(digit)}
      {add(1)}
      {[7, 8, 9].map(digit)}
      {add(-1)}
      <Key onPress={() => press('point')}>{decimalSign()}</Key>
      {digit(0)}
      <Key onPress={() => press('plus')}>+</Key>
      {next !== undefined && (
        <Key look="border-act bg-actsoft text-act" onPress={() => onNext?.()}>
          <span className="flex w-full flex-wrap items-center justify-center gap-x-1.5 px-1.5">
            <span className="line-clamp-2 max-w-full text-center leading-none wrap-anywhere hyphens-auto">{next}</span>
            <ForwardIcon className="size-4 shrink-0" aria-hidden="true" />
          </span>
        </Key>
      )}
    </div>
  );
};
