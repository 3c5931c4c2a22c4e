import { routes } from '#shared/routes.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { type BillingEvent, type PaymentStatus, paymentInput } from '#shared/billing/schemas/payment-status.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useToday } from '#client/data/today.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import * as z from 'zod/mini';

interface PaymentsProps {
  readonly record: Pick<BillingHead, 'id' | 'organizationId' | 'currency' | 'grossCents' | 'kind' | 'reversedById'>;
  readonly standing: PaymentStatus;
  readonly onClose: () => void;
}

const paymentForm = z.pipe(
  z.transform(
    ({ amount, ...rest }: { readonly amount: string; readonly paidOn: string; readonly note: string }): z.input<typeof paymentInput> => ({
      ...rest,
      amountCents: centsOfText(amount),
    }),
  ),
  paymentInput,
);

const MONEY_KINDS: readonly BillingEvent['kind'][] = ['payment', 'moved', 'refund'];

/** The description of money received that is not a plain payment. */
const moneyWords = ({ kind, amountCents, takesBackId }: BillingEvent): string => {
  switch (kind) {
    case 'moved':
      return amountCents > 0 ? t('From a voided bill') : t('Moved to another bill');
    case 'refund':
      return t('Refunded to the customer');
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
            <span className="block font-[640] tabular-nums">{formatMoney(event.amountCents, record.currency)}</span>
            <span className="block text-sm wrap-anywhere text-ink2">
              {[formatDate(event.happenedOn), moneyWords(event), event.note].filter(Boolean).join('. ')}
            </span>
          </span>
          {event.kind === 'payment' && event.takesBackId === null && !takenBack.has(event.id) && (
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
  const params = { orgId, id };
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const open = Math.max(0, grossCents - standing.paidCents);
  const isLive = record.kind === 'bill' && record.reversedById === null;
  const initial = { amount: textOfCents(open), paidOn: useToday(), note: '' };
  const form = useForm({ initial, schema: paymentForm, isOnlineOnly: true });
  const fail = (error: unknown) => notices.failure(t('The payment was not saved'), error);
  const save = () =>
    form.submit(async (body) => {
      await change((ask) => ask(routes.paymentStatuses.pay, { params, body }));
      notices.success(t('Success'), t('Payment saved'));
      onClose();
    }, fail);
  const takeBack = (paymentId: number) => {
    change((ask) => ask(routes.paymentStatuses.correct, { params, body: { paymentId } })).catch(fail);
  };
  return (
    <Dialog
      title={t('Payments')}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isLive} busyText={isBusy && t('Saving...')}>
            {t('Save payment')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <FormProblems problems={form.problems} />
        <p>{t('{paid} of {total} paid', { paid: formatMoney(standing.paidCents, currency), total: formatMoney(grossCents, currency) })}</p>
        <Payments record={record} standing={standing} isBusy={isBusy} onTakeBack={takeBack} />
        <NumberField
          label={t('Amount')}
          required
          error={form.errors['amountCents']}
          disabled={!isLive}
          value={form.values.amount}
          onChange={(amount) => form.set('amount', amount)}
        />
        <TextField form={form} name="paidOn" label={t('Paid on')} required type="date" disabled={!isLive} />
        <TextField form={form} name="note" label={t('Note')} disabled={!isLive} />
      </DialogBody>
    </Dialog>
  );
};
