import { Link } from 'wouter';
import { countryOfSeller } from '#shared/billing/country-of-seller.ts';
import type { OpenBill } from '#shared/billing/schemas/receivable.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDay } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import type { ReceivableRow } from './receivable-rows.ts';
import { habitWords, lateWords, letterWord } from './receivable-words.ts';

/** What can be done about the customer in hand. */
export interface PanelActs {
  readonly mayBill: boolean;
  readonly onPay: () => void;
  readonly onStatement: () => void;
  readonly onLetter: () => void;
  readonly onNote: () => void;
}

interface ReceivablePanelProps extends PanelActs {
  readonly row: ReceivableRow;
  readonly today: string;
  /** The letter's words as somebody wrote them; undefined: the usual ones. */
  readonly text: string | undefined;
}

const saidOf = ({ promisedUntil, isDisputed, calledOn }: OpenBill, today: string): string =>
  [
    isDisputed ? t('Disputed') : '',
    promisedUntil !== null && promisedUntil >= today ? t('Promised for {date}', { date: formatDay(promisedUntil) }) : '',
    calledOn === null ? '' : t('Called {date}', { date: formatDay(calledOn) }),
  ]
    .filter(Boolean)
    .join('. ');

const BillLine = ({ bill, currency, today }: { readonly bill: OpenBill; readonly currency: string; readonly today: string }) => {
  const said = saidOf(bill, today);
  return (
    <li>
      <Link href={`${BOARD}/records/${bill.id}`}>{bill.label}</Link>
      <span className="owed-job">
        {bill.jobNames.join(', ')}
        {said !== '' && <small>{said}</small>}
      </span>
      <span>{t('Due {date}', { date: formatDay(bill.dueOn) })}</span>
      <span className={cx(bill.daysLate > 0 && 'font-[640]')}>{lateWords(bill.daysLate)}</span>
      <b>{formatMoney(bill.openCents, currency)}</b>
    </li>
  );
};

const Words = ({ row, text, mayBill, onLetter }: Pick<ReceivablePanelProps, 'row' | 'text' | 'mayBill' | 'onLetter'>) =>
  row.letter && (
    <div className="owed-letter">
      <h3>{letterWord(row.letter.level)}</h3>
      <p>{text ?? row.letter.text}</p>
      {mayBill && (
        <button type="button" className="desk-link" onClick={onLetter}>
          {t('Edit the text')}
        </button>
      )}
    </div>
  );

/** The customer in hand: whom to call, what is open, and what the letter would say. */
export const ReceivablePanel = ({ row, today, text, mayBill, onPay, onStatement, onLetter, onNote }: ReceivablePanelProps) => {
  const isOffline = useIsOffline();
  const country = countryOfSeller(useOrganization());
  return (
    <section className="owed-panel" aria-label={row.businessName}>
      <div>
        <h2>
          <Link href={`/customers/${row.customerId}`}>{row.businessName}</Link>
        </h2>
        <p>{habitWords(row, country)}</p>
        <p>
          {row.phoneNumber && <a href={`tel:${row.phoneNumber.replace(/[^\d+]/g, '')}`}>{row.phoneNumber}</a>}
          {row.phoneNumber && row.contactName ? ', ' : ''}
          {row.contactName}
        </p>
        <p className="wrap-anywhere">{row.recipients.length === 0 ? t('No email address') : row.recipients.join(', ')}</p>
        {row.creditCents > 0 && (
          <p>{t('{amount} of credit waits for the next bill.', { amount: formatMoney(row.creditCents, row.currency) })}</p>
        )}
        <div className="desk-buttons">
          {mayBill && (
            <Button size="small" disabled={isOffline} onClick={onPay}>
              {t('Record payment')}
            </Button>
          )}
          <Button size="small" disabled={isOffline} onClick={onStatement}>
            {t('Statement')}
          </Button>
          {mayBill && (
            <Button size="small" className="owed-call" disabled={isOffline} onClick={onNote}>
              {t('Called')}
            </Button>
          )}
        </div>
      </div>
      <ul>
        {row.bills.map((bill) => (
          <BillLine key={bill.id} bill={bill} currency={row.currency} today={today} />
        ))}
      </ul>
      <Words row={row} text={text} mayBill={mayBill} onLetter={onLetter} />
    </section>
  );
};
