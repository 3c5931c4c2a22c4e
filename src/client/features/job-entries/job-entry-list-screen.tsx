import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { messageOf } from '#client/api/api-error.ts';
import { EntryDetailDialog } from '#client/components/entry-detail-dialog.tsx';
import { useEntryDialog } from '#client/components/entry-dialog-context.tsx';
import { EntryTable } from '#client/components/entry-table.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { jobEntryQueries, jobQueries } from '#client/data/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { SearchInput } from '#client/ui/table.tsx';

const idIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
};

/** `/job-entries` (specification 2 §2): all entries, in pages; with `entryId` in the address that entry is shown. */
export const JobEntryListScreen = () => {
  const { id: orgId } = useOrganization();
  const { openNew } = useEntryDialog();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const jobId = idIn(query, 'jobId');
  const entryId = idIn(query, 'entryId');
  const equipmentId = idIn(query, 'equipmentId');
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<JobEntry | null>(null);
  const filter = { q: useDeferredValue(search.trim()), jobId };
  const pages = useInfiniteQuery(jobEntryQueries.pages(orgId, filter));
  const jobs = useQuery(jobQueries.list(orgId));
  const asked = useQuery({ ...jobEntryQueries.detail(orgId, entryId ?? 0), enabled: entryId !== undefined });
  const entries = pages.data?.pages.flatMap(({ items }) => items);
  const detail = shown ?? (entryId === undefined ? undefined : asked.data);

  const showJob = (id: string) => navigate(id === '' ? '/job-entries' : `/job-entries?jobId=${id}`);
  const closeDetail = () => {
    setShown(null);
    if (entryId !== undefined) {
      // Whoever came from a machine's history goes back to it.
      navigate(
        equipmentId === undefined ? (jobId === undefined ? '/job-entries' : `/job-entries?jobId=${jobId}`) : `/equipment/${equipmentId}`,
      );
    }
  };
  return (
    <>
      <PageHead title="Job Entries">
        <Button variant="log" icon={PlusIcon} className="max-md:hidden" onClick={() => openNew()}>
          New Job Entry
        </Button>
      </PageHead>
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchInput placeholder="Search entries..." value={search} onChange={setSearch} />
        <span className="min-w-56 flex-1 sm:flex-none">
          <Select aria-label="Job" placeholder="All Jobs" value={jobId ?? ''} onChange={(event) => showJob(event.target.value)}>
            {jobs.data?.map(({ id, name, customerName }) => (
              <option key={id} value={id}>
                {name} ({customerName})
              </option>
            ))}
          </Select>
        </span>
      </div>
      <Card>
        {entries === undefined ? (
          pages.isError ? (
            <Failed text={messageOf(pages.error)} onRetry={() => void pages.refetch()} />
          ) : (
            <Loading text="Loading entries..." />
          )
        ) : entries.length === 0 ? (
          <Empty title={filter.q || jobId ? 'No entries match your search.' : 'No job entries yet.'} />
        ) : (
          <EntryTable entries={entries} onShow={setShown} />
        )}
      </Card>
      {pages.hasNextPage && (
        <Button className="mt-4" busyText={pages.isFetchingNextPage && 'Loading...'} onClick={() => void pages.fetchNextPage()}>
          Show older entries
        </Button>
      )}
      {detail && <EntryDetailDialog entry={detail} onClose={closeDetail} />}
    </>
  );
};
