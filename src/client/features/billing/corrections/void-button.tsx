import { useState } from 'react';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import { routes } from '#shared/routes.ts';
import { PaymentWishes } from '#client/features/billing/bills/payment-wishes.tsx';
import { recordNumber } from '#client/features/billing/bills/billing-record-words.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { RestoreIcon } from '#client/ui/icons.tsx';
import { useCorrection } from './use-correction.ts';

/** Voids a deposit or a credit note by a record of its own. */
export const VoidButton = ({ record }: { readonly record: BillingRecord }) => {
  const { id, organizationId: orgId, kind, paidCents, currency } = record;
  const isOffline = useIsOffline();
  const { make, isBusy } = useCorrection();
  const [isAsking, setAsking] = useState(false);
  const [payments, setPayments] = useState<PaymentWish>('credit');
  const isPaid = kind === 'deposit' && paidCents > 0;
  const title = kind === 'deposit' ? t('Void this deposit') : t('Void this credit note');
  const voidIt = async () => {
    const body = isPaid ? { payments } : {};
    const words = { done: t('Voided'), failed: t('It was not voided') };
    if (await make((ask) => ask(routes.corrections.reverse, { params: { orgId, id }, body }), words)) {
      setAsking(false);
    }
  };
  return (
    <>
      <Button icon={RestoreIcon} className="print:hidden" disabled={isOffline} onClick={() => setAsking(true)}>
        {title}
      </Button>
      {isAsking && (
        <Dialog
          title={title}
          size="small"
          onClose={() => !isBusy && setAsking(false)}
          onSubmit={() => void voidIt()}
          footer={
            <>
              <Button onClick={() => !isBusy && setAsking(false)}>{t('Cancel')}</Button>
              <Button type="submit" variant="dangerSolid" busyText={isBusy && t('Saving...')}>
                {title}
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
            {isPaid && <PaymentWishes paidCents={paidCents} currency={currency} value={payments} onChange={setPayments} />}
          </DialogBody>
        </Dialog>
      )}
    </>
  );
};
