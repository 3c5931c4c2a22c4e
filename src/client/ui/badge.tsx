import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { type NoteProps, TONES } from '#client/ui/note.tsx';

interface BadgeProps extends NoteProps {
  /** Striped at its edge: still on this device, or not yet done. */
  readonly isWaiting?: boolean;
}

/** A state in a word, with its icon: never by colour alone. */
export const Badge = ({ tone, icon: IconShape, isWaiting = false, children }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex h-7 items-center gap-1.5 rounded-chip pr-2.25 align-middle text-sm font-[620] whitespace-nowrap',
      TONES[tone],
      isWaiting ? 'swath border-[1.5px] border-straw bg-size-[7px_100%] bg-no-repeat pl-3.5' : 'pl-2.25',
    )}
  >
    {IconShape && <IconShape className="size-[1em] stroke-[2.5]" aria-hidden="true" />}
    {children}
  </span>
);

/** A plain word in a row of chips. */
export const Chip = ({ children }: { readonly children: ReactNode }) => (
  <span className="inline-flex h-7 items-center rounded-chip bg-sunk px-2.25 text-sm font-medium whitespace-nowrap text-ink2">
    {children}
  </span>
);

/** Names as chips in a row; beyond the first few only how many more there are. */
export const Chips = ({ names, most = names.length }: { readonly names: readonly string[]; readonly most?: number }) => (
  <span className="flex flex-wrap gap-1.5">
    {names.slice(0, most).map((name, index) => (
      <Chip key={`${name}-${index}`}>{name}</Chip>
    ))}
    {names.length > most && <Chip>{t('+{count} more', { count: names.length - most })}</Chip>}
  </span>
);
