import type { ReactNode } from 'react';
import { type BarKind, gaugeBars, type GaugeCounts } from '#client/features/sync/gauge.ts';
import { cx } from '#client/lib/cx.ts';
import { plural, t } from '#client/lib/texts.ts';

const LOOK: Readonly<Record<BarKind, string>> = {
  sent: 'bg-field',
  waiting: 'swath border-[1.5px] border-straw',
  attention: 'bg-[linear-gradient(var(--poppy)_0_66%,transparent_66%_76%,var(--poppy)_76%)]',
};

/** Placeholders, when there are no bars to show. */
const EMPTY_BARS = 40;

const Key = ({ kind, children }: { readonly kind: BarKind; readonly children: ReactNode }) => (
  <li className="inline-flex items-center gap-2">
    <span className={cx('size-3.5 shrink-0 rounded-[0.25rem]', LOOK[kind])} aria-hidden="true" />
    {children}
  </li>
);

/** A bar for each change: solid if sent today, striped if waiting, broken if it needs attention; the words below say the same. */
export const SyncGauge = (counts: GaugeCounts) => {
  const { bars, each } = gaugeBars(counts);
  return (
    <div className="grid gap-3">
      <div className="flex h-14 gap-1" aria-hidden="true">
        {bars.map((kind, index) => (
          <span key={index} className={cx('max-w-5.5 flex-1 rounded-[4px]', LOOK[kind])} />
        ))}
        {bars.length === 0 &&
          Array.from({ length: EMPTY_BARS }, (_, index) => <span key={index} className="max-w-5.5 flex-1 rounded-[4px] bg-sunk" />)}
      </div>
      <ul className="flex flex-wrap gap-x-4.5 gap-y-1.5 text-sm text-ink2 tabular-nums">
        <Key kind="sent">{t('{count} sent today', { count: counts.sent })}</Key>
        {counts.waiting > 0 && <Key kind="waiting">{t('{count} waiting', { count: counts.waiting })}</Key>}
        {counts.attention > 0 && (
          <Key kind="attention">{plural(counts.attention, '{count} needs attention', '{count} need attention')}</Key>
        )}
        {each > 1 && <li className="text-ink3">{t('One bar is {count} changes', { count: each })}</li>}
      </ul>
    </div>
  );
};
