import { useState } from 'react';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { useCan } from '#client/data/organization-context.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { VoidButton } from './void-button.tsx';

/** What corrects a record without reopening its job: a credit note of a part, and voiding what has no job to reopen. */
export const CorrectionButtons = ({ record }: { readonly record: BillingRecord }) => {
  const mayBill = useCan('jobs:bill');
  const isOffline = useIsOffline();
  const [isCrediting, setCrediting] = useState(false);
  const { kind, reversedById, content } = record;
  if (!mayBill || reversedById !== null || kind === 'reversal') {
    return null;
  }
  return (
    <>
      {kind !== 'credit' && content.bill.grossCents > 0 && (
        <Button icon={ReceiptIcon} className="print:hidden" disabled={isOffline} onClick={() => setCrediting(true)}>
          {t('Credit part of this bill')}
        </Button>
      )}
      {kind !== 'bill' && <VoidButton record={record} />}
      {isCrediting && <CreditDialog record={record} onClose={() => setCrediting(false)} />}
    </>
  );
};
