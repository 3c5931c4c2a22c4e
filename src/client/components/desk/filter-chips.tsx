import type { ReactNode } from 'react';
import { t } from '#client/lib/texts.ts';
import { CloseIcon, FilterIcon } from '#client/ui/icons.tsx';

/** A condition of a list, and what the filter is without it. */
export interface FilterChip<Without> {
  readonly key: string;
  readonly words: string;
  readonly without: Without;
}

interface FilterChipsProps<Without> {
  readonly chips: readonly FilterChip<Without>[];
  /** Conditions, also those that have no chip. */
  readonly count: number;
  /** What the button to all conditions says. */
  readonly words: string;
  readonly onRemove: (without: Without) => void;
  readonly onMore: () => void;
  readonly children?: ReactNode;
}

/** The conditions of a list, each taken off by a press, and the way to all of them. */
export const FilterChips = <Without,>({ chips, count, words: all, onRemove, onMore, children }: FilterChipsProps<Without>) => (
  <div className="desk-chips">
    {chips.map(({ key, words, without }) => (
      <button
        key={key}
        type="button"
        className="desk-chip desk-chip-on"
        aria-label={t('Remove filter {name}', { name: words })}
        onClick={() => onRemove(without)}
      >
        <span className="desk-text">{words}</span>
        <CloseIcon aria-hidden="true" />
      </button>
    ))}
    <button type="button" className="desk-chip" onClick={onMore}>
      <FilterIcon aria-hidden="true" />
      {all}
      {count > 0 && <span className="desk-dot">{count}</span>}
    </button>
    {children}
  </div>
);
