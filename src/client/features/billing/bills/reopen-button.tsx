import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { billingKey } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { recordNumber } from './billing-record-words.ts';
import { PaymentWishes } from './payment-wishes.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { RestoreIcon } from '#client/ui/icons.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

/** Voids a record by reopening a job of it; the other jobs on it become completed (docs/billing.md). */
export const ReopenButton = ({ record }: { readonly record: BillingRecord }) => {
  const { id: orgId } = useOrganization();
  const mayBill = useCan('jobs:bill');
  const isOffline = useIsOffline();
  const client = useQueryClient();
  const notices = useNotices();
  const update = useWriter(orgId, routes.jobs.update, false);
  const { jobs } = record.content;
  const { paidCents, currency } = record;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [jobId, setJobId] = useState(jobs[0]?.id ?? 0);
  const [payments, setPayments] = useState<PaymentWish>('credit');
  if (!mayBill || record.kind !== 'bill' || record.reversedById !== null) {
    return null;
  }
  const reopen = async () => {
    setBusy(true);
    try {
      const body = { status: 'open', ...(paidCents > 0 ? { payments } : {}) } as const;
      const saved = await update({ params: { id: jobId }, body });
      notices.saved(saved, t('Job'), t('Success'), t('Job reopened successfully'));
      setAsking(false);
    } catch (error) {
      notices.failure(t('Failed to update job'), error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: billingKey(orgId) });
    }
  };
  return (
    <>
      <Button icon={RestoreIcon} className="print:hidden" disabled={isOffline} onClick={() => setAsking(true)}>
        {t('Reopen Job')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('Reopen Job')}
          size="small"
          onClose={() => !isBusy && setAsking(false)}
          onSubmit={() => void reopen()}
          footer={
            <>
              <Button onClick={() => !isBusy && setAsking(false)}>{t('Cancel')}</Button>
              <Button type="submit" variant="dangerSolid" busyText={isBusy && t('Saving...')}>
                {t('Reopen Job')}
              </Button>
            </>
          }
        >
          <DialogBody>
            <p>
              {t('Billing record {number} is reversed by a separate record with its own number. Both stay visible.', {
                number: recordNumber(record),
              })}
            </p>
            {jobs.length > 1 && (
              <RadioGroup
                label={t('Which job should be open again? The others go back to completed.')}
                choices={jobs.map(({ id, name }) => ({ id, name }))}
                value={jobId}
                onChange={setJobId}
              />
            )}
            {paidCents > 0 && <PaymentWishes paidCents={paidCents} currency={currency} value={payments} onChange={setPayments} />}
          </DialogBody>
        </Dialog>
      )}
    </>
  );
};
