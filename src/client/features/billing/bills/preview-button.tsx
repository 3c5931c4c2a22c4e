import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { showFile } from '#client/lib/show-file.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';

interface PreviewProps {
  readonly jobIds: readonly number[];
  /** The draft that it is of, if there is one. */
  readonly draftId: number | null;
  readonly size?: 'small';
}

/** Shows the bill of these jobs on paper, as it would be issued now. */
export const PreviewButton = ({ jobIds, draftId, size }: PreviewProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const isOffline = useIsOffline();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      await showFile(
        draftId === null
          ? callFile(routes.billPreviews.ofJobs, { params: { orgId }, query: { jobIds: jobIds.join(',') } })
          : callFile(routes.billPreviews.ofDraft, { params: { id: draftId }, query: {} }),
      );
    } catch (error) {
      notices.failure(t('Failed to show the preview'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={ReceiptIcon}
      disabled={isOffline}
      busyText={isBusy && t('Loading...')}
      onClick={() => void show()}
      {...(size && { size })}
    >
      {t('Preview')}
    </Button>
  );
};
