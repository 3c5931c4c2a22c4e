import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Job } from '#shared/domain/job.ts';
import { DeleteDialog } from '#client/components/delete-dialog.tsx';
import { ListExport } from '#client/components/list-export.tsx';
import { jobColumns } from '#client/entities/jobs/job-columns.ts';
import { JobQuestions } from '#client/entities/jobs/job-questions.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { TabRow } from '#client/components/tab-row.tsx';
import { RedirectNotice } from '#client/components/redirect-notice.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useSearchText } from '#client/components/use-search-text.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { useNextStatus } from '#client/features/jobs/job-actions.tsx';
import { JobDialog } from '#client/features/jobs/job-dialog.tsx';
import { columnsOf, JobTable } from '#client/features/jobs/job-table.tsx';
import {
  archiveChoices,
  type JobFilter,
  jobsOf,
  type JobView,
  shownJobs,
  VIEW_ORDER,
  viewOf,
  VIEWS,
} from '#client/features/jobs/job-views.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';
import { inOrder } from '#client/ui/sorted-rows.ts';
import { useOrder } from '#client/ui/table.tsx';

/** `/jobs/new` redirects to the list with its add dialog open (specification 5.4). */
export const NewJobRedirect = () => <RedirectNotice to="/jobs?action=new" text={t('Redirecting to jobs...')} />;

interface TabsProps {
  readonly view: JobView;
  readonly jobs: readonly Job[] | undefined;
  readonly search: string;
}

/** The views, each with how many jobs it has, or how many are found there. */
const Tabs = memo(({ view, jobs, search }: TabsProps) => {
  const tabs = VIEW_ORDER.map((name) => ({
    id: name,
    href: `/jobs?status=${name}`,
    text: (
      <>
        {t(VIEWS[name].tab)}
        <span className="min-w-[1.5ch] rounded-chip bg-sunk px-1.75 text-center text-base tabular-nums">
          {jobs ? shownJobs(jobs, name, { search, customer: '', year: '' }).length : '\u00A0'}
        </span>
      </>
    ),
  }));
  return <TabRow label={t('Views')} tabs={tabs} current={view} />;
});
Tabs.displayName = 'Tabs';

interface FiltersProps {
  readonly jobs: readonly Job[];
  readonly filter: JobFilter;
  readonly onChange: (change: Partial<JobFilter>) => void;
}

/** Before they are read. */
const NO_JOBS: readonly Job[] = [];

/** Customer and year, for billed jobs. */
const ArchiveFilters = ({ jobs, filter, onChange }: FiltersProps) => {
  const { customers, years } = useMemo(() => archiveChoices(jobs), [jobs]);
  return (
    <>
      <span className="min-w-44 flex-1 sm:flex-none">
        <Select
          aria-label={t('Customer')}
          placeholder={t('All Customers')}
          value={filter.customer}
          onChange={({ target }) => onChange({ customer: target.value })}
        >
          {customers.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </span>
      <span className="min-w-32 flex-1 sm:flex-none">
        <Select
          aria-label={t('Year')}
          placeholder={t('All Years')}
          value={filter.year}
          onChange={({ target }) => onChange({ year: target.value })}
        >
          {years.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </span>
    </>
  );
};

const Count = memo(({ jobs, view, filter }: { readonly jobs: readonly Job[]; readonly view: JobView; readonly filter: JobFilter }) => (
  <RowCount shown={shownJobs(jobs, view, filter).length} all={jobsOf(jobs, view).length} words={(count) => plural(count, 'job', 'jobs')} />
));
Count.displayName = 'Count';

/** The dialog that adds or edits a job; `action=new` in the address opens it as well (specification 5.4). */
const useJobDialog = (mayWrite: boolean) => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [edited, setEdited] = useState<Job | 'new' | null>(null);
  const openFresh = useFreshRecord('jobs', useOrganization().id);
  const query = new URLSearchParams(search);
  const wantsNew = query.get('action') === 'new' && mayWrite;
  const open = edited ?? (wantsNew ? 'new' : null);
  const close = () => {
    setEdited(null);
    if (wantsNew) {
      query.delete('action');
      navigate(query.size === 0 ? '/jobs' : `/jobs?${query.toString()}`, { replace: true });
    }
  };
  const add = useCallback(() => setEdited('new'), []);
  const edit = useCallback((job: Job) => void openFresh(job, setEdited), [openFresh]);
  return { add, edit, dialog: open && <JobDialog job={open === 'new' ? null : open} onClose={close} /> };
};

/** `/jobs` (specification 5.3 to 5.7): one list in four views. */
export const JobListScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('jobs:write');
  const view = viewOf(new URLSearchParams(useSearch()).get('status'));
  const [search, setSearch] = useSearchText();
  const [archive, setArchive] = useState<Omit<JobFilter, 'search'>>({ customer: '', year: '' });
  const filter = useMemo(() => ({ search, ...archive }), [search, archive]);
  const jobs = useQuery(jobQueries.list(orgId));
  const order = useOrder();
  const { data } = jobs;
  const exported = data && (() => inOrder(shownJobs(data, view, filter), columnsOf(), order.chosen));
  const { add, edit, dialog } = useJobDialog(mayWrite);
  const [deleted, setDeleted] = useState<Job | null>(null);
  const toNext = useNextStatus();
  const change = (part: Partial<JobFilter>) => setArchive((before) => ({ ...before, ...part }));

  const addButton = useMemo(
    () =>
      mayWrite && (
        <Button variant="primary" icon={PlusIcon} onClick={add}>
          {t('Add Job')}
        </Button>
      ),
    [mayWrite, add],
  );
  return (
    <>
      <PageHead title={t(VIEWS[view].title)}>
        {mayWrite && (
          <Link href="/jobs/repeat" className={buttonClass()}>
            {t('Same as last year')}
          </Link>
        )}
        {addButton}
      </PageHead>
      <Tabs view={view} jobs={jobs.data} search={search} />
      {(view === 'open' || view === 'all') && <JobQuestions />}
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchInput placeholder={t('Search jobs...')} value={filter.search} onChange={setSearch} />
        {view === 'billed' && <ArchiveFilters jobs={jobs.data ?? NO_JOBS} filter={filter} onChange={change} />}
        <ListExport title={t(VIEWS[view].title)} rows={exported} columns={jobColumns} />
      </div>
      <div className="mb-2 min-h-6">{jobs.data && <Count jobs={jobs.data} view={view} filter={filter} />}</div>
      <Card>
        <QueryView query={jobs} loading={t('Loading jobs...')}>
          {(all) => (
            <JobTable
              jobs={all}
              view={view}
              filter={filter}
              addButton={addButton}
              order={order}
              onEdit={edit}
              onNext={toNext}
              onDelete={setDeleted}
            />
          )}
        </QueryView>
      </Card>
      {dialog}
      {deleted && (
        <DeleteDialog
          route={routes.jobs.remove}
          record={deleted}
          title={t('Delete job')}
          kind={t('Job')}
          question={t('Are you sure you want to delete {name}? This will also delete all job entries.', { name: deleted.name })}
          confirmLabel={t('Delete job')}
          isAtOnce
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
};
