import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import type { FuelBook } from '#shared/domain/report.ts';
import { BarPlot } from '#client/components/plots/bar-plot.tsx';
import { RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { customerQueries } from '#client/data/queries.ts';
import { useToday } from '#client/data/today.ts';
import { fuelColumnsOf, type FuelRow, fuelRowsOf, saveFuelBook } from '#client/features/reports/fuel-book-rows.ts';
import { fuelAddressOf, type ReportView, spanQueryOf, viewOf } from '#client/features/reports/report-address.ts';
import { DateFields, PeriodField, spanErrorOf } from '#client/features/reports/report-controls.tsx';
import { ReportHead } from '#client/features/reports/report-head.tsx';
import { TotalLine } from '#client/features/reports/total-line.tsx';
import { useFuelBook } from '#client/features/reports/use-report.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const MOST_BARS = 10;

const numberText = (value: number | null): string => (value === null ? '' : formatNumber(value));

const Shown = ({ book, view }: { readonly book: FuelBook; readonly view: ReportView }) => {
  const units = useUnits();
  const { customerId } = view.filters;
  const rows = fuelRowsOf(book, customerId);
  const columns = fuelColumnsOf(book, units);
  const head = customerId === undefined ? t('Customer') : t('Month');
  if (rows.length === 0) {
    return (
      <Card>
        <Empty title={t('No fuel was logged in this period.')} text={t('Choose another period, or fewer filters.')} />
      </Card>
    );
  }
  const addressOf = (row: FuelRow) => fuelAddressOf({ ...view, filters: { customerId: row.customerId } });
  const label = (row: FuelRow) =>
    customerId === undefined ? <RowLink to={addressOf(row)}>{row.label}</RowLink> : <span className="font-[620]">{row.label}</span>;
  return (
    <div className="grid grid-cols-1 gap-(--gap)">
      <Card className="print:break-inside-avoid">
        <CardHead title={t('Fuel ({unit})', { unit: wordsOf(units.fuel) })} />
        <div className="p-4.5">
          <BarPlot
            name={t('{what}. The numbers are in the table below.', { what: t('Fuel log') })}
            series={[t('Fuel')]}
            bars={rows.slice(0, MOST_BARS).map(({ key, label: name, sums }) => ({ key, label: name, values: [sums.fuel] }))}
          />
        </div>
      </Card>
      <Card>
        <DataTable
          key={head}
          label={t('Fuel log')}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { head, cell: label, sortBy: (row) => (customerId === undefined ? row.label : row.key) },
            ...columns.map(({ head: words, valueOf }) => ({
              head: words,
              isNumber: true,
              cell: ({ sums }: FuelRow) => numberText(valueOf(sums)),
              sortBy: ({ sums }: FuelRow) => valueOf(sums),
            })),
          ]}
          sorted={customerId === undefined ? { head: columns[0]?.head ?? '', isDescending: true } : { head, isDescending: false }}
          card={(row) => ({
            title: label(row),
            meta: columns
              .slice(1)
              .map(({ head: words, valueOf }) => <span key={words}>{`${words}: ${numberText(valueOf(row.sums))}`}</span>),
            aside: <b className="shrink-0 pr-2.5 text-right font-[680] tabular-nums">{formatNumber(row.sums.fuel)}</b>,
          })}
          footer={<TotalLine cells={columns.map(({ head: words, valueOf }) => ({ key: words, text: numberText(valueOf(book.totals)) }))} />}
        />
      </Card>
    </div>
  );
};

/** `/reports/fuel`: the fuel used for each customer, month by month; whose it was only for users who see rates. */
export const FuelBookScreen = () => {
  const { id: orgId, seasonStartDate } = useOrganization();
  const units = useUnits();
  const { data: customers = [] } = useQuery(customerQueries.list(orgId));
  const [, navigate] = useLocation();
  const view = viewOf(useSearch());
  const today = useToday();
  const spanError = spanErrorOf(view);
  const { customerId } = view.filters;
  const span = spanQueryOf(view, today, seasonStartDate);
  const query = useFuelBook(
    orgId,
    { ...span, ...(customerId === undefined ? {} : { customerId: String(customerId) }) },
    spanError === undefined,
  );
  const { data } = query;
  const change = (part: Partial<ReportView>) => navigate(fuelAddressOf({ ...view, ...part }), { replace: true });
  const controls = { view, today, onChange: change };
  return (
    <>
      <ReportHead current="/reports/fuel" onSave={data && (() => saveFuelBook(data, units))} />
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
        <PeriodField {...controls} />
        {view.period === 'dates' && <DateFields {...controls} error={spanError} />}
        <Field label={t('Customer')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('All Customers')}
              value={customerId ?? ''}
              onChange={({ target: { value } }) => change({ filters: { customerId: value === '' ? undefined : Number(value) } })}
            >
              {customers.map(({ id, businessName }) => (
                <option key={id} value={id}>
                  {businessName}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {spanError === undefined && (
        <QueryView query={query} loading={t('Loading report...')} loadingRows={8}>
          {(book) => <Shown book={book} view={view} />}
        </QueryView>
      )}
    </>
  );
};
