import { routes } from '#shared/routes.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { BillingEvent, PaymentStatus } from '#shared/billing/schemas/payment-status.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { chargeWords } from './event-words.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

interface PaymentsProps {
  readonly record: Pick<BillingHead, 'id' | 'organizationId' | 'currency' | 'grossCents'>;
  readonly standing: PaymentStatus;
  readonly onClose: () => void;
}

const MONEY_KINDS: readonly BillingEvent['kind'][] = ['payment', 'discount', 'credited', 'moved', 'refund'];
const UNDONE: readonly BillingEvent['kind'][] = ['payment', 'discount'];

/** The description of money received that is not a plain payment. */
const moneyWords = ({ kind, amountCents, takesBackId }: BillingEvent): string => {
  switch (kind) {
    case 'moved':
      return amountCents > 0 ? t('From the customer’s credit') : t('Moved to another bill');
    case 'refund':
      return t('Refunded to the customer');
    case 'credited':
      return takesBackId === null ? t('Credit note') : t('Undone');
    case 'discount':
      return takesBackId === null ? t('Discount') : t('Undone');
    default:
      return takesBackId === null ? '' : t('Undone');
  }
};

const Payments = ({
  record,
  standing,
  isBusy,
  onTakeBack,
}: Omit<PaymentsProps, 'onClose'> & {
  readonly isBusy: boolean;
  readonly onTakeBack: (paymentId: number) => void;
}) => {
  const payments = standing.events.filter(({ kind }) => MONEY_KINDS.includes(kind));
  const takenBack = new Set(payments.map(({ takesBackId }) => takesBackId));
  return (
    <ul aria-label={t('Payments')} className="rounded-ctl border border-line empty:hidden">
      {payments.map((event) => (
        <li key={event.id} className="flex min-h-13 items-center gap-3 border-b border-line px-3.5 py-1.5 last:border-b-0">
          <span className="min-w-0 flex-1">
            <span className="block font-[640] tabular-nums">{formatMoney(event.amountCents + event.chargeCents, record.currency)}</span>
            <span className="block text-sm wrap-anywhere text-ink2">
              {[formatDate(event.happenedOn), moneyWords(event), chargeWords(event, record.currency), event.note]
                .filter(Boolean)
                .join('. ')}
            </span>
          </span>
          {UNDONE.includes(event.kind) && event.takesBackId === null && event.otherRecordId === null && !takenBack.has(event.id) && (
            <Button size="small" disabled={isBusy} onClick={() => onTakeBack(event.id)}>
              {t('Undo')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};

/** Payments of a bill: they add up, and a mistaken one is reversed by another line. */
export const PaymentsDialog = ({ record, standing, onClose }: PaymentsProps) => {
  const { id, organizationId: orgId, currency, grossCents } = record;
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const takeBack = (paymentId: number) => {
    change((ask) => ask(routes.paymentStatuses.correct, { params: { orgId, id }, body: { paymentId } })).catch((error: unknown) =>
      notices.failure(t('The payment was not saved'), error),
    );
  };
  return (
    <Dialog title={t('Payments')} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <DialogBody>
        <p>{t('{paid} of {total} paid', { paid: formatMoney(standing.paidCents, currency), total: formatMoney(grossCents, currency) })}</p>
        <Payments record={record} standing={standing} isBusy={isBusy} onTakeBack={takeBack} />
      </DialogBody>
    </Dialog>
  );
};
