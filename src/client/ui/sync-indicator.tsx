import { cx } from '#client/lib/cx.ts';
import { plural, t } from '#client/lib/texts.ts';

export type SyncState = 'online' | 'offline' | 'noNetwork' | 'waiting' | 'sending' | 'attention';

export interface SyncIndicatorProps {
  readonly state: SyncState;
  /** How many are waiting, need attention, or (while sending) are being sent in all. */
  readonly count?: number;
  /** While sending: the position of the current one. */
  readonly current?: number;
}

/** The words of a state: the first is all that phones have room for. */
export const syncWords = ({ state, count = 0, current = 0 }: SyncIndicatorProps): { readonly first: string; readonly more: string } => {
  const waiting = count > 0 ? t(', {count} waiting', { count }) : '';
  switch (state) {
    case 'online':
      return { first: t('Online'), more: '' };
    case 'offline':
      return { first: t('Offline'), more: waiting };
    case 'noNetwork':
      return { first: t('Offline Mode'), more: waiting };
    case 'waiting':
      return { first: t('Online'), more: waiting };
    case 'sending':
      return { first: t('Online'), more: t(', sending {at} of {count}', { at: current, count }) };
    case 'attention':
      return { first: t('Online'), more: plural(count, ', {count} needs attention', ', {count} need attention') };
  }
};

/** Striped at its left edge. */
const WAITING = 'swath bg-size-[8px_100%] bg-no-repeat border-straw bg-straw-bg pl-4 text-straw-fg';

const FRAME = 'inline-flex min-h-12 items-center gap-1.75 rounded-ctl border-[1.5px] pr-2 text-sm font-[620] whitespace-nowrap md:pr-3';

const FRAME_OF: Readonly<Record<SyncState, string>> = {
  online: 'border-transparent pl-2 text-field-fg',
  offline: WAITING,
  noNetwork: WAITING,
  waiting: WAITING,
  sending: 'border-sky pl-2 bg-sky-bg text-sky-fg',
  attention: 'border-poppy pl-2 bg-poppy-bg text-poppy-fg',
};

const SOLID_BARS: Record<SyncState, number> = { online: 4, offline: 0, noNetwork: 0, waiting: 2, sending: 4, attention: 3 };

// The smallest phones have no room for bars beside the longest words.
const Bars = ({ state }: { readonly state: SyncState }) => (
  <svg viewBox="0 0 21 20" className={cx('h-5 w-5.25 shrink-0', state === 'noNetwork' && 'max-[24rem]:hidden')} aria-hidden="true">
    {[0, 1, 2, 3].map((bar) => {
      if (state === 'attention' && bar === 3) {
        return (
          <path
            key={bar}
            d="M16.5 3.5a1.5 1.5 0 0 1 3 0v8.25a1.5 1.5 0 0 1-3 0zM18 15a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z"
            fill="currentColor"
          />
        );
      }
      const isSolid = bar < SOLID_BARS[state];
      return (
        <rect
          key={bar}
          x={(isSolid ? 1.5 : 2) + 5 * bar}
          y={isSolid ? 2 : 2.5}
          width={isSolid ? 3 : 2}
          height={isSolid ? 16 : 15}
          rx={isSolid ? 1.5 : 1}
          className={cx(
            isSolid ? 'fill-current' : 'fill-none stroke-current',
            state === 'sending' && bar === 2 && '[animation-duration:1.2s] motion-safe:animate-pulse',
          )}
          strokeWidth={isSolid ? 0 : 1.4}
        />
      );
    })}
  </svg>
);

/** Four bars and words for the sync state of the device. Put it in a link inside a `role="status"`. */
export const SyncIndicator = (props: SyncIndicatorProps) => {
  const { first, more } = syncWords(props);
  return (
    <span className={cx(FRAME, FRAME_OF[props.state])}>
      <Bars state={props.state} />
      <span>
        {first}
        {/* The progress changes with every change that is sent: visible, but not read aloud each time. */}
        <span className="max-md:sr-only" aria-hidden={props.state === 'sending' || undefined}>
          {more}
        </span>
        {props.state === 'sending' && <span className="sr-only">{t(', sending')}</span>}
      </span>
    </span>
  );
};
