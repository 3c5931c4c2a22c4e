import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon } from '#client/ui/icons.tsx';
import { mayIssue } from './bill-rows.ts';
import { BillTag, SentBy } from './bill-tag.tsx';
import { jobWords, workedWords } from './bill-words.ts';

interface BillCardsProps {
  readonly shown: readonly UnbilledBill[];
  readonly selection: Selection<UnbilledBill>;
  readonly onOpen: (bill: UnbilledBill) => void;
}

/** The bills to come as cards, for phones. */
export const BillCards = ({ shown, selection, onOpen }: BillCardsProps) => (
  <ul className="desk-cards" aria-label={t('Not billed')}>
    {shown.map((bill) => {
      const isSelected = selection.isSelected(bill);
      return (
        <li key={bill.id} className={cx('desk-card', isSelected && 'desk-selected')}>
          <label className="desk-card-box">
            {mayIssue(bill) && (
              <>
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={isSelected}
                  onChange={() => selection.toggle([bill])}
                  aria-label={t('Select {name}', { name: [bill.customerName, jobWords(bill)].join(', ') })}
                />
                <span className={cx('desk-box', isSelected && 'desk-on')}>{isSelected && <CheckIcon aria-hidden="true" />}</span>
              </>
            )}
          </label>
          <button type="button" className="desk-card-body" onClick={() => onOpen(bill)}>
            <span className="desk-card-line">
              <b>{bill.customerName}</b>
              <span>
                <b>{bill.grossCents === null ? null : formatMoney(bill.grossCents, bill.currency)}</b>
              </span>
            </span>
            <span className="desk-card-line">
              <span>{jobWords(bill)}</span>
              <span>{workedWords(bill)}</span>
            </span>
            <span className="desk-card-line bill-card-tags">
              <BillTag bill={bill} />
              <SentBy bill={bill} />
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);
