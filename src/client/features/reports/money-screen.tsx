import { Link, useLocation, useSearch } from 'wouter';
import type { MoneyGrouping, MoneyOfCurrency, MoneyReport, MoneyTotals } from '#shared/domain/report.ts';
import { BarPlot } from '#client/components/plots/bar-plot.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TabRow } from '#client/components/tab-row.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { AMOUNTS, MONEY_WORDS, type MoneyRow, moneyRowsOf, saveMoney } from '#client/features/reports/money-rows.ts';
import {
  MONEY_BY,
  moneyAddressOf,
  moneyByOf,
  MOST_BACK,
  type ReportView,
  seasonIn,
  spanQueryOf,
  viewOf,
} from '#client/features/reports/report-address.ts';
import { DateFields, PeriodField, spanErrorOf } from '#client/features/reports/report-controls.tsx';
import { ReportHead } from '#client/features/reports/report-head.tsx';
import { TotalLine } from '#client/features/reports/total-line.tsx';
import { useMoneyReport } from '#client/features/reports/use-report.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { ErrorIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** How many bars are drawn, those that earned most; the table has the rest. */
const MOST_BARS = 8;

const amountText = (cents: number | null, currency: string): string => (cents === null ? t('Unknown') : formatMoney(cents, currency));

const Tiles = ({ totals, currency }: { readonly totals: MoneyTotals; readonly currency: string }) => (
  <dl className="grid grid-cols-1 border-b border-line sm:grid-cols-3">
    {AMOUNTS.filter(([name]) => name === 'revenueCents' || name === 'costCents' || name === 'marginCents').map(([name, label]) => (
      <div key={name} className="px-4 pt-3 pb-3.5 max-sm:not-last:border-b max-sm:border-line">
        <dt className="text-sm font-medium text-ink2">{t(label)}</dt>
        <dd className="text-[1.5rem] leading-[1.2] font-[740] tracking-[-0.015em] whitespace-nowrap tabular-nums">
          {amountText(totals[name], currency)}
        </dd>
      </div>
    ))}
  </dl>
);

interface OfCurrencyProps {
  readonly by: MoneyGrouping;
  readonly money: MoneyOfCurrency;
}

const Table = ({ by, money, rows }: OfCurrencyProps & { readonly rows: readonly MoneyRow[] }) => {
  const { currency, totals } = money;
  const head = t(MONEY_WORDS[by]);
  return (
    <DataTable
      label={t('{currency} by {what}', { currency, what: head })}
      rows={rows}
      keyOf={({ key }) => key}
      columnsFrom="xl"
      columns={[
        { head, cell: ({ label }) => <span className="block min-w-32 font-[620]">{label}</span>, sortBy: ({ label }) => label },
        ...AMOUNTS.map(([name, label]) => ({
          head: t(label),
          isNumber: true,
          cell: ({ sums }: MoneyRow) => (
            <span className={cx('text-sm', sums[name] === null ? 'text-ink2' : 'whitespace-nowrap')}>
              {amountText(sums[name], currency)}
            </span>
          ),
          sortBy: ({ sums }: MoneyRow) => sums[name],
        })),
      ]}
      sorted={by === 'season' ? { head, isDescending: true } : { head: t('Revenue'), isDescending: true }}
      card={({ label, sums }) => ({
        title: label,
        meta: AMOUNTS.slice(1).map(([name, words]) => <span key={name}>{`${t(words)}: ${amountText(sums[name], currency)}`}</span>),
        aside: <b className="shrink-0 pr-2.5 text-right font-[680] tabular-nums">{amountText(sums.revenueCents, currency)}</b>,
      })}
      footer={<TotalLine isSmall cells={AMOUNTS.map(([name]) => ({ key: name, text: amountText(totals[name], currency) }))} />}
    />
  );
};

