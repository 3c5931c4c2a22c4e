import { useQueryClient } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { GRACE_DAYS } from '#shared/domain/grace.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { TypedDeletionDialog } from '#client/components/typed-deletion-dialog.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { RetentionNote } from '#client/entities/organizations/retention-note.tsx';
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
      label={t('Organization name')}
      word={name}
      isWord={(typed) => typed.trim() === name.trim()}
      otherText={t("Type the organization's name exactly as shown")}
      deleteText={t('Delete This Organization')}
      failedText={t('Failed to delete organization')}
      onDelete={async (typed) => {
        await callOnline(routes.archives.requestDeletion, { params: { orgId }, body: { name: typed } });
        await readOrganizationsAgain(client);
      }}
      onDeleted={() => {
        notices.success(t('Deletion Started'), t('You can undo this here for {days} days.', { days: GRACE_DAYS }));
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {t('Everyone else loses access at once. You keep yours for {days} days; then every record and photo is gone for good.', {
          days: GRACE_DAYS,
        })}
      </p>
      <div className="grid gap-1.5 rounded-ctl bg-straw-bg px-3.5 py-3 text-sm/[1.45] text-straw-fg">
        <RetentionNote country={organization.country} />
        <p>{t('Deleting deletes the bills, too. Download the export and keep it for that long.')}</p>
      </div>
    </TypedDeletionDialog>
  );
};
