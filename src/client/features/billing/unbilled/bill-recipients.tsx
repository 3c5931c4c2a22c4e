import { useState } from 'react';
import { Link } from 'wouter';
import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { t } from '#client/lib/texts.ts';
import { ChevronIcon, MailIcon, PrintIcon } from '#client/ui/icons.tsx';
import { numbersOf } from './bill-rows.ts';

/** Whom the bill goes to, or how else. */
const recipientWords = ({ way, recipients }: Pick<UnbilledBill, 'way' | 'recipients'>): string => {
  switch (way) {
    case 'mail':
      return t('To {addresses}', { addresses: recipients.join(', ') });
    case 'print':
      return recipients.length === 0 ? t('No email: will be printed') : t('On paper');
    case 'none':
      return t('Is not sent: no amount');
  }
};

/** Whom the bill in hand goes to; where no address is known, the way to the customer, who gets one there. */
export const BillRecipients = ({ bill }: { readonly bill: UnbilledBill }) => {
  const { way, recipients, customerId } = bill;
  const Shape = way === 'mail' ? MailIcon : PrintIcon;
  return (
    <p className="bill-recipients">
      <Shape aria-hidden="true" />
      <span>{recipientWords(bill)}</span>
      {way === 'print' && recipients.length === 0 && <Link href={`/customers/${customerId}`}>{t('Add an email address')}</Link>}
    </p>
  );
};

interface RecipientListProps {
  readonly bills: readonly UnbilledBill[];
  readonly next: NextBill | undefined;
  readonly day: string;
}

/** Whom each bill of a run goes to, with the number to come: folded, and made only when it is opened. */
export const RecipientList = ({ bills, next, day }: RecipientListProps) => {
  const [isOpen, setOpen] = useState(false);
  const numbers = isOpen && next !== undefined ? numbersOf(next, day, bills) : [];
  return (
    <details className="bill-fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronIcon aria-hidden="true" />
        {t('Who gets them')}
      </summary>
      {isOpen && (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        <div className="bill-fold-body" tabIndex={0} role="region" aria-label={t('Who gets them')}>
          <ul>
            {bills.map((bill, place) => (
              <li key={bill.id}>
                <span>
                  <b>{bill.customerName}</b>
                  {numbers[place] ?? t('Work record')}
                </span>
                <span>{recipientWords(bill)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
};
