import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { type DocumentFormat, E_INVOICE_FORMATS } from '#shared/billing/schemas/invoice-export.ts';
import type { BillingHead, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { PaymentStatus } from '#shared/billing/schemas/payment-status.ts';
import { call } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useSendsMail } from '#client/entities/accounts/account.ts';
import { useCan } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { billingKey } from '#client/features/billing/billing-queries.ts';
import { type DocumentWishes, FORMAT_WORD, useDownloads } from './download.ts';
import { MailDialog } from './mail-dialog.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { BillHistory } from '#client/features/billing/payments/bill-history.tsx';
import type { PayableBill } from '#client/features/billing/payments/payment-parts.ts';
import { RecordPaymentDialog } from '#client/features/billing/payments/record-payment-dialog.tsx';
import { PaymentsDialog } from '#client/features/billing/payments/payments-dialog.tsx';
import { StateBadge } from './record-marks.tsx';
import { SharePdf } from './share-pdf.tsx';
import { WAY_WORD } from '#client/features/billing/payments/payment-status-words.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ChevronIcon, DownloadIcon } from '#client/ui/icons.tsx';
import type { MenuItem } from '#client/ui/menu-list.tsx';
import { Menu } from '#client/ui/menu.tsx';

const standingQuery = (orgId: number, id: number) =>
  queryOptions({
    queryKey: [...billingKey(orgId), 'records', id, 'standing'],
    queryFn: ({ signal }) => call(routes.paymentStatuses.get, { params: { orgId, id } }, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

const FORMATS = ['csv', 'xero', 'quickbooks-online', 'quickbooks-iif'] as const satisfies readonly DocumentFormat[];

interface RecordProps {
  readonly record: BillingHead;
}

/** What of a bill credit notes gave back. */
const creditedIn = ({ events }: PaymentStatus): number =>
  events.filter(({ kind }) => kind === 'credited').reduce((sum, { amountCents }) => sum + amountCents, 0);

const E_INVOICE_HINT: Readonly<Record<(typeof E_INVOICE_FORMATS)[number], PlainText>> = {
  xrechnung: 'For public buyers in Germany',
  facturx: 'A PDF that programs can read, too',
  ubl: 'For most of Europe and for Peppol',
  cii: 'The other syntax of the European standard',
};

/** A bill as an e-invoice, in each form that buyers ask for. */
export const EInvoiceMenu = ({ record: { id } }: RecordProps) => {
  const downloads = useDownloads();
  const disabledReason = useIsOffline() ? t('This needs a connection.') : undefined;
  const items = E_INVOICE_FORMATS.map((format): MenuItem => ({
    label: t(FORMAT_WORD[format]),
    hint: t(E_INVOICE_HINT[format]),
    disabledReason,
    onSelect: () => void downloads.record(id, format),
  }));
  return (
    <Menu items={items} buttonClassName={cx(buttonClass(), 'print:hidden')}>
      <DownloadIcon aria-hidden="true" />
      {downloads.isBusy ? t('Loading...') : t('E-invoice')}
      <ChevronIcon aria-hidden="true" />
    </Menu>
  );
};

/** A bill as a PDF, or for spreadsheets and accounting programs. */
export const DownloadMenu = ({ record: { id } }: RecordProps) => {
  const downloads = useDownloads();
  const reason = useIsOffline() ? t('This needs a connection.') : undefined;
  const item = (label: string, format: DocumentFormat, wishes: DocumentWishes = {}): MenuItem => ({
    label,
    disabledReason: reason,
    onSelect: () => void downloads.record(id, format, wishes),
  });
  const items = [
    item(t('PDF'), 'pdf', { annex: 'false' }),
    item(t('PDF with entries'), 'pdf'),
    item(t('PDF with entries and drivers’ notes'), 'pdf', { notes: 'true' }),
    item(t('PDF with entries and photos'), 'pdf', { photos: 'true' }),
    ...FORMATS.map((format) => item(t(FORMAT_WORD[format]), format)),
  ];
  return (
    <Menu items={items} buttonClassName={cx(buttonClass(), 'print:hidden')}>
      <DownloadIcon aria-hidden="true" />
      {downloads.isBusy ? t('Loading...') : t('Download')}
      <ChevronIcon aria-hidden="true" />
    </Menu>
  );
};

const standingWords = ({ record, standing }: RecordProps & { readonly standing: PaymentStatus }): string[] => {
  const { currency, grossCents, state } = record;
  // Nobody waits for money from voided bills and reversals.
  const isOwed = grossCents > 0 && state !== 'void';
  const { sentOn, dueOn, creditCents, events } = standing;
  const creditedCents = creditedIn(standing);
  const paidCents = standing.paidCents - creditedCents;
  const last = events.findLast(({ kind, happenedOn }) => kind === 'sent' && happenedOn === sentOn);
  const isFailed = events.at(-1)?.kind === 'undelivered';
  return [
    sentOn === null || !last?.way ? t('Not sent yet') : t('{way} on {date}', { way: t(WAY_WORD[last.way]), date: formatDate(sentOn) }),
    isFailed ? t('The last email could not be delivered.') : '',
    dueOn === null || !isOwed ? '' : t('Due on {date}', { date: formatDate(dueOn) }),
    isOwed || paidCents !== 0
      ? t('{paid} of {total} paid', { paid: formatMoney(paidCents, currency), total: formatMoney(grossCents, currency) })
      : '',
    creditedCents > 0 ? t('{amount} credited', { amount: formatMoney(creditedCents, currency) }) : '',
    creditCents > 0
      ? t('Of this, {credit} is customer credit and goes on the next bill.', { credit: formatMoney(creditCents, currency) })
      : '',
  ].filter((words) => words !== '');
};

const Standing = ({ record, standing }: { readonly record: BillingRecord; readonly standing: PaymentStatus }) => {
  const { id, organizationId: orgId } = record;
  const mayBill = useCan('jobs:bill');
  const today = useToday();
  const sendsMail = useSendsMail();
  const isOffline = useIsOffline();
  const notices = useNotices();
  const { change, isBusy } = useBillingChange();
  const [open, setOpen] = useState<'mail' | 'pay' | 'payments' | null>(null);
  const close = () => setOpen(null);
  const markSent = async (way: 'post' | 'hand') => {
    const body = { sentOn: today, way };
    try {
      await change((ask) => ask(routes.paymentStatuses.markSent, { params: { orgId, id }, body }));
    } catch (error) {
      notices.failure(t('Failed to mark the bill as sent'), error);
    }
  };
  const payBack = async () => {
    try {
      await change((ask) => ask(routes.paymentStatuses.refund, { params: { orgId, id }, body: { paidBackOn: today } }));
    } catch (error) {
      notices.failure(t('Failed to record the refund'), error);
    }
  };
  const isOff = isOffline || isBusy;
  const hasPayments = standing.events.some(({ amountCents, chargeCents }) => amountCents !== 0 || chargeCents !== 0);
  const bill = payableBill(record, standing);
  const [isVoid, isReversal] = [standing.state === 'void', standing.state === 'reversal'];
  const lastRecipient = standing.events.findLast(({ recipient }) => recipient !== null)?.recipient ?? '';
  return (
    <Card>
      <CardHead title={t('Sent and paid')} />
      <div className="grid gap-3 p-4.5">
        {!isVoid && !isReversal && standing.state !== 'credit' && (
          <span>
            <StateBadge record={{ ...standing, creditedCents: creditedIn(standing) }} />
          </span>
        )}
        {standingWords({ record, standing }).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {mayBill && !isVoid && sendsMail === false && (
          <p className="text-sm text-ink3 print:hidden">
            {t('Email is not set up on this server. Download the PDF, send it yourself, then record here how you sent it.')}
          </p>
        )}
        <BillHistory orgId={orgId} currency={record.currency} events={standing.events} />
        {mayBill && (!isVoid || hasPayments) && (
          <div className="flex flex-wrap gap-2.5 max-sm:[&>button]:w-full print:hidden">
            {!isVoid && (
              <>
                {sendsMail === true && (
                  <Button disabled={isOff} onClick={() => setOpen('mail')}>
                    {t('Email to customer')}
                  </Button>
                )}
                <SharePdf record={record} isOff={isOff} />
                <Button disabled={isOff} onClick={() => void markSent('post')}>
                  {t('Mark as mailed (post)')}
                </Button>
                <Button disabled={isOff} onClick={() => void markSent('hand')}>
                  {t('Mark as delivered')}
                </Button>
              </>
            )}
            {standing.creditCents > 0 && (
              <Button disabled={isOff} onClick={() => void payBack()}>
                {t('Refunded today')}
              </Button>
            )}
            {bill.openCents > 0 && !isVoid && (
              <Button disabled={isOff} onClick={() => setOpen('pay')}>
                {t('Record payment')}
              </Button>
            )}
            {hasPayments && (
              <Button disabled={isOff} onClick={() => setOpen('payments')}>
                {t('Payments')}
              </Button>
            )}
          </div>
        )}
      </div>
      {open === 'mail' && <MailDialog record={record} lastRecipient={lastRecipient} onClose={close} />}
      {open === 'pay' && <RecordPaymentDialog bills={[bill]} onClose={close} />}
      {open === 'payments' && <PaymentsDialog record={record} standing={standing} onClose={close} />}
    </Card>
  );
};

/** The bill as it is paid now. */
const payableBill = ({ id, label, currency, grossCents, content }: BillingRecord, standing: PaymentStatus): PayableBill => {
  const { state, paidCents, chargeCents, events } = standing;
  const undone = new Set(events.map(({ takesBackId }) => takesBackId));
  const hasDiscount = events.some((event) => event.kind === 'discount' && event.takesBackId === null && !undone.has(event.id));
  const { discountPercent = null, discountUntil = null } = content.terms ?? {};
  const isOwed = state === 'open' || state === 'partlyPaid' || state === 'overdue';
  const openCents = isOwed ? grossCents - paidCents : 0;
  const creditedCents = creditedIn(standing);
  const terms = { discountPercent: hasDiscount ? null : discountPercent, discountUntil };
  return { id, label, currency, grossCents, creditedCents, openCents, chargeCents: isOwed ? chargeCents : 0, ...terms };
};

/** When a bill was sent and what was paid, with the actions for both. */
export const StandingCard = ({ record }: { readonly record: BillingRecord }) => {
  const { data } = useQuery(standingQuery(record.organizationId, record.id));
  return data && <Standing record={record} standing={data} />;
};
