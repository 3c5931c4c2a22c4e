import { useState } from 'react';
import type { ItemView } from '#client/data/sync-items.ts';
import { labelOf } from '#client/data/field-label.ts';
import { kindOf, unitsIn, valueWords } from '#client/data/sync-words.ts';
import { useUser } from '#client/data/user-context.tsx';
import { otherWords } from '#client/features/sync/other-person.ts';
import { midSentence, t } from '#client/lib/texts.ts';
import type { Conflict } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';

interface ChangedDeletionProps {
  readonly view: ItemView;
  readonly conflict: Conflict;
  readonly onKeep: () => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
}

/** A record deleted here was changed in the office in the meantime: shows what, by whom and when, and leaves the choice to the user. */
export const ChangedDeletion = ({ view, conflict, onKeep, onDelete }: ChangedDeletionProps) => {
  const { id: userId } = useUser();
  const [busy, setBusy] = useState<'keep' | 'delete' | null>(null);
  const { item, names } = view;
  const units = unitsIn(item.orgId, names);
  const run = async (what: 'keep' | 'delete', work: () => Promise<unknown>) => {
    setBusy(what);
    await work();
    setBusy(null);
  };
  return (
    <div className="grid gap-4.5">
      <div className="grid gap-3">
        <p className="wrap-anywhere">
          {t('Changed since you deleted it here: {who}.', { who: otherWords(view, conflict, userId, Date.now()) })}
        </p>
        <dl className="grid gap-2.5">
          {conflict.fields.map(({ field, base, theirs }) => (
            <div key={field} className="min-w-0 wrap-anywhere">
              <dt className="text-sm text-ink2">{labelOf(field)}</dt>
              <dd>
                <s className="mr-2 text-ink3">
                  <span className="sr-only">{t('Before')}: </span>
                  {valueWords(field, base, names, units)}
                </s>
                <b className="font-[680]">
                  <span className="sr-only">{t('Now')}: </span>
                  {valueWords(field, theirs, names, units)}
                </b>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap-reverse gap-2.5 max-md:[&>*]:w-full md:justify-between">
        <Button variant="danger" busyText={busy === 'delete' && t('Sending...')} onClick={() => void run('delete', onDelete)}>
          {t('Delete it anyway')}
        </Button>
        <Button variant="primary" busyText={busy === 'keep' && t('Saving...')} onClick={() => void run('keep', onKeep)}>
          {t('Keep the {kind}', { kind: midSentence(kindOf(item.store)) })}
        </Button>
      </div>
    </div>
  );
};
