import type { BillingEvent } from '#shared/billing/schemas/payment-status.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { WAY_WORD } from './payment-status-words.ts';

const REMINDER: readonly PlainText[] = ['First reminder', 'Second reminder', 'Final reminder'];

/** What of a payment was fee and interest; nothing where none was. */
export const chargeWords = ({ chargeCents }: BillingEvent, currency: string): string =>
  chargeCents === 0 ? '' : t('Of it {amount} fee and interest', { amount: formatMoney(Math.abs(chargeCents), currency) });

const plainPaidWords = ({ amountCents, chargeCents, bankLineId, takesBackId }: BillingEvent, currency: string): string => {
  const amount = formatMoney(Math.abs(amountCents + chargeCents), currency);
  if (takesBackId !== null) {
    return t('Payment of {amount} undone', { amount });
  }
  return bankLineId === null ? t('Paid {amount}', { amount }) : t('Paid {amount}, by the bank statement', { amount });
};

const paidWords = (event: BillingEvent, currency: string): string =>
  [plainPaidWords(event, currency), chargeWords(event, currency)].filter(Boolean).join('. ');

const movedWords = ({ amountCents }: BillingEvent, currency: string): string =>
  amountCents > 0
    ? t('{amount} from the customer’s credit', { amount: formatMoney(amountCents, currency) })
    : t('{amount} went to another bill', { amount: formatMoney(-amountCents, currency) });

const discountWords = ({ amountCents, takesBackId }: BillingEvent, currency: string): string =>
  takesBackId === null
    ? t('Discount of {amount}', { amount: formatMoney(amountCents, currency) })
    : t('Discount of {amount} undone', { amount: formatMoney(-amountCents, currency) });

const creditedWords = ({ amountCents, takesBackId }: BillingEvent, currency: string): string => {
  const amount = formatMoney(Math.abs(amountCents), currency);
  return takesBackId === null ? t('{amount} credited', { amount }) : t('Credit of {amount} undone', { amount });
};

/** What an event says, without its day; nothing for what other parts of the bill say. */
export const eventWords = (event: BillingEvent, currency: string): string => {
  const { kind, way, level, until, recipient } = event;
  switch (kind) {
    case 'sent':
      return [way ? t(WAY_WORD[way]) : '', recipient].filter(Boolean).join(', ');
    case 'undelivered':
      return t('The email came back');
    case 'payment':
      return paidWords(event, currency);
    case 'discount':
      return discountWords(event, currency);
    case 'moved':
      return movedWords(event, currency);
    case 'credited':
      return creditedWords(event, currency);
    case 'refund':
      return t('Refunded {amount}', { amount: formatMoney(-event.amountCents, currency) });
    case 'reminder':
      return [t(REMINDER[(level ?? 1) - 1] ?? 'Final reminder'), way ? t(WAY_WORD[way]) : '', recipient].filter(Boolean).join(', ');
    case 'called':
      return t('Called');
    case 'promise':
      return until === null ? '' : t('Promised to pay by {date}', { date: formatDate(until) });
    case 'dispute':
      return t('Disputed');
    case 'settled':
      return t('Dispute settled');
    default:
      return '';
  }
};
