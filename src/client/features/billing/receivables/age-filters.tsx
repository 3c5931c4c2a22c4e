import { type Age, AGES } from '#shared/billing/receivables.ts';
import type { Receivables, ReceivableSum } from '#shared/billing/schemas/receivable.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { AGE_WORD } from './receivable-words.ts';

interface AgeFiltersProps {
  readonly sums: Receivables['sums'];
  readonly age: Age | null;
  readonly onChoose: (age: Age) => void;
}

const Amounts = ({ sums, cents }: { readonly sums: Receivables['sums']; readonly cents: (sum: ReceivableSum) => number }) =>
  sums.map((sum) => (
    <b key={sum.currency} className="owed-amount">
      {formatMoney(cents(sum), sum.currency)}
    </b>
  ));

const total = (sums: Receivables['sums'], count: (sum: ReceivableSum) => number): number => sums.reduce((all, sum) => all + count(sum), 0);

/** How old the money is: four ages and all of it, each of the ages a filter (look-2, "Receivables"). */
export const AgeFilters = ({ sums, age, onChoose }: AgeFiltersProps) => (
  <div className="owed-ages" role="group" aria-label={t('How late')}>
    {AGES.map((each) => (
      <button
        key={each}
        type="button"
        className={cx('owed-age', `owed-${each}`)}
        aria-pressed={age === each}
        onClick={() => onChoose(each)}
      >
        <span>{t(AGE_WORD[each])}</span>
        <Amounts sums={sums} cents={({ ages }) => ages[each]} />
        <small>
          {plural(
            total(sums, ({ bills }) => bills[each]),
            '{count} bill',
            '{count} bills',
          )}
        </small>
      </button>
    ))}
    <p className="owed-age">
      <span>{t('Open in all')}</span>
      <Amounts sums={sums} cents={({ openCents }) => openCents} />
      <small>
        {t('{amount} of it overdue', {
          amount: sums.map(({ currency, overdueCents }) => formatMoney(overdueCents, currency)).join(' + '),
        })}
      </small>
    </p>
  </div>
);
