import { Link } from 'wouter';
import type { Office } from '#shared/domain/office.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AsOf } from './as-of.tsx';

type Bills = NonNullable<Office['bills']>;
type Unbilled = NonNullable<Office['unbilled']>;

/** From what is not due to what is long overdue: the colours say it once more, the words alone suffice. */
const AGES: readonly (readonly [age: keyof Bills['ages'], label: PlainText, colour: string])[] = [
  ['notDue', 'Not due', 'var(--plot1)'],
  ['to30', '1 to 30 days', 'var(--plot3)'],
  ['to60', '31 to 60 days', 'color-mix(in oklch, var(--poppy) 62%, var(--plot3))'],
  ['over60', 'Over 60 days', 'var(--poppy)'],
];

const Ages = ({ bills: { ages, currency }, isOld }: { readonly bills: Bills; readonly isOld: boolean }) => (
  <div className="border-t border-line px-4.5 py-3">
    <h3 className="mb-2 text-sm font-semibold text-ink2">{t('Open bills by age')}</h3>
    <div className="flex h-5 gap-0.5 overflow-hidden rounded-chip" aria-hidden="true">
      {AGES.filter(([age]) => ages[age] > 0).map(([age, , colour]) => (
        <span key={age} className="min-w-1" style={{ background: colour, flex: ages[age] }} />
      ))}
    </div>
    <ul aria-label={t('Open bills by age')} className={cx('mt-3 text-sm tabular-nums', isOld && 'text-ink3')}>
      {AGES.map(([age, label, colour]) => (
        <li key={age} className="flex items-center gap-2 leading-[1.75]">
          <span className="size-3.5" style={{ background: colour, borderRadius: 4 }} aria-hidden="true" />
          <span className="flex-1">{t(label)}</span>
          <b className="font-[640]"> {formatMoney(ages[age], currency)}</b>
        </li>
      ))}
    </ul>
  </div>
);

const unbilledWords = ({ jobs, netCents, currency, isMore }: Unbilled): string =>
  netCents === null && jobs > 0 ? t('No prices yet') : formatMoney(netCents ?? 0, currency) + (isMore ? '+' : '');

interface MoneyCardProps {
  readonly unbilled: Unbilled;
  readonly bills: Bills;
  readonly asOf: number | null;
}

/** What is not billed, what is not paid, and for how long. */
export const MoneyCard = ({ unbilled, bills, asOf }: MoneyCardProps) => {
  const rows: readonly (readonly [label: PlainText, to: string, amount: string, isLate: boolean])[] = [
    ['Work not billed yet', '/organization/billing?tab=unbilled', unbilledWords(unbilled), false],
    ['Open bills', '/organization/billing?tab=open', formatMoney(bills.openCents, bills.currency), false],
    ['Of these overdue', '/organization/billing?tab=overdue', formatMoney(bills.overdueCents, bills.currency), bills.overdueCents > 0],
  ];
  return (
    <Card>
      <CardHead title={t('Money')}>
        <AsOf at={asOf} />
        <Link href="/organization/billing" className={buttonClass({ variant: 'ghost', size: 'small' })}>
          {t('Billing')}
        </Link>
      </CardHead>
      <ul>
        {rows.map(([label, to, amount, isLate]) => (
          <li key={label} className="border-line not-first:border-t">
            <Link
              href={to}
              className={cx(
                'flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 px-4.5 py-1.5 no-underline hover:bg-sunk',
                asOf !== null ? 'text-ink3' : isLate ? 'text-poppy-fg' : 'text-ink',
              )}
            >
              {t(label)}
              <b className="text-lg font-[740] tabular-nums"> {amount}</b>
            </Link>
          </li>
        ))}
      </ul>
      {bills.openCents > 0 && <Ages bills={bills} isOld={asOf !== null} />}
    </Card>
  );
};
