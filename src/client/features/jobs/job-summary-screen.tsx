import { useQuery } from '@tanstack/react-query';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { hoursPerDay, type Measure, summarizeJob, type SummaryGroup, type Total } from '#shared/domain/job-summary.ts';
import type { Job } from '#shared/domain/job.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { ColumnPlot } from '#client/components/plots/column-plot.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge, SyncBadge, syncMark } from '#client/components/status-badge.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, jobQueries } from '#client/data/queries.ts';
import { jobMissing } from '#client/features/jobs/job-entries-screen.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatDate, formatDates, formatDay, formatNumber } from '#client/lib/formats.ts';
import { plural, t, wordsOf } from '#client/lib/texts.ts';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const SERIES = ['bg-plot1', 'bg-plot2', 'bg-plot3', 'bg-plot4', 'bg-plot5'];

const entriesText = (count: number): string => plural(count, '{count} entry', '{count} entries');

/** The label of a number; a field of the organization's own, which has no unit, keeps its name. */
const labelOf = ({ label, unit }: Measure): string => (unit === '' ? label : wordsOf(label));
const headOf = (measure: Measure): string => (measure.key === 'fuel' ? `${labelOf(measure)} (${wordsOf(measure.unit)})` : labelOf(measure));

const valueText = (measure: Measure, entry: JobEntry): string => {
  const value = measure.valueOf(entry);
  return value === null ? '' : formatNumber(value);
};

/** The numbers of an entry at the end of its card, each above its unit. */
const Values = ({ measures, entry }: { readonly measures: readonly Measure[]; readonly entry: JobEntry }) => (
  <span className="flex shrink-0 gap-3.5 pr-2.5 text-right">
    {measures.map((measure) => (
      <span key={measure.key} className="min-w-9 leading-[1.3] tabular-nums">
        <b className="block font-[680]">{valueText(measure, entry)}</b>{' '}
        <small className="text-sm text-ink2">{measure.valueOf(entry) === null ? '' : wordsOf(measure.unit)}</small>
      </span>
    ))}
  </span>
);

const TotalLine = ({ group }: { readonly group: SummaryGroup }) => (
  <tfoot>
    <tr className="font-bold [&>td]:sticky [&>td]:bottom-0 [&>td]:z-1 [&>td]:h-13 [&>td]:border-t-2 [&>td]:border-ink [&>td]:bg-surface [&>td]:px-4">
      <td colSpan={3}>{t('Total of {entries}', { entries: entriesText(group.entries.length) })}</td>
      {group.columns.map((measure) => (
        <td key={measure.key} className="text-right tabular-nums">
          {formatNumber(group.totals.find((total) => total.measure.key === measure.key)?.total ?? 0)}
        </td>
      ))}
    </tr>
  </tfoot>
);

/** Hours, fuel and loads stay in view; an organization's own numbers may be many. */
const MAIN: readonly string[] = ['totalHours', 'fuel', 'loads'];

const Totals = ({ totals }: { readonly totals: readonly Total[] }) =>
  totals.length > 0 && (
    <TotalsRow
      totals={totals.map(({ measure, total }) => ({
        label: labelOf(measure),
        value: total,
        unit: measure.summary === 'average' ? t('on average') : wordsOf(measure.unit),
      }))}
    />
  );

