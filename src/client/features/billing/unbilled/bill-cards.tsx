import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon, MinusIcon } from '#client/ui/icons.tsx';
import { mayIssue } from './bill-rows.ts';
import { BillTag, SentBy } from './bill-tag.tsx';
import { jobWords, workedWords } from './bill-words.ts';
import type { BillParts } from './use-bill-parts.ts';

interface BillCardsProps {
  readonly shown: readonly UnbilledBill[];
  readonly parts: BillParts;
  readonly onOpen: (bill: UnbilledBill) => void;
}

/** The bills to come as cards, for phones. */
export const BillCards = ({ shown, parts, onOpen }: BillCardsProps) => (
  <ul className="desk-cards" aria-label={t('Not billed')}>
    {shown.map((bill) => {
      const row = parts.rowOf(bill);
      const { part, isSelected } = row;
      const isParted = part.jobs.length < bill.jobs.length;
      return (
        <li key={bill.id} className={cx('desk-card', isSelected && 'desk-selected')}>
          <label className="desk-card-box">
            {mayIssue(bill) && (
              <>
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={isSelected}
                  aria-checked={isParted ? 'mixed' : isSelected}
                  onChange={() => parts.press(row)}
                  aria-label={t('Select {name}', { name: [bill.customerName, jobWords(bill)].join(', ') })}
                />
                <span className={cx('desk-box', isSelected && 'desk-on')}>
                  {isSelected && (isParted ? <MinusIcon aria-hidden="true" /> : <CheckIcon aria-hidden="true" />)}
                </span>
              </>
            )}
          </label>
          <button type="button" className="desk-card-body" onClick={() => onOpen(bill)}>
            <span className="desk-card-line">
              <b>{bill.customerName}</b>
              <span>
                <b>{part.grossCents === null ? null : formatMoney(part.grossCents, bill.currency)}</b>
              </span>
            </span>
            <span className="desk-card-line">
              <span>{jobWords(part, bill.jobs)}</span>
              <span>{workedWords(part)}</span>
            </span>
            <span className="desk-card-line bill-card-tags">
              <BillTag bill={part} />
              <SentBy bill={part} />
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);
