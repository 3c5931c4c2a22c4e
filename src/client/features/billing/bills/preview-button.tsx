import { routes } from '#shared/routes.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { type ShowPaper, usePaper } from './use-paper.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';

interface PaperProps {
  /** Shows the paper, or says what is missing for it. */
  readonly onShow: (show: ShowPaper) => Promise<void> | void;
  readonly size?: 'small';
}

/** Shows something on paper before it is issued. */
export const PaperButton = ({ onShow, size }: PaperProps) => {
  const isOffline = useIsOffline();
  const paper = usePaper('Failed to show the preview');
  return (
    <Button
      icon={ReceiptIcon}
      disabled={isOffline}
      busyText={paper.isBusy && t('Loading...')}
      onClick={() => void onShow(paper.show)}
      {...(size && { size })}
    >
      {t('Preview')}
    </Button>
  );
};

interface PreviewProps extends Pick<PaperProps, 'size'> {
  readonly jobIds: readonly number[];
  /** The draft that it is of, if there is one. */
  readonly draftId: number | null;
}

/** Shows the bill of these jobs on paper, as it would be issued now. */
export const PreviewButton = ({ jobIds, draftId, ...rest }: PreviewProps) => {
  const { id: orgId } = useOrganization();
  return (
    <PaperButton
      {...rest}
      onShow={(show) =>
        draftId === null
          ? show(routes.billPreviews.ofJobs, { params: { orgId }, query: { jobIds: jobIds.join(',') } })
          : show(routes.billPreviews.ofDraft, { params: { id: draftId }, query: {} })
      }
    />
  );
};