const Group = ({ group, index }: { readonly group: SummaryGroup; readonly index: number }) => (
  <Card>
    <div className="sticky top-14 z-2 rounded-t-[calc(var(--r-card)-1px)] bg-surface md:top-16 lg:static">
      <CardHead
        title={
          <span className="flex items-center gap-3">
            <span className={cx('h-6 w-2 rounded-sm', SERIES[index % SERIES.length])} aria-hidden="true" />
            {group.serviceTypeName}
          </span>
        }
      >
        <span className="pr-2 text-sm text-ink2">{entriesText(group.entries.length)}</span>
      </CardHead>
      <Totals totals={group.totals.filter(({ measure }) => MAIN.includes(measure.key))} />
    </div>
    <Totals totals={group.totals.filter(({ measure }) => !MAIN.includes(measure.key))} />
    <DataTable
      label={t('Entries of {serviceTypeName}', { serviceTypeName: group.serviceTypeName })}
      rows={group.entries}
      keyOf={({ id }) => id}
      mark={syncMark}
      columns={[
        {
          head: t('Date'),
          cell: (entry) => <span className="whitespace-nowrap tabular-nums">{formatDate(entry.date)}</span>,
          sortBy: ({ date }) => date,
        },
        { head: t('Equipment'), cell: (entry) => entry.equipmentNames.join(', '), sortBy: (entry) => entry.equipmentNames.join(', ') },
        {
          head: t('Operator(s)'),
          cell: (entry) => (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {entry.operatorNames.join(', ')}
              <SyncBadge record={entry} />
            </span>
          ),
          sortBy: (entry) => entry.operatorNames.join(', '),
        },
        ...group.columns.map((measure) => ({
          head: headOf(measure),
          isNumber: true,
          cell: (entry: JobEntry) => valueText(measure, entry),
          sortBy: measure.valueOf,
        })),
      ]}
      columnsFrom="lg"
      sorted={{ head: t('Date'), isDescending: true }}
      card={(entry) => ({
        title: (
          <>
            {formatDay(entry.date)} <span className="font-normal">{entry.equipmentNames.join(', ')}</span>
          </>
        ),
        meta: (
          <>
            <span>{entry.operatorNames.join(', ')}</span>
            <SyncBadge record={entry} />
          </>
        ),
        aside: <Values measures={group.columns} entry={entry} />,
      })}
      footer={<TotalLine group={group} />}
    />
  </Card>
);

const HoursPlot = ({ groups }: { readonly groups: readonly SummaryGroup[] }) => {
  const days = hoursPerDay(groups);
  const total = groups.flatMap(({ totals }) => totals).filter(({ measure }) => measure.key === 'totalHours');
  if (total.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHead title={t('Hours per day')}>
        <span className="pr-2 text-sm text-ink2 tabular-nums">
          {t('{hours} hrs in all', { hours: exactSum(total.map((each) => each.total)) })}
        </span>
      </CardHead>
      <div className="p-4.5">
        <ColumnPlot
          name={t('Hours per day')}
          unit={t('hrs')}
          series={groups.map(({ serviceTypeName }) => serviceTypeName)}
          columns={days.map(({ date, hours }, index) => ({
            key: date,
            label: formatDay(date),
            // Only days with work are drawn: where days are missing between them the axis is broken.
            isAfterGap: daysBetween(days[index - 1]?.date ?? date, date) > 1,
            values: hours,
          }))}
        />
      </div>
    </Card>
  );
};

const spanOf = (entries: readonly JobEntry[]): string => {
  const dates = entries.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined ? '' : formatDates(first, last);
};

interface SummaryProps {
  readonly job: Job;
  readonly entries: readonly JobEntry[];
  readonly fields: readonly CustomDataField[];
}

const Summary = ({ job, entries, fields }: SummaryProps) => {
  const groups = summarizeJob(entries, fields, useUnits());
  return (
    <>
      <BackLink to={`/jobs/${job.id}/entries`}>{t('Back to entries')}</BackLink>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            {job.name}
            <StatusBadge status={job.status} />
          </span>
        }
        sub={[job.customerName, spanOf(entries)].filter(Boolean).join('. ')}
      />
      <div className="grid grid-cols-1 gap-(--gap)">
        {groups.length === 0 ? (
          <Card>
            <Empty title={t('No job entries yet.')} />
          </Card>
        ) : (
          <>
            <HoursPlot groups={groups} />
            {groups.map((group, index) => (
              <Group key={group.serviceTypeId} group={group} index={index} />
            ))}
          </>
        )}
      </div>
    </>
  );
};

/** `/jobs/{id}/summary` (specification 5.16 to 5.18). */
export const JobSummaryScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const id = Number(params['id']);
  const job = useQuery(jobQueries.detail(orgId, id));
  const entries = useQuery(jobQueries.entries(orgId, id));
  const fields = useQuery(customDataFieldQueries.list(orgId));
  return (
    <QueryView query={job} loading={t('Loading job...')} missing={jobMissing()}>
      {(found) => (
        <QueryView query={entries} loading={t('Loading entries...')}>
          {(list) => (
            <QueryView query={fields} loading={t('Loading entries...')}>
              {(known) => <Summary job={found} entries={list} fields={known} />}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
};
