import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon, NextIcon } from '#client/ui/icons.tsx';

interface GuideRowProps {
  readonly number: number;
  readonly isDone: boolean;
  /** The step in hand. */
  readonly isNext: boolean;
  readonly title: string;
  readonly text: string;
  /** Where the whole of it leads. */
  readonly to?: string | undefined;
  /** What can be done about it; a step that is done keeps a way to add more. */
  readonly children?: ReactNode;
}

/** Two wheel tracks, in the colour of what is to be done. */
const TRAMLINE = { borderInline: '3px solid var(--act)' };

/**
 * One of the first steps: done with a tick, the one in hand raised between its tramline and its button, the others quiet; on phones these are
 * links as a whole, and say no more than what they are until it is their turn.
 */
export const GuideRow = ({ number, isDone, isNext, title, text, to, children }: GuideRowProps) => (
  <li
    aria-current={isNext ? 'step' : undefined}
    className={cx(
      'relative flex flex-1 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line px-4.5 py-2.5',
      isNext && 'bg-actsoft',
    )}
  >
    {isNext && <span className="absolute inset-y-0 left-0 w-2" style={TRAMLINE} aria-hidden="true" />}
    <span
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-lg text-sm font-bold',
        isDone ? 'bg-field-bg text-field-fg' : isNext ? 'bg-act text-onact' : 'border-[1.5px] border-edge text-ink2',
      )}
    >
      {isDone ? <CheckIcon className="size-4.5 stroke-[2.5]" aria-hidden="true" /> : number}
      <span className="sr-only">{isDone ? t('Done') : isNext ? t('Next') : ''}</span>
    </span>
    <div className={cx('min-w-0 flex-1 wrap-anywhere', isNext && 'basis-44')}>
      <h3 className={cx('leading-[1.35] font-[660]', isNext && 'text-lg')}>
        {to === undefined ? (
          title
        ) : (
          <Link href={to} className="text-ink no-underline after:absolute after:inset-0">
            {title}
          </Link>
        )}
      </h3>
      <p className={cx('text-sm/[1.4] text-ink2', !isNext && !isDone && 'max-md:hidden')}>{text}</p>
    </div>
    {children && <div className={cx(isNext && 'max-sm:w-full max-sm:pl-13')}>{children}</div>}
    {to !== undefined && <NextIcon className="size-5 shrink-0 text-ink3" aria-hidden="true" />}
  </li>
);

/** Six bars: solid for what is done, striped for what is not yet. */
export const GuideBars = ({ done, all }: { readonly done: number; readonly all: number }) => (
  <span className="flex gap-1" aria-hidden="true">
    {Array.from({ length: all }, (_, index) => (
      <span key={index} className={cx('h-6 w-4 rounded-chip border-[1.5px]', index < done ? 'border-act bg-act' : 'swath border-straw')} />
    ))}
  </span>
);
