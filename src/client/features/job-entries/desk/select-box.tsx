import type { MouseEvent } from 'react';
import { cx } from '#client/lib/cx.ts';
import { CheckIcon, MinusIcon } from '#client/ui/icons.tsx';
import type { DeskRow } from './desk-rows.ts';
import type { DeskSelection } from './use-desk-selection.ts';

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
export const stateOf = (rows: readonly DeskRow[], isSelected: DeskSelection['isSelected']): BoxProps['state'] => {
  const count = rows.filter(isSelected).length;
  return count === 0 ? 'off' : count === rows.length ? 'on' : 'mixed';
};
