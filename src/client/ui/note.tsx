import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import type { Icon } from '#client/ui/icons.tsx';

/** The classes of each colour that says something. */
export const TONES = {
  field: 'bg-field-bg text-field-fg',
  sky: 'bg-sky-bg text-sky-fg',
  straw: 'bg-straw-bg text-straw-fg',
  poppy: 'bg-poppy-bg text-poppy-fg',
  stone: 'bg-stone-bg text-stone-fg',
  plum: 'bg-plum-bg text-plum-fg',
} as const;
export type Tone = keyof typeof TONES;

export interface NoteProps {
  readonly tone: Tone;
  readonly icon?: Icon;
  readonly children: ReactNode;
}

/** A remark about its surroundings. */
export const Note = ({ tone, icon: IconShape, children }: NoteProps) => (
  <p className={cx('flex items-start gap-2.5 rounded-ctl px-3.5 py-3 text-sm/[1.45]', TONES[tone])}>
    {IconShape && <IconShape className="mt-px size-[1.25em] shrink-0" aria-hidden="true" />}
    <span>{children}</span>
  </p>
);
