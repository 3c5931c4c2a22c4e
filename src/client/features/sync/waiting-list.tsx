import type { ReactNode } from 'react';
import { sentences } from '#client/data/sync-words.ts';
import { agoWords, momentWords } from '#client/lib/ages.ts';
import type { Opened } from '#client/features/sync/attention-card.tsx';
import type { SentView, WaitingView } from '#client/features/sync/use-sync-lists.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import { NO_ROOM } from '#client/offline/public.ts';
import { iconButtonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import {
  AttentionIcon,
  DeleteIcon,
  DoneIcon,
  EditIcon,
  ForwardIcon,
  HoursIcon,
  type Icon,
  LinkIcon,
  MoreIcon,
  ViewIcon,
} from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

interface RowProps {
  readonly title: string;
  readonly detail: string;
  readonly meta: readonly (readonly [Icon, string])[];
  readonly children?: ReactNode;
}

const Row = ({ title, detail, meta, children }: RowProps) => (
  <li className="relative flex items-center gap-3 overflow-hidden rounded-card border-[1.5px] border-straw bg-surface py-3.5 pr-1.5 pl-6 shadow-1 before:absolute before:inset-y-0 before:left-0 before:w-2.5 before:swath before:content-['']">
    <div className="min-w-0 flex-1 wrap-anywhere">
      <h3 className="text-base/[1.35] font-[680] text-pretty">{title}</h3>
      {detail && <p className="text-sm/[1.45] text-ink2">{detail}</p>}
      {meta.map(([IconShape, words]) => (
        <p key={words} className="mt-1 flex items-start gap-1.5 text-sm/[1.45] text-ink2">
          <IconShape className="mt-[0.2em] size-[1em] shrink-0" aria-hidden="true" />
          {words}
        </p>
      ))}
    </div>
    {children}
  </li>
);

interface WaitingListProps {
  readonly rows: readonly WaitingView[];
  readonly canEdit: (view: WaitingView) => boolean;
  readonly otherOrganization: (view: WaitingView) => string | null;
  readonly onOpen: (view: WaitingView, what: Opened) => void;
}

/** When it is retried, if the server failed on it. */
const laterWords = ({ item }: WaitingView, now: number): string | null =>
  item.retryCount > 0 && item.nextAttemptAt > now
    ? t('Tried {count} times, next at {moment}', { count: item.retryCount, moment: momentWords(item.nextAttemptAt, now) })
    : null;

/** Why it waits though the server is reachable: there is no room for its files. */
const lackingWords = ({ item: { lastError } }: WaitingView): string | null => (lastError?.code === NO_ROOM ? say(lastError) : null);

/** What is waiting to be sent, in its order, each with what it waits for. */
export const WaitingList = ({ rows, canEdit, otherOrganization, onOpen }: WaitingListProps) => {
  const now = Date.now();
  return (
    <ul className="grid gap-2.5" aria-label={t('Waiting')}>
      {rows.map((view) => {
        const { item, title, detail, after } = view;
        const [later, lacking] = [laterWords(view, now), lackingWords(view)];
        const made = t('Created {ago}', { ago: agoWords(item.timestamp, now) });
        return (
          <Row
            key={item.id}
            title={title}
            detail={sentences([otherOrganization(view), detail, item.status === 'sending' ? t('On its way') : made])}
            meta={[
              ...after.map((words) => [LinkIcon, words] as const),
              ...(lacking === null ? [] : [[AttentionIcon, lacking] as const]),
              ...(later === null ? [] : [[HoursIcon, later] as const]),
            ]}
          >
            <Menu
              label={t('Actions for {name}', { name: title })}
              buttonClassName={iconButtonClass}
              items={[
                { label: t('Details'), icon: ViewIcon, onSelect: () => onOpen(view, 'details') },
                ...(canEdit(view) ? [{ label: t('Edit'), icon: EditIcon, onSelect: () => onOpen(view, 'edit') }] : []),
                ...(item.store === 'jobEntries' && item.operation !== 'remove'
                  ? [{ label: t('Move to another job'), icon: ForwardIcon, onSelect: () => onOpen(view, 'move') }]
                  : []),
                { label: t('Discard'), icon: DeleteIcon, isDanger: true, onSelect: () => onOpen(view, 'discard') },
              ]}
            >
              <MoreIcon className="size-5" aria-hidden="true" />
            </Menu>
          </Row>
        );
      })}
    </ul>
  );
};

/** Recently sent changes, newest first. */
export const SentList = ({ rows }: { readonly rows: readonly SentView[] }) => {
  const now = Date.now();
  return (
    <Card>
      <ul aria-label={t('Recently sent')}>
        {rows.map(({ item, title, detail, sentAt }) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 border-line px-4.5 py-2.5 not-last:border-b">
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <h3 className="text-base/[1.35] font-[560]">{title}</h3>
              {detail && <p className="text-sm/[1.45] text-ink2">{detail}</p>}
            </div>
            <p className="inline-flex items-center gap-1.5 text-sm text-field-fg tabular-nums">
              <DoneIcon className="size-[1em]" aria-hidden="true" />
              {t('Sent {moment}', { moment: momentWords(sentAt, now) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
};
