import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon } from '#client/ui/icons.tsx';
import { labelsOf, type ReceivableListProps, ReminderCell } from './receivable-table.tsx';
import { lateWords } from './receivable-words.ts';

/** The same on phones: a card each. */
export const ReceivableCards = ({ shown, selection, levels, today, unsent, maySelect, onPress }: ReceivableListProps) => (
  <ul aria-label={t('Open bills')}>
    {shown.map((row) => {
      const isSelected = selection.isSelected(row);
      return (
        <li key={row.id} className={cx('desk-card', isSelected && 'desk-selected')}>
          {maySelect && (
            <label className="desk-card-box">
              <input
                type="checkbox"
                className="sr-only"
                aria-label={t('Select {name}', { name: row.businessName })}
                checked={isSelected}
                onChange={() => selection.toggle([row])}
              />
              <span className={cx('desk-box', isSelected && 'desk-on')}>{isSelected && <CheckIcon aria-hidden="true" />}</span>
            </label>
          )}
          <button type="button" className="desk-card-body" onClick={() => onPress(row)}>
            <span className="desk-card-line">
              <b>{row.businessName}</b>
              <b>{formatMoney(row.openCents, row.currency)}</b>
            </span>
            <span className="desk-card-line">
              <span>{labelsOf(row)}</span>
              <span>{lateWords(row.daysLate)}</span>
            </span>
            <ReminderCell row={row} levels={levels} today={today} unsent={unsent} />
          </button>
        </li>
      );
    })}
  </ul>
);
