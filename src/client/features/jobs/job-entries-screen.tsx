import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { EntryDetailDialog } from '#client/components/entry-detail-dialog.tsx';
import { useEntryDialog } from '#client/components/entry-dialog-context.tsx';
import { EntryTable } from '#client/components/entry-table.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { StatusBadge } from '#client/components/status-badge.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobQueries } from '#client/data/queries.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { CompletedJobsIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

export const JOB_MISSING = {
  title: 'Job not found',
  text: "The job you're looking for doesn't exist or you don't have access to it.",
  backTo: '/jobs',
  backLabel: 'Back to Jobs',
};

const Entries = ({ job }: { readonly job: Job }) => {
  const { id: orgId } = useOrganization();
  const { openNew } = useEntryDialog();
  const [shown, setShown] = useState<JobEntry | null>(null);
  const addButton = job.status === 'open' && (
    <Button variant="log" icon={PlusIcon} onClick={() => openNew({ jobId: job.id, customerId: job.customerId })}>
      Add Job Entry
    </Button>
  );
  return (
    <>
      <BackLink to={job.status === 'open' ? '/jobs' : `/jobs?status=${job.status}`}>Back to Jobs</BackLink>
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-3">
            {job.name}
            <StatusBadge status={job.status} />
          </span>
        }
        sub={
          <Link href={`/customers/${job.customerId}`} className="text-act">
            {job.customerName}
          </Link>
        }
      >
        <Link href={`/jobs/${job.id}/summary`} className={buttonClass({ variant: 'plain' })}>
          <CompletedJobsIcon aria-hidden="true" />
          Job Summary
        </Link>
        {addButton}
      </PageHead>
      <Card>
        <QueryView query={useQuery(jobQueries.entries(orgId, job.id))} loading="Loading entries...">
          {(entries) =>
            entries.length === 0 ? (
              <Empty title="No job entries yet.">{addButton}</Empty>
            ) : (
              <EntryTable entries={entries} onShow={setShown} isOfOneJob />
            )
          }
        </QueryView>
      </Card>
      {shown && <EntryDetailDialog entry={shown} onClose={() => setShown(null)} />}
    </>
  );
};

/** `/jobs/{id}/entries` (specification 2 §2). */
export const JobEntriesScreen = ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
  const { id: orgId } = useOrganization();
  const job = useQuery(jobQueries.detail(orgId, Number(params['id'])));
  return (
    <QueryView query={job} loading="Loading job..." missing={JOB_MISSING}>
      {(found) => <Entries job={found} />}
    </QueryView>
  );
};
