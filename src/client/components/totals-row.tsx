import { formatNumber } from '#client/lib/formats.ts';

interface TotalsRowProps {
  /** With a unit the label stands above, without it below. */
  readonly totals: readonly { readonly label: string; readonly value: number; readonly unit?: string }[];
}

/** Large totals side by side. */
export const TotalsRow = ({ totals }: TotalsRowProps) => (
  <dl className="@container flex flex-wrap border-b border-line">
    {totals.map(({ label, value, unit }) => (
      <div key={label} className="flex min-w-max flex-1 flex-col border-line py-3.5 pr-3 pl-4 not-first:border-l @2xl:pl-4.5">
        <dt className={unit === undefined ? 'order-2 text-sm font-medium text-ink2' : 'text-sm font-medium text-ink2'}>{label}</dt>
        <dd className="text-[1.625rem] leading-[1.1] font-[740] tracking-[-0.015em] whitespace-nowrap tabular-nums @2xl:text-[2.125rem]">
          {formatNumber(value)}
          {/* The space is a letter: what is copied or read aloud is '7.8 hrs' too. */}
          {unit && <small className="block text-sm font-medium tracking-normal text-ink2 @2xl:inline"> {unit}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
