import { useState } from 'react';
import type { ItemView } from '#client/data/sync-items.ts';
import { sentences } from '#client/data/sync-words.ts';
import { agoWords } from '#client/lib/ages.ts';
import { ChangedDeletion } from '#client/features/sync/changed-deletion.tsx';
import { ConflictForm } from '#client/features/sync/conflict-form.tsx';
import { type Action, actionsFor, reasonOf } from '#client/features/sync/reasons.ts';
import type { ItemActions } from '#client/features/sync/use-item-actions.ts';
import { cx } from '#client/lib/cx.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import type { AttentionReason } from '#client/offline/public.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { AttentionIcon, BothIcon, DeleteIcon, type Icon, LockIcon, ViewIcon } from '#client/ui/icons.tsx';

/** Dialogs that the screen opens over its lists. */
export type Opened = 'edit' | 'move' | 'discard' | 'details';

const ICONS: Readonly<Partial<Record<AttentionReason, Icon>>> = { conflict: BothIcon, deleted: DeleteIcon, 'parent-gone': DeleteIcon };

const LABELS: Readonly<Record<Action, PlainText>> = {
  retry: 'Try again',
  send: 'Send it',
  edit: 'Edit and send again',
  move: 'Move to another job',
  recreate: 'Create it again',
  discard: 'Discard',
};

interface AttentionCardProps {
  readonly view: ItemView;
  readonly canEdit: boolean;
  readonly actions: ItemActions;
  readonly onOpen: (what: Opened) => void;
  /** Its organization, if it is not the selected one. */
  readonly otherOrganization: string | null;
}

const Head = ({ view, onOpen, otherOrganization }: Pick<AttentionCardProps, 'view' | 'onOpen' | 'otherOrganization'>) => {
  const { item, title, detail, place } = view;
  const IconShape = (item.reason && ICONS[item.reason]) ?? AttentionIcon;
  // The values of a conflict are shown below, both of each.
  const about = item.conflict ? [place, reasonOf(view).text] : [detail];
  return (
    <div className="flex items-start gap-3 bg-poppy-bg py-3.5 pr-2 pl-4.5 text-poppy-fg">
      <IconShape className="mt-0.5 size-6 shrink-0 text-poppy" aria-hidden="true" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="text-base/[1.35] font-[680] text-pretty">{title}</h3>
        <p className="text-sm/[1.45]">{sentences([otherOrganization, ...about])}</p>
      </div>
      <IconButton
        label={t('Details of {title}', { title })}
        icon={ViewIcon}
        onColour
        className="-my-1.5"
        onClick={() => onOpen('details')}
      />
    </div>
  );
};

const Why = ({ view }: { readonly view: ItemView }) => {
  const { text, issues } = reasonOf(view);
  const { item } = view;
  return (
    <div className="flex gap-2.5">
      {(item.reason === 'job-closed' || item.reason === 'no-access') && (
        <LockIcon className="mt-0.5 size-5 shrink-0 text-poppy-fg" aria-hidden="true" />
      )}
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>{text}</p>
        {issues.length > 0 && (
          <ul className="list-disc pl-5">
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )}
        <p className="text-sm text-ink3">{t('Created {ago}', { ago: agoWords(item.timestamp, Date.now()) })}</p>
      </div>
    </div>
  );
};

/** A change that needs its user: what it is, why, and the ways out, with discarding set apart. */
export const AttentionCard = ({ view, canEdit, actions, onOpen, otherOrganization }: AttentionCardProps) => {
  const [busy, setBusy] = useState<Action | null>(null);
  const { item } = view;
  const run = async (action: Action, work: Promise<unknown>) => {
    setBusy(action);
    await work;
    setBusy(null);
  };
  const press: Readonly<Record<Action, () => void>> = {
    retry: () => void run('retry', actions.retry(view)),
    send: () => void run('send', actions.retry(view)),
    recreate: () => void run('recreate', actions.recreate(view)),
    edit: () => onOpen('edit'),
    move: () => onOpen('move'),
    discard: () => onOpen('discard'),
  };
  return (
    <article className="overflow-hidden rounded-card border-[1.5px] border-poppy bg-surface shadow-1">
      <Head view={view} onOpen={onOpen} otherOrganization={otherOrganization} />
      <div className="grid gap-4.5 p-4.5">
        {item.conflict && item.operation === 'remove' ? (
          <ChangedDeletion
            view={view}
            conflict={item.conflict}
            onKeep={() => actions.discard(view)}
            onDelete={() => actions.resolve(view, new Set())}
          />
        ) : item.conflict ? (
          <ConflictForm key={item.id} view={view} conflict={item.conflict} onResolve={(mine) => actions.resolve(view, mine)}>
            <Button variant="danger" onClick={() => onOpen('discard')}>
              {t('Discard mine')}
            </Button>
          </ConflictForm>
        ) : (
          <>
            <Why view={view} />
            <div className="flex flex-wrap-reverse gap-2.5 max-md:flex-col-reverse max-md:flex-nowrap md:justify-end">
              {actionsFor(item, canEdit).map((action) => (
                <Button
                  key={action}
                  variant={action === 'discard' ? 'danger' : 'plain'}
                  busyText={busy === action && t('Sending...')}
                  className={cx(action === 'discard' && 'md:mr-auto')}
                  onClick={press[action]}
                >
                  {t(LABELS[action])}
                </Button>
              ))}
            </div>
          </>
        )}
      </div>
    </article>
  );
};
