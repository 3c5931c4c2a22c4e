import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox, Field, TextInput } from '#client/ui/field.tsx';
import { overdueIn, type ReceivableRow } from './receivable-rows.ts';

interface NoteDialogProps {
  readonly rows: readonly ReceivableRow[];
  readonly today: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What customers said when they were called about their overdue bills. */
export const NoteDialog = ({ rows, today, onDone, onClose }: NoteDialogProps) => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const late = overdueIn(rows);
  const wasDisputed = late.some(({ isDisputed }) => isDisputed);
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [isDisputed, setDisputed] = useState(wasDisputed);
  const recordIds = late.map(({ id }) => id);
  const save = async () => {
    const notes = [
      { kind: 'called' as const, note },
      ...(until === '' ? [] : [{ kind: 'promise' as const, until, note: '' }]),
      ...(isDisputed === wasDisputed ? [] : [{ kind: isDisputed ? ('dispute' as const) : ('settled' as const), note: '' }]),
    ];
    try {
      await change(async (ask) => {
        for (const each of notes) {
          await ask(routes.receivables.note, { params: { orgId }, body: { recordIds, ...each } });
        }
      });
      notices.success(t('Call noted'));
      onDone();
    } catch (error) {
      notices.failure(t('The call was not noted'), error);
    }
  };
  return (
    <Dialog
      title={t('Called today')}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busyText={isBusy && t('Saving...')}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{rows.map(({ businessName }) => businessName).join(', ')}</p>
        <Field label={t('What was said')}>
          {(control) => <TextInput {...control} maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />}
        </Field>
        <Field label={t('Promised to pay by')} hint={t('No reminder goes out until then.')}>
          {(control) => <TextInput {...control} type="date" min={today} value={until} onChange={({ target }) => setUntil(target.value)} />}
        </Field>
        <Checkbox
          label={t('Disputed: no reminder goes out until it is settled')}
          checked={isDisputed}
          onChange={({ target }) => setDisputed(target.checked)}
        />
      </DialogBody>
    </Dialog>
  );
};
