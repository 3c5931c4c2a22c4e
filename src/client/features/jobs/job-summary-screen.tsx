import { useQuery } from '@tanstack/react-query';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { hoursPerDay, type Measure, summarizeJob, type SummaryGroup } from '#shared/domain/job-summary.ts';
import type { Job } from '#shared/domain/job.ts';
import { ColumnPlot } from '#client/components/column-plot.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { syncMark } from '#client/components/row-mark.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, jobQueries } from '#client/data/queries.ts';
import { JOB_MISSING } from '#client/features/jobs/job-entries-screen.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatDate, formatDay, formatNumber } from '#client/lib/formats.ts';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const SERIES = ['bg-plot1', 'bg-plot2', 'bg-plot3', 'bg-plot4', 'bg-plot5'];

const entriesText = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const headOf = ({ label, unit }: Measure): string => (unit === 'gal' ? `${label} (gal)` : label);

const valueText = (measure: Measure, entry: JobEntry): string => {
  const value = measure.valueOf(entry);
  return value === null ? '' : formatNumber(value);
};

const TotalLine = ({ group }: { readonly group: SummaryGroup }) => (
  <tfoot>
    <tr className="font-bold [&>td]:h-13 [&>td]:border-t-2 [&>td]:border-ink [&>td]:px-4">
      <td colSpan={3}>Total of {entriesText(group.entries.length)}</td>
      {group.columns.map((measure) => (
        <td key={measure.key} className="text-right tabular-nums">
          {formatNumber(group.totals.find((total) => total.measure.key === measure.key)?.total ?? 0)}
        </td>
      ))}
    </tr>
  </tfoot>
);

const Group = ({ group, index }: { readonly group: SummaryGroup; readonly index: number }) => (
  <Card>
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
    <TotalsRow totals={group.totals.map(({ measure, total }) => ({ label: measure.label, value: total, unit: measure.unit }))} />
    <DataTable
      label={`Entries of ${group.serviceTypeName}`}
      rows={group.entries}
      keyOf={({ id }) => id}
      mark={syncMark}
      columns={[
        { head: 'Date', cell: (entry) => <span className="whitespace-nowrap tabular-nums">{formatDate(entry.date)}</span> },
        { head: 'Equipment', cell: (entry) => entry.equipmentNames.join(', ') },
        { head: 'Operator(s)', cell: (entry) => entry.operatorNames.join(', ') },
        ...group.columns.map((measure) => ({
          head: headOf(measure),
          isNumber: true,
          cell: (entry: JobEntry) => valueText(measure, entry),
        })),
      ]}
      card={(entry) => ({
        title: (
          <>
            {formatDay(entry.date)} <span className="font-normal">{entry.equipmentNames.join(', ')}</span>
          </>
        ),
        meta: (
          <>
            <span>{entry.operatorNames.join(', ')}</span>
            {group.columns.map((measure) => (
              <span key={measure.key} className="font-[620] text-ink tabular-nums">
                {valueText(measure, entry)} {measure.unit}
              </span>
            ))}
          </>
        ),
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
      <CardHead title="Hours per day" />
      <div className="p-4.5">
        <ColumnPlot
          name="Hours per day"
          unit="hrs"
          series={groups.map(({ serviceTypeName }) => serviceTypeName)}
          columns={days.map(({ date, hours }) => ({ key: date, label: formatDay(date), values: hours }))}
        />
      </div>
    </Card>
  );
};

const spanOf = (entries: readonly JobEntry[]): string => {
  const dates = entries.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) {
    return '';
  }
  return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
};

interface SummaryProps {
  readonly job: Job;
  readonly entries: readonly JobEntry[];
  readonly fields: readonly CustomDataField[];
}

const Summary = ({ job, entries, fields }: SummaryProps) => {
  const groups = summarizeJob(entries, fields);
  return (
    <>
      <BackLink to={`/jobs/${job.id}/entries`}>Back to entries</BackLink>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            {job.name}
            <StatusBadge status={job.status} />
          </span>
        }
        sub={[job.customerName, spanOf(entries)].filter(Boolean).join('. ')}
      />
      <div className="grid gap-(--gap)">
        {groups.length === 0 ? (
          <Card>
            <Empty title="No job entries yet." />
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

/** `/jobs/{id}/summary` (specification 2 §2). */
export const JobSummaryScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const id = Number(params['id']);
  const job = useQuery(jobQueries.detail(orgId, id));
  const entries = useQuery(jobQueries.entries(orgId, id));
  const fields = useQuery(customDataFieldQueries.list(orgId));
  return (
    <QueryView query={job} loading="Loading job..." missing={JOB_MISSING}>
      {(found) => (
        <QueryView query={entries} loading="Loading entries...">
          {(list) => (
            <QueryView query={fields} loading="Loading entries...">
              {(known) => <Summary job={found} entries={list} fields={known} />}
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
};
