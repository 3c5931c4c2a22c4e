import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Customer } from '#shared/domain/customer.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isOwnEntry } from '#shared/domain/own-hours.ts';
import type { Job } from '#shared/domain/job.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { DeleteEntryDialog } from '#client/entities/job-entries/delete-entry-dialog.tsx';
import { EntryDetailDialog } from '#client/entities/job-entries/entry-detail-dialog.tsx';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { entriesInOrder, EntryTable } from '#client/entities/job-entries/entry-table.tsx';
import { MineChip, useMine } from '#client/entities/job-entries/mine.tsx';
import { JobQuestions } from '#client/entities/jobs/job-questions.tsx';
import { HeadExport } from '#client/components/list-export.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { checkable, useEntryCheck } from '#client/entities/job-entries/use-entry-check.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries, jobQueries } from '#client/data/queries.ts';
import { Expected } from '#client/features/jobs/expected.tsx';
import { cx } from '#client/lib/cx.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { CheckIcon, CompletedJobsIcon, PlusIcon, ReceiptIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { useOrder } from '#client/ui/table.tsx';

/** The message where the job of an address does not exist. */
export const jobMissing = () => ({
  title: t('Job not found'),
  text: t("The job you're looking for doesn't exist or you don't have access to it."),
  backTo: '/jobs',
  backLabel: t('Back to Jobs'),
});

interface ChecksProps {
  readonly entries: readonly JobEntry[];
  readonly count: ReactNode;
}

/** How many entries the job has and how many of them the office has not checked, with a button that checks the rest. */
const Checks = ({ entries, count }: ChecksProps) => {
  const { set, isBusy, isOffline } = useEntryCheck();
  const left = entries.filter(({ checkedAt }) => !checkedAt).length;
  const ready = checkable(entries);
  if (left === 0) {
    return (
      <>
        {count}
        <Badge tone="field" icon={CheckIcon}>
          {t('All checked')}
        </Badge>
      </>
    );
  }
  return (
    <>
      {/* One above the other where there is little room, so that the row is as high as it was before they came. */}
      <div className="flex min-w-0 flex-wrap gap-x-4">
        {count}
        <span className="text-sm text-ink2">{plural(left, '{count} is not checked yet', '{count} are not checked yet')}</span>
      </div>
      <Button
        size="small"
        icon={CheckIcon}
        className="shrink-0 max-md:px-3 max-md:[&>svg]:hidden"
        disabled={isOffline || ready.length === 0}
        busyText={isBusy && t('Saving...')}
        onClick={() => void set(ready, true)}
      >
        {t('Mark all as checked')}
      </Button>
    </>
  );
};

interface CustomerProps {
  readonly job: Job;
  /** Undefined until they are read. */
  readonly customers: readonly Customer[] | undefined;
}

/** A link to the job's customer; a deleted one has only a name left, and no screen. */
const CustomerOf = ({ job: { customerId, customerName }, customers }: CustomerProps) =>
  customers?.every(({ id }) => id !== customerId) ? (
    customerName
  ) : (
    <Link href={`/customers/${customerId}`} className="-my-2.5 inline-flex min-h-11 items-center text-act">
      {customerName}
    </Link>
  );

interface EntriesProps extends CustomerProps {
  readonly query: UseQueryResult<JobEntry[]>;
}

const Entries = ({ job, customers, query }: EntriesProps) => {
  const { openNew } = useEntryDialog();
  const seesMoney = useCan('money:read');
  const mayCheck = useCan('jobEntries:check') && job.status !== 'billed';
  const order = useOrder();
  const { isMine, choose, me } = useMine();
  const shownOf = (entries: readonly JobEntry[]) => (isMine ? entries.filter((entry) => isOwnEntry(entry, me)) : entries);
  const [shown, setShown] = useState<JobEntry | null>(null);
  const [deleted, setDeleted] = useState<JobEntry | null>(null);
  const addEntry = () => openNew({ jobId: job.isPlaceholder ? NO_JOB : job.id, customerId: job.customerId });
  const addButton = job.status === 'open' && (
    <Button variant="log" icon={PlusIcon} className="max-md:px-1" onClick={addEntry}>
      {t('Add Job Entry')}
    </Button>
  );
  const count = query.data && (
    <RowCount shown={shownOf(query.data).length} all={query.data.length} words={(number) => plural(number, 'entry', 'entries')} />
  );
  return (
    <>
      <BackLink to={job.status === 'open' ? '/jobs' : `/jobs?status=${job.status}`}>{t('Back to Jobs')}</BackLink>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            {job.name}
            {!job.isPlaceholder && <StatusBadge status={job.status} />}
          </span>
        }
        sub={<CustomerOf job={job} customers={customers} />}
      >
        <HeadExport
          title={`${t('Job Entries')} ${job.name}`}
          rows={query.data && (() => entriesInOrder(shownOf(query.data), order))}
          columns={async (entries) =>
            (await import('#client/entities/job-entries/export-entries.ts')).readEntryColumns(job.organizationId, entries)
          }
        />
        <Link href={`/jobs/${job.id}/summary`} className={cx(buttonClass({ variant: 'plain' }), 'max-md:px-2')}>
          <CompletedJobsIcon aria-hidden="true" />
          {t('Job Summary')}
        </Link>
        {seesMoney && job.status !== 'open' && (
          <Link href={`/organization/billing/jobs/${job.id}`} className={cx(buttonClass({ variant: 'plain' }), 'max-md:px-2')}>
            <ReceiptIcon aria-hidden="true" />
            {job.status === 'billed' ? t('Open Billing Record') : t('Draft Bill')}
          </Link>
        )}
        {addButton}
      </PageHead>
      {query.data && <Expected job={job} entries={query.data} />}
      {job.isPlaceholder && <JobQuestions jobId={job.id} />}
      <div className="mb-2 flex min-h-12 items-center justify-between gap-x-3">
        {query.data && query.data.length > 0 && mayCheck ? <Checks entries={shownOf(query.data)} count={count} /> : count}
        {query.data && query.data.length > 0 && <MineChip isMine={isMine} onChoose={choose} />}
      </div>
      <Card>
        <QueryView query={query} loading={t('Loading entries...')}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t('No job entries yet.')}>{addButton}</Empty>
            ) : shownOf(entries).length === 0 ? (
              <Empty title={t('No entries match your search.')} />
            ) : (
              <EntryTable entries={shownOf(entries)} onShow={setShown} onDelete={setDeleted} job={job} order={order} />
            )
          }
        </QueryView>
      </Card>
      {shown && <EntryDetailDialog entry={shown} onClose={() => setShown(null)} />}
      {deleted && <DeleteEntryDialog entry={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
};

/** `/jobs/{id}/entries` (specification 5.11 to 5.13). */
export const JobEntriesScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const id = Number(params['id']);
  const job = useQuery(jobQueries.detail(orgId, id));
  const entries = useQuery(jobQueries.entries(orgId, id));
  const { data: customers } = useQuery(customerQueries.list(orgId));
  return (
    <QueryView query={job} loading={t('Loading job...')} missing={jobMissing()}>
      {(found) => <Entries job={found} customers={customers} query={entries} />}
    </QueryView>
  );
};
