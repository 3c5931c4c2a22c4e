import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

/** Asks for the organization's name before it is deleted. */
export const DeleteOrganizationDialog = ({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) => {
  const { id: orgId, name } = organization;
  const client = useQueryClient();
  const notices = useNotices();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    if (typed.trim() !== name.trim()) {
      setError(t('Type the name of the organization just as it is written'));
      return;
    }
    setBusy(true);
    try {
      await callOnline(contract.archives.requestDeletion, { params: { orgId }, body: { name: typed } });
      await readOrganizationsAgain(client);
      notices.success(t('Deletion Begun'), t('For {days} days you can take it back here.', { days: GRACE_DAYS }));
      onClose();
    } catch (reason) {
      notices.failure(t('Failed to delete organization'), reason);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('Delete {name}?', { name })}
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="dangerSolid" busyText={isBusy && t('Deleting...')}>
            {t('Delete This Organization')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>
          {t('Everybody else loses access at once. You keep yours for {days} days; then every record and photo is gone for good.', {
            days: GRACE_DAYS,
          })}
        </p>
        <Field label={t('Name of the organization')} required error={error} hint={t('Type {name}', { name })}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </DialogBody>
    </Dialog>
  );
};
