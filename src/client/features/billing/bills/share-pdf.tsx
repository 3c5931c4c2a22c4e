import { routes } from '#shared/routes.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

const PROBE = { files: [new File([''], 'bill.pdf', { type: 'application/pdf' })] };

/** Phones pass a file on to mail or messages; few desktop browsers do. */
const canShare = (): boolean => 'canShare' in navigator && navigator.canShare(PROBE);

/** Shares a bill as a PDF through the device's share sheet, where it has one. */
export const SharePdf = ({ record: { organizationId: orgId, id }, isOff }: { readonly record: BillingHead; readonly isOff: boolean }) => {
  const notices = useNotices();
  if (!canShare()) {
    return null;
  }
  const share = async () => {
    try {
      const { content, name } = await callFile(routes.invoiceExports.document, { params: { orgId, id }, query: { format: 'pdf' } });
      await navigator.share({ files: [new File([content], name, { type: 'application/pdf' })] });
    } catch (error) {
      // Cancelling is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        notices.failure(t('Failed to share the PDF'), error);
      }
    }
  };
  return (
    <Button disabled={isOff} onClick={() => void share()}>
      {t('Share PDF')}
    </Button>
  );
};
