import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { plural, t } from '#client/lib/texts.ts';
import { AttentionIcon, EditIcon, ErrorIcon, MailIcon, PrintIcon } from '#client/ui/icons.tsx';
import { checksOf } from './bill-rows.ts';
import { HINDRANCE_WORDS, WAY_WORDS } from './bill-words.ts';

/** The one thing that should be known before a bill is sent (look-2, "Billing run"): at most one tag. */
export const BillTag = ({ bill }: { readonly bill: UnbilledBill }) => {
  const { hindrance, hasAmount, unrated, warnings, legalNeeds, eInvoiceNeeds, way, recipients, draftId } = bill;
  const { unchecked } = checksOf(bill);
  const lost = warnings.reduce((sum, { kind, count }) => (kind === 'noRate' ? sum : sum + count), 0);
  if (hindrance !== null) {
    return (
      <span className="desk-tag desk-poppy">
        <ErrorIcon aria-hidden="true" />
        {t(HINDRANCE_WORDS[hindrance])}
      </span>
    );
  }
  if (unrated.length > 0 || !hasAmount) {
    return (
      <span className="desk-tag desk-poppy">
        <ErrorIcon aria-hidden="true" />
        {unrated.length > 0 ? t('No rate') : t('No amount')}
      </span>
    );
  }
  if (unchecked > 0) {
    return (
      <span className="desk-tag desk-straw">
        <AttentionIcon aria-hidden="true" />
        {t('{count} not checked', { count: unchecked })}
      </span>
    );
  }
  if (lost > 0) {
    return (
      <span className="desk-tag desk-straw">
        <AttentionIcon aria-hidden="true" />
        {plural(lost, '{count} warning', '{count} warnings')}
      </span>
    );
  }
  if (legalNeeds.length + eInvoiceNeeds.length > 0) {
    return (
      <span className="desk-tag desk-straw">
        <AttentionIcon aria-hidden="true" />
        {t('Details missing')}
      </span>
    );
  }
  if (way === 'print' && recipients.length === 0) {
    return (
      <span className="desk-tag bill-stone">
        <PrintIcon aria-hidden="true" />
        {t('No email')}
      </span>
    );
  }
  return draftId === null ? null : (
    <span className="desk-tag bill-stone">
      <EditIcon aria-hidden="true" />
      {t('On a draft')}
    </span>
  );
};

/** How it reaches the customer. */
export const SentBy = ({ bill: { way } }: { readonly bill: UnbilledBill }) =>
  way === 'none' ? null : (
    <span className="bill-way">
      {way === 'mail' ? <MailIcon aria-hidden="true" /> : <PrintIcon aria-hidden="true" />}
      {t(WAY_WORDS[way])}
    </span>
  );
