import { routes } from '#shared/routes.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { usePaper } from './use-paper.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
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
  const isOffline = useIsOffline();
  const paper = usePaper('Failed to show the preview');
  const show = () =>
    draftId === null
      ? paper.show(routes.billPreviews.ofJobs, { params: { orgId }, query: { jobIds: jobIds.join(',') } })
      : paper.show(routes.billPreviews.ofDraft, { params: { id: draftId }, query: {} });
  return (
    <Button
      icon={ReceiptIcon}
      disabled={isOffline}
      busyText={paper.isBusy && t('Loading...')}
      onClick={() => void show()}
      {...(size && { size })}
    >
      {t('Preview')}
    </Button>
  );
};
