import { lazy, Suspense, useState } from 'react';
import { rateMachineOf } from '#shared/billing/rate-machine.ts';
import { taxesSaid } from '#shared/billing/taxes-said.ts';
import type { Bill, BillLine } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry } from '#shared/billing/schemas/billing-record.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { lineTitle, quantityWords } from './bill-words.ts';
import { wasLineOpen } from './open-line.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney, formatPercent, formatPrice } from '#client/lib/format-amounts.ts';
import { formatDates } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { ChevronIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

/** Fetched when a line is first opened: its texts are those of the printed bill, in every language. */
const Explanation = lazy(async () => ({ default: (await import('./explanation.tsx')).Explanation }));

interface BillViewProps {
  readonly bill: Bill;
  /** Names of the jobs on it, if there are several. */
  readonly jobNames: ReadonlyMap<number, string>;
  /** A reversal shows the same lines with the opposite amounts. */
  readonly isReversal?: boolean;
  /** The entries as a bill that was issued has them; left out: it is still to come. */
  readonly billed?: readonly BilledEntry[];
}

const GRID = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 md:grid-cols-[minmax(0,1fr)_8rem_8rem_9.5rem]';

const Line = ({ line, bill, jobNames, billed, isReversal = false }: BillViewProps & { readonly line: BillLine }) => {
  const units = useUnits();
  // Whoever looked at one of its entries comes back to what they read.
  const [wasOpen] = useState(() => wasLineOpen(line.key));
  const [isOpened, setOpened] = useState(wasOpen);
  const { jobId, from, to, price, cents } = line;
  const quantity = quantityWords(line, units);
  const jobName = jobId === null || jobNames.size < 2 ? '' : jobNames.get(jobId);
  const below = [jobName, rateMachineOf(line), from && to ? formatDates(from, to) : ''].filter(Boolean);
  const priceWords = price === null ? '' : formatPrice(price, bill.currency);
  const row = (
    <>
      <span className="min-w-0">
        <span className="block font-[640] wrap-anywhere">{lineTitle(line)}</span>
        {below.length > 0 && <span className="block text-sm text-ink2">{below.join('. ')}</span>}
        <span className="block text-sm text-ink2 tabular-nums md:hidden">{[quantity, priceWords].filter(Boolean).join(' × ')}</span>
      </span>
      <span className="hidden text-right tabular-nums md:block">{quantity}</span>
      <span className="hidden text-right tabular-nums md:block">{priceWords}</span>
      <span className="flex items-start justify-end gap-1 font-[640] whitespace-nowrap tabular-nums">
        {formatMoney(isReversal ? 0 - cents : cents, bill.currency)}
        {!isReversal && (
          <ChevronIcon
            className="mt-0.5 size-5 shrink-0 text-ink3 transition-transform group-open:rotate-180 print:hidden"
            aria-hidden="true"
          />
        )}
      </span>
    </>
  );
  return (
    <li className="border-b border-line last:border-b-0">
      {isReversal ? (
        <div className={cx(GRID, 'px-4.5 py-3')}>{row}</div>
      ) : (
        <details className="group" open={wasOpen} onToggle={() => setOpened(true)}>
          <summary
            className={cx(
              GRID,
              'min-h-13 cursor-pointer list-none px-4.5 py-3 hover:bg-sunk/55 focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden',
            )}
          >
            {row}
          </summary>
          <div className="mx-4.5 mb-3.5 rounded-ctl bg-sunk px-3.5 py-3">
            <Suspense fallback={t('Loading...')}>
              {isOpened && <Explanation line={line} currency={bill.currency} billed={billed} />}
            </Suspense>
          </div>
        </details>
      )}
    </li>
  );
};

const Sum = ({ label, value, isTotal = false }: { readonly label: string; readonly value: string; readonly isTotal?: boolean }) => (
  <div className={cx('flex items-baseline justify-between gap-6', isTotal && 'border-t-2 border-ink pt-2.5 text-xl font-bold')}>
    <dt>{label}</dt>
    <dd className="whitespace-nowrap tabular-nums">{value}</dd>
  </div>
);

const Sums = ({ bill, isReversal = false }: BillViewProps) => {
  const organization = useOrganization();
  const money = (cents: number) => formatMoney(isReversal ? 0 - cents : cents, bill.currency);
  const tax = organization.taxName ?? t('Tax');
  return (
    <dl className="ml-auto grid w-full max-w-100 gap-2 px-4.5 py-4.5">
      <Sum label={t('Subtotal')} value={money(bill.netCents)} />
      {taxesSaid(bill.taxes).map(({ taxPercent, taxIncluded, taxCents }) => (
        <Sum
          key={`${taxPercent} ${String(taxIncluded)}`}
          label={t(taxIncluded ? '{tax} {percent}, included' : '{tax} {percent}', { tax, percent: formatPercent(Number(taxPercent)) })}
          value={money(taxCents)}
        />
      ))}
      <Sum label={t('Total')} value={money(bill.grossCents)} isTotal />
    </dl>
  );
};

/** The lines of a bill, each with the explanation of its amount, its taxes and totals. */
export const BillView = (props: BillViewProps) => {
  const { bill } = props;
  if (bill.lines.length === 0) {
    return <Empty title={t('No amounts yet.')} text={t('Work without a rate is billed without a price.')} />;
  }
  return (
    <>
      <div
        className={cx(
          GRID,
          'rounded-t-[calc(var(--r-card)-1px)] border-b border-line bg-sunk px-4.5 py-2.5 text-sm font-semibold text-ink2 max-md:hidden',
        )}
        aria-hidden="true"
      >
        <span>{t('Service')}</span>
        <span className="text-right">{t('Quantity')}</span>
        <span className="text-right">{t('Price')}</span>
        <span className="pr-6 text-right">{t('Amount')}</span>
      </div>
      <ul aria-label={t('Line items')}>
        {bill.lines.map((line) => (
          <Line key={line.key} {...props} line={line} />
        ))}
      </ul>
      <div className="border-t border-line">
        <Sums {...props} />
      </div>
    </>
  );
};
