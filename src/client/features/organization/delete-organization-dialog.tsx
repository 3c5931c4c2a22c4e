import { useQueryClient } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/call.ts';
import { TypedDeletionDialog } from '#client/components/typed-deletion-dialog.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { t } from '#client/lib/texts.ts';

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
  return (
    <TypedDeletionDialog
      title={t('Delete {name}?', { name })}
      label={t('Name of the organization')}
      word={name}
      isWord={(typed) => typed.trim() === name.trim()}
      otherText={t('Type the name of the organization just as it is written')}
      deleteText={t('Delete This Organization')}
      failedText={t('Failed to delete organization')}
      onDelete={async (typed) => {
        await callOnline(contract.archives.requestDeletion, { params: { orgId }, body: { name: typed } });
        await readOrganizationsAgain(client);
      }}
      onDeleted={() => {
        notices.success(t('Deletion Begun'), t('For {days} days you can take it back here.', { days: GRACE_DAYS }));
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {t('Everybody else loses access at once. You keep yours for {days} days; then every record and photo is gone for good.', {
          days: GRACE_DAYS,
        })}
      </p>
    </TypedDeletionDialog>
  );
};
