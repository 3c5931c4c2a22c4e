import { syncMark } from '#client/components/row-mark.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { contract } from '#shared/contract.ts';
import { type Job, JOB_STATUSES, type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { RowLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { useWrite } from '#client/data/use-write.ts';
import { JobDialog } from '#client/features/jobs/job-dialog.tsx';
import { formatDayOf } from '#client/lib/formats.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button, IconButton, iconButtonClass } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';
import { EditIcon, MoreIcon, PlusIcon, ViewIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable, SearchInput, tabClass } from '#client/ui/table.tsx';

type View = JobStatus | 'all';

/** The four views of the list (specification 2 §2). */
const VIEWS: Record<View, { title: string; tab: string }> = {
  open: { title: 'Active Jobs', tab: 'Active' },
  completed: { title: 'Completed Jobs', tab: 'Completed' },
  billed: { title: 'Archived Jobs', tab: 'Archived' },
  all: { title: 'All Jobs', tab: 'All' },
};
const VIEW_ORDER: readonly View[] = [...JOB_STATUSES, 'all'];

const NEXT: Record<JobStatus, { to: JobStatus; label: string }> = {
  open: { to: 'completed', label: 'Mark as Completed' },
  completed: { to: 'billed', label: 'Mark as Billed' },
  billed: { to: 'open', label: 'Reopen Job' },
};

const isView = (text: string | null): text is View => VIEW_ORDER.some((view) => view === text);

/** `/jobs/new` leads to the list with its add dialog open. */
export const NewJobRedirect = () => (
  <>
    <p role="status">Redirecting to jobs...</p>
    <Redirect to="/jobs?action=new" replace />
  </>
);

const Tabs = ({ view, jobs }: { readonly view: View; readonly jobs: readonly Job[] | undefined }) => (
  <nav
    aria-label="Views"
    className="-mx-(--gap) mb-4 flex gap-1 overflow-x-auto border-b border-line px-[calc(var(--gap)-0.75rem)] md:mx-0 md:px-0 md:[&>a:first-child]:-ml-3"
  >
    {VIEW_ORDER.map((name) => (
      <Link key={name} href={`/jobs?status=${name}`} aria-current={name === view ? 'page' : undefined} className={tabClass(name === view)}>
        {VIEWS[name].tab}
        {jobs && (
          <span className="rounded-chip bg-sunk px-1.75 text-base tabular-nums">
            {jobs.filter(({ status }) => name === 'all' || status === name).length}
          </span>
        )}
      </Link>
    ))}
  </nav>
);

interface FiltersProps {
  readonly jobs: readonly Job[];
  readonly customer: string;
  readonly year: string;
  readonly onCustomer: (id: string) => void;
  readonly onYear: (year: string) => void;
}

/** Customer and year, for billed jobs; years are those in which jobs were made, newest first. */
const ArchiveFilters = ({ jobs, customer, year, onCustomer, onYear }: FiltersProps) => {
  const customers = [...new Map(jobs.map(({ customerId, customerName }) => [customerId, customerName]))].sort((a, b) =>
    a[1].localeCompare(b[1]),
  );
  const years = [...new Set(jobs.map(({ createdAt }) => createdAt.slice(0, 4)))].sort().reverse();
  return (
    <>
      <span className="min-w-44 flex-1 sm:flex-none">
        <Select aria-label="Customer" placeholder="All Customers" value={customer} onChange={(event) => onCustomer(event.target.value)}>
          {customers.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </span>
      <span className="min-w-32 flex-1 sm:flex-none">
        <Select aria-label="Year" placeholder="All Years" value={year} onChange={(event) => onYear(event.target.value)}>
          {years.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </span>
    </>
  );
};

const RowActions = ({ job, onEdit }: { readonly job: Job; readonly onEdit: () => void }) => {
  const { id: orgId, role } = useOrganization();
  const mayWrite = useCan('jobs:write');
  const notices = useNotices();
  const update = useWrite(orgId, contract.jobs.update);
  const [, navigate] = useLocation();
  const isWide = useIsWide();
  const next = NEXT[job.status];

  const changeStatus = async () => {
    try {
      const saved = await update.mutateAsync({ params: { id: job.id }, body: { status: next.to } });
      notices.saved(saved, 'Job', 'Job updated', `${job.name} is ${next.to} now.`);
    } catch (error) {
      notices.failure('Failed to update job', error);
    }
  };
  return (
    <>
      {isWide && <IconButton label={`View entries of ${job.name}`} icon={ViewIcon} onClick={() => navigate(`/jobs/${job.id}/entries`)} />}
      {isWide && mayWrite && <IconButton label={`Edit ${job.name}`} icon={EditIcon} onClick={onEdit} />}
      {mayWrite && (
        <Menu
          label={`More for ${job.name}`}
          buttonClassName={iconButtonClass}
          items={[
            { label: 'View entries', onSelect: () => navigate(`/jobs/${job.id}/entries`) },
            { label: 'Edit', onSelect: onEdit },
            ...(mayChangeStatus(role, job.status, next.to) ? [{ label: next.label, onSelect: () => void changeStatus() }] : []),
          ]}
        >
          <MoreIcon className="size-5" aria-hidden="true" />
        </Menu>
      )}
    </>
  );
};

/** `/jobs` (specification 2 §2): one list in four views. */
export const JobListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('jobs:write');
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const asked = query.get('status');
  const view: View = isView(asked) ? asked : 'open';
  const [filter, setFilter] = useState({ search: '', customer: '', year: '' });
  const [edited, setEdited] = useState<Job | 'new' | null>(null);
  const jobs = useQuery(jobQueries.list(orgId));
  const wantsNew = query.get('action') === 'new' && mayWrite;

  const open = edited ?? (wantsNew ? 'new' : null);
  const closeDialog = () => {
    setEdited(null);
    if (wantsNew) {
      navigate('/jobs', { replace: true });
    }
  };

  const isShown = (job: Job): boolean =>
    (view === 'all' || job.status === view) &&
    holdsText([job.name, job.customerName], filter.search) &&
    (view !== 'billed' ||
      ((filter.customer === '' || String(job.customerId) === filter.customer) && job.createdAt.startsWith(filter.year)));

  const addButton = mayWrite && (
    <Button variant="primary" icon={PlusIcon} onClick={() => setEdited('new')}>
      Add Job
    </Button>
  );
  return (
    <>
      <PageHead title={VIEWS[view].title}>{addButton}</PageHead>
      <Tabs view={view} jobs={jobs.data} />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchInput placeholder="Search jobs..." value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        {view === 'billed' && jobs.data && (
          <ArchiveFilters
            jobs={jobs.data.filter(({ status }) => status === 'billed')}
            customer={filter.customer}
            year={filter.year}
            onCustomer={(customer) => setFilter({ ...filter, customer })}
            onYear={(year) => setFilter({ ...filter, year })}
          />
        )}
      </div>
      <Card>
        <QueryView query={jobs} loading="Loading jobs...">
          {(all) => {
            const shown = all.filter(isShown);
            if (shown.length === 0) {
              return all.length === 0 ? (
                <Empty title="No jobs added yet.">{addButton}</Empty>
              ) : (
                <Empty title="No jobs match." text="Try another view or search." />
              );
            }
            return (
              <DataTable
                label={VIEWS[view].title}
                rows={shown}
                keyOf={({ id }) => id}
                mark={syncMark}
                onRow={({ id }) => navigate(`/jobs/${id}/entries`)}
                columns={[
                  { head: 'Customer', cell: (job) => job.customerName },
                  { head: 'Job Name', cell: (job) => <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink> },
                  { head: 'Status', cell: (job) => <StatusBadge status={job.status} /> },
                  { head: 'Created', cell: (job) => <span className="whitespace-nowrap tabular-nums">{formatDayOf(job.createdAt)}</span> },
                ]}
                card={(job) => ({
                  small: job.customerName,
                  title: <RowLink to={`/jobs/${job.id}/entries`}>{job.name}</RowLink>,
                  meta: (
                    <>
                      <StatusBadge status={job.status} />
                      {formatDayOf(job.createdAt)}
                    </>
                  ),
                })}
                actions={(job) => <RowActions job={job} onEdit={() => setEdited(job)} />}
              />
            );
          }}
        </QueryView>
      </Card>
      {open && <JobDialog job={open === 'new' ? null : open} onClose={closeDialog} />}
    </>
  );
};
