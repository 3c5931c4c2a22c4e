import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';

interface TotalsRowProps {
  /** With a unit the label is above the value, without one below. */
  readonly totals: readonly { readonly label: string; readonly value: number; readonly unit?: string }[];
}

/**
 * Large totals side by side: as large as their place allows, so that thousands stay on one line in the narrowest column. What does not fit
 * wraps; the separators start outside the frame, so that none is visible before the first of a line.
 */
export const TotalsRow = ({ totals }: TotalsRowProps) => (
  <div className="@container overflow-hidden border-b border-line">
    <dl className="-mt-px -ml-px flex flex-wrap">
      {totals.map(({ label, value, unit }) => (
        <div
          key={label}
          className="flex min-w-max flex-1 flex-col border-t border-l border-line px-[clamp(0.5rem,3cqi,1rem)] py-3.5 @2xl:pl-4.5"
        >
          <dt className={cx('text-[clamp(0.8125rem,4cqi,0.875rem)] font-medium text-ink2', unit === undefined && 'order-2')}>{label}</dt>
          <dd className="text-[clamp(1.0625rem,6cqi,1.625rem)] leading-[1.1] font-[740] tracking-[-0.015em] whitespace-nowrap tabular-nums @2xl:text-[2.125rem]">
            {formatNumber(value)}
            {/* A real space, so that copied or spoken text is '7.8 hrs' too. */}
            {unit && <small className="block text-sm font-medium tracking-normal text-ink2 @2xl:inline"> {unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
);
