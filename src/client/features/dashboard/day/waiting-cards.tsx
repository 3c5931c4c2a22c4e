import { Link } from 'wouter';
import { say } from '#client/lib/messages.ts';
import { plural, t } from '#client/lib/texts.ts';
import { AttentionIcon, NextIcon } from '#client/ui/icons.tsx';
import type { Waiting } from './use-waiting.ts';

const CARD =
  'relative flex min-h-17 items-center gap-3.5 overflow-hidden rounded-card border-[1.5px] bg-surface py-3 pr-3.5 text-ink no-underline hover:bg-sunk';

/** The first change that needs its author, with the reason: what is wrong with it is decided on the Sync screen. */
export const RefusedCard = ({ refused: { item, title } }: { readonly refused: NonNullable<Waiting['refused']> }) => (
  <Link href="/sync" className={`${CARD} border-poppy bg-poppy-bg pl-4.5 text-poppy-fg`}>
    <AttentionIcon className="size-6 shrink-0" aria-hidden="true" />
    <span className="min-w-0 flex-1 leading-[1.35] wrap-anywhere">
      <b className="block font-[680]">{title === '' ? t('Needs attention') : t('Needs attention: {what}', { what: title })}</b>
      <small className="block text-sm">{(item.lastError && say(item.lastError)) || t('Changed here and in the office.')}</small>
    </span>
    <NextIcon className="size-5 shrink-0" aria-hidden="true" />
  </Link>
);

/** '2 entries and 1 photo waiting' */
const waitingWords = ({ entries, photos, others }: Waiting): string => {
  if (others > 0) {
    return plural(entries + others, '{count} change waiting', '{count} changes waiting');
  }
  return photos > 0
    ? plural(entries, '{count} entry and {photos} waiting', '{count} entries and {photos} waiting', {
        photos: plural(photos, '{count} photo', '{count} photos'),
      })
    : plural(entries, '{count} entry waiting', '{count} entries waiting');
};

/** What is only on this device so far. */
export const WaitingCard = ({ waiting }: { readonly waiting: Waiting }) => (
  <Link
    href="/sync"
    className={`${CARD} border-straw pl-6 before:absolute before:inset-y-0 before:left-0 before:w-2.5 before:swath before:content-['']`}
  >
    <span className="min-w-0 flex-1 leading-[1.35]">
      <b className="block font-[680]">{waitingWords(waiting)}</b>
      <small className="block text-sm text-ink2">{t('Safe on this phone. They send themselves.')}</small>
    </span>
    <NextIcon className="size-5 shrink-0 text-ink3" aria-hidden="true" />
  </Link>
);
