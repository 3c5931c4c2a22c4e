import type { MouseEvent } from 'react';
import { cx } from '#client/lib/cx.ts';
import { CheckIcon, MinusIcon } from '#client/ui/icons.tsx';

export interface BoxProps {
  readonly state: 'on' | 'off' | 'mixed';
  readonly label: string;
  readonly onPress: (event: MouseEvent) => void;
}

/** A box to select with; the keyboard has X. */
export const Box = ({ state, label, onPress }: BoxProps) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={state === 'mixed' ? 'mixed' : state === 'on'}
    aria-label={label}
    tabIndex={-1}
    className="desk-pick"
    onClick={(event) => {
      event.stopPropagation();
      onPress(event);
    }}
  >
    <span className={cx('desk-box', state !== 'off' && 'desk-on')}>
      {state === 'on' ? <CheckIcon aria-hidden="true" /> : state === 'mixed' ? <MinusIcon aria-hidden="true" /> : null}
    </span>
  </button>
);

/** How much of some rows is selected. */
export const stateOf = <R,>(rows: readonly R[], isSelected: (row: R) => boolean): BoxProps['state'] => {
  const count = rows.filter((row) => isSelected(row)).length;
  return count === 0 ? 'off' : count === rows.length ? 'on' : 'mixed';
};
