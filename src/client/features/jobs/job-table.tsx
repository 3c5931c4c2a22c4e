import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { Job } from '#shared/domain/job.ts';
import { RowLink } from '#client/components/links.tsx';
import { StatusBadge, SyncBadge, syncMark } from '#client/components/status-badge.tsx';
import { JobActions } from '#client/features/jobs/job-actions.tsx';
import { type JobFilter, jobsOf, type JobView, shownJobs, VIEWS } from '#client/features/jobs/job-views.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { QuestionIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { type Column, DataTable, type TableOrder } from '#client/ui/table.tsx';

const keyOf = ({ id }: Job): number => id;

const JobLink = ({ job }: { readonly job: Job }) => <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink>;

const Badges = ({ job }: { readonly job: Job }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1.5">
    {job.isPlaceholder ? (
      <Badge tone="straw" icon={QuestionIcon}>
        {t('No job yet')}
      </Badge>
    ) : (
      <StatusBadge status={job.status} />
    )}
    <SyncBadge record={job} />
  </span>
);

export const columnsOf = (): readonly Column<Job>[] => [
  { head: t('Customer'), cell: ({ customerName }) => customerName, sortBy: ({ customerName }) => customerName },
  { head: t('Job Name'), cell: (job) => <JobLink job={job} />, sortBy: ({ name }) => name },
  { head: t('Status'), cell: (job) => <Badges job={job} />, sortBy: ({ status }) => t(VIEWS[status].tab) },
  {
    head: t('Created'),
    cell: ({ createdAt }) => <span className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</span>,
    sortBy: ({ createdAt }) => createdAt,
  },
];

const cardOf = (job: Job) => ({
  small: job.customerName,
  title: <JobLink job={job} />,
  meta: (
    <>
      <Badges job={job} />
      <span className="tabular-nums">{formatDayOf(job.createdAt)}</span>
    </>
  ),
});

interface JobTableProps {
  readonly jobs: readonly Job[];
  readonly view: JobView;
  readonly filter: JobFilter;
  /** Shown while there is no job. */
  readonly addButton: ReactNode;
  readonly order: TableOrder;
  readonly onEdit: (job: Job) => void;
  readonly onNext: (job: Job) => void;
  readonly onDelete: (job: Job) => void;
}

/** The jobs of a view that pass the filter. Memoized. */
export const JobTable = memo(({ jobs, view, filter, addButton, order, onEdit, onNext, onDelete }: JobTableProps) => {
  const [, navigate] = useLocation();
  const shown = useMemo(() => shownJobs(jobs, view, filter), [jobs, view, filter]);
  const columns = useMemo(() => columnsOf(), []);
  const open = useCallback(({ id }: Job) => navigate(`/jobs/${id}/entries`), [navigate]);
  const actions = useCallback(
    (job: Job) => <JobActions job={job} onEdit={onEdit} onNext={onNext} onDelete={onDelete} />,
    [onEdit, onNext, onDelete],
  );
  if (jobs.length === 0) {
    return (
      <Empty title={t('No jobs added yet.')} text={t('A job is work for one customer. Its entries make up the bill.')}>
        {addButton}
      </Empty>
    );
  }
  if (shown.length === 0) {
    return <Empty title={jobsOf(jobs, view).length === 0 ? t(VIEWS[view].none) : t('No jobs match your search.')} />;
  }
  return (
    <DataTable
      label={t(VIEWS[view].title)}
      rows={shown}
      keyOf={keyOf}
      mark={syncMark}
      onRow={open}
      columns={columns}
      columnsFrom="lg"
      sorted={{ head: t('Created'), isDescending: true }}
      card={cardOf}
      actions={actions}
      order={order}
    />
  );
});
JobTable.displayName = 'JobTable';