const OfCurrency = ({ by, money }: OfCurrencyProps) => {
  const { currency, totals } = money;
  const rows = moneyRowsOf(money, by);
  const drawn = rows.slice(0, MOST_BARS);
  const hasCosts = drawn.some(({ sums }) => sums.costCents !== null);
  return (
    <>
      <Card className="print:break-inside-avoid">
        <CardHead title={currency} />
        <Tiles totals={totals} currency={currency} />
        <div className="p-4.5">
          <BarPlot
            name={t('{what}. The numbers are in the table below.', { what: t('Revenue and cost') })}
            series={hasCosts ? [t('Revenue'), t('Cost')] : [t('Revenue')]}
            format={(cents) => formatMoney(cents, currency)}
            bars={drawn.map(({ key, label, sums }) => ({
              key,
              label,
              values: hasCosts ? [sums.revenueCents, sums.costCents ?? 0] : [sums.revenueCents],
            }))}
          />
          {rows.length > drawn.length && (
            <p className="mt-3 text-sm text-ink2">{t('{count} more are in the table.', { count: rows.length - drawn.length })}</p>
          )}
        </div>
      </Card>
      {totals.unknownCount > 0 && (
        <Note tone="straw" icon={ErrorIcon}>
          {plural(
            totals.unknownCount,
            'The cost of {count} entry is unknown: a cost rate or its hours are missing.',
            'The cost of {count} entries is unknown: cost rates or hours are missing.',
          )}{' '}
          <Link href="/organization/billing?tab=costs" className="font-[640] underline">
            {t('Set cost rates')}
          </Link>
        </Note>
      )}
      <Card>
        <Table key={by} by={by} money={money} rows={rows} />
      </Card>
    </>
  );
};

const Shown = ({ report }: { readonly report: MoneyReport }) => (
  <div className="grid grid-cols-1 gap-(--gap)">
    {report.currencies.length === 0 && (
      <Card>
        <Empty title={t('No work from this period has been billed.')} text={t('Choose another period, or fewer filters.')} />
      </Card>
    )}
    {report.currencies.map((money) => (
      <OfCurrency key={money.currency} by={report.by} money={money} />
    ))}
    <div className="grid max-w-[75ch] gap-1.5 text-sm text-ink2">
      <p>{t('Revenue is before tax, from bills that are not void, by the date of the work. Cost covers the entries on these bills.')}</p>
      {report.by === 'machine' && (
        <p>{t('For an entry with several machines, revenue, operator cost and fuel are split evenly among them.')}</p>
      )}
      {report.unbilledCount > 0 && (
        <p>
          {plural(
            report.unbilledCount,
            '{count} entry from this period is not billed and not in these numbers.',
            '{count} entries from this period are not billed and not in these numbers.',
          )}
        </p>
      )}
    </div>
  </div>
);

const Money = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const [, navigate] = useLocation();
  const search = useSearch();
  const by = moneyByOf(search);
  const view = viewOf(search);
  const today = useToday();
  const spanError = spanErrorOf(view);
  const firstSeason = Number(seasonIn('season', today, seasonStartDate)) - MOST_BACK;
  // Seasons are compared: these, whatever the period says.
  const span =
    by === 'season' ? { from: `${firstSeason}-${seasonStartDate?.slice(5) ?? '01-01'}` } : spanQueryOf(view, today, seasonStartDate);
  const query = useMoneyReport(orgId, { by, ...span }, spanError === undefined);
  const { data } = query;
  const change = (part: Partial<ReportView>) => navigate(moneyAddressOf(by, { ...view, ...part }), { replace: true });
  const controls = { view, today, onChange: change };
  return (
    <>
      <ReportHead current="/reports/money" onSave={data && (() => saveMoney(data))} />
      <TabRow
        label={t('Group by')}
        tabs={MONEY_BY.map((each) => ({ id: each, href: moneyAddressOf(each, view), text: t(MONEY_WORDS[each]) }))}
        current={by}
        className="print:hidden"
      />
      {by !== 'season' && (
        <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
          <PeriodField {...controls} />
          {view.period === 'dates' && <DateFields {...controls} error={spanError} />}
        </div>
      )}
      {spanError === undefined && (
        <QueryView query={query} loading={t('Loading report...')} loadingRows={8}>
          {(report) => <Shown report={report} />}
        </QueryView>
      )}
    </>
  );
};

/** `/reports/money` (specification 7.12): what billed work earned and cost, for users who may see money. */
export const MoneyScreen = () =>
  useCan('money:read') ? (
    <Money />
  ) : (
    <>
      <PageHead title={t('Reports')} />
      <Empty title={t('Only the owner, admins and managers can see billing.')}>
        <BackLink to="/reports">{t('Reports')}</BackLink>
      </Empty>
    </>
  );
