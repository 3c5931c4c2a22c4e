import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';

const SHAPES = {
  card: {
    list: 'gap-x-8 p-4.5 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-y-4',
    fact: 'grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-x-3 sm:block',
    word: 'text-sm',
    value: '',
  },
  dialog: { list: 'grid-cols-[minmax(6rem,auto)_1fr] gap-x-5', fact: 'contents', word: '', value: 'whitespace-pre-line' },
};

export interface FactsProps {
  /** Labels and values in their order; null and empty values are left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  /** A card spreads them over its width, a dialog stacks them. */
  readonly shape?: keyof typeof SHAPES;
}

const isKnown = (value: ReactNode): boolean => value !== null && value !== undefined && value !== '';

/** The facts of a record, on its screen or in its dialog. */
export const Facts = ({ facts, shape = 'card' }: FactsProps) => {
  const { list, fact, word, value: ofValue } = SHAPES[shape];
  return (
    <dl className={cx('grid gap-y-2.5', list)}>
      {facts
        .filter(([, value]) => isKnown(value))
        .map(([label, value]) => (
          <div key={label} className={fact}>
            <dt className={cx('wrap-anywhere hyphens-auto text-ink2', word)}>{label}</dt>
            <dd className={cx('font-[560] wrap-anywhere', ofValue)}>{value}</dd>
          </div>
        ))}
    </dl>
  );
};
