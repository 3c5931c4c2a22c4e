import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { messageOf } from '#client/api/api-error.ts';
import { DeleteEntryDialog } from '#client/entities/job-entries/delete-entry-dialog.tsx';
import { useReturns } from '#client/entities/job-entries/entry-address.ts';
import { MineChip, useMine } from '#client/entities/job-entries/mine.tsx';
import { EntryDetailDialog } from '#client/entities/job-entries/entry-detail-dialog.tsx';
import { ImportLink, ImportOffer } from '#client/components/import-link.tsx';
import { ListExport } from '#client/components/list-export.tsx';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { firstViewAddress } from '#client/features/job-entries/first-view.ts';
import { loadRunWords } from '#client/entities/runs/load-run-words.ts';
import { LayoutSwitch } from '#client/features/job-entries/layout-switch.tsx';
import { EntryTable } from '#client/entities/job-entries/entry-table.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import type { EntryListFilter, EntryPage, PagePlace } from '#client/data/local-entries.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { jobEntryQueries, jobQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { later } from '#client/lib/later.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { Select } from '#client/ui/field.tsx';
import { AttentionIcon, PlusIcon } from '#client/ui/icons.tsx';
import { NextRows } from '#client/ui/more-rows.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';

/** While the user is typing the server is not asked for what is older than this device keeps. */
const REST_MS = 500;

const idIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
};

/** What the address asks for (specification 5.19). */
const useAddress = () => {
  const query = new URLSearchParams(useSearch());
  return {
    jobId: idIn(query, 'jobId'),
    runId: idIn(query, 'runId'),
    entryId: idIn(query, 'entryId'),
    equipmentId: idIn(query, 'equipmentId'),
  };
};

const fromRuns = () => import('#client/entities/runs/run-parts.ts');

const FIRST_PAGE: PagePlace = { from: 'here', after: null };

/** The same as the list of all has them: a run has few entries, so that all of them are one page. */
const runPages = (orgId: number, runId: number, { q, jobId, of }: EntryListFilter) =>
  infiniteQueryOptions({
    queryKey: [...orgKey(orgId), 'runs', runId, 'list', { q, jobId, of }],
    queryFn: async (): Promise<EntryPage> => ({
      items: await (await fromRuns()).readRunList(orgId, runId, { q, jobId, of }),
      next: undefined,
    }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }: EntryPage) => next,
    ...ENTRY_LIST,
  });

const fromExport = () => import('#client/entities/job-entries/export-entries.ts');

/** The list of a job's entries, of a run's, or of a job's in a run. */
const listOf = (of: { readonly jobId?: number | undefined; readonly runId?: number | undefined }): string => {
  const query = Object.entries(of).flatMap(([name, id]) => (id === undefined ? [] : [`${name}=${id}`]));
  return ['/job-entries', ...(query.length > 0 ? [query.join('&')] : [])].join('?');
};

const RunChip = later(async () => (await Promise.all([fromRuns(), loadRunWords()]))[0].RunChip);

/** The matching entries, one page at a time, and how many there are. The previous ones stay while others are searched for. */
const useEntries = (filter: EntryListFilter, runId: number | undefined) => {
  const { id: orgId } = useOrganization();
  const query = runId === undefined ? jobEntryQueries.pages(orgId, filter) : runPages(orgId, runId, filter);
  const pages = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const { data: all = null } = useQuery(jobEntryQueries.count(orgId));
  const latest = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data]);
  // Rows are drawn in pieces, and the next letter between two of them. Only then is it known how near the end of the list is.
  const entries = useDeferredValue(latest);
  return { pages, all, entries, isDrawn: entries === latest };
};

const JobFilter = memo(({ jobId, runId }: { readonly jobId: number | undefined; readonly runId: number | undefined }) => {
  const { id: orgId } = useOrganization();
  const [, navigate] = useLocation();
  const { data: jobs } = useQuery(jobQueries.list(orgId));
  const options = useMemo(
    () =>
      jobs?.map(({ id, name, customerName }) => (
        <option key={id} value={id}>
          {name} ({customerName})
        </option>
      )),
    [jobs],
  );
  return (
    <span className="min-w-56 flex-1 sm:max-w-80">
      <Select
        aria-label={t('Job')}
        placeholder={t('All Jobs')}
        value={jobId ?? ''}
        onChange={({ target }) => navigate(listOf({ runId, jobId: target.value === '' ? undefined : Number(target.value) }))}
      >
        {options}
      </Select>
    </span>
  );
});
JobFilter.displayName = 'JobFilter';

/** `/job-entries`: the list, unless this person chose a view of the desk that opens instead. */
export const JobEntryListScreen = () => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const isPlain = useSearch() === '';
  const first = isPlain ? firstViewAddress(userId, orgId) : null;
  return first === null ? <EntryList /> : <Redirect to={first} replace />;
};

/** The list (specification 5.19, 5.20): all entries, one page at a time; with `entryId` in the address that entry is shown. */
const EntryList = () => {
  const { id: orgId } = useOrganization();
  const { openNew } = useEntryDialog();
  const [, navigate] = useLocation();
  const { jobId, runId, entryId, equipmentId } = useAddress();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<JobEntry | null>(null);
  const q = search.trim();
  const { isMine, choose, me } = useMine();
  const filter = { q, jobId, of: isMine ? me : undefined };
  const { pages, all, entries, isDrawn } = useEntries(filter, runId);
  const asked = useQuery({ ...jobEntryQueries.detail(orgId, entryId ?? 0), enabled: entryId !== undefined });
  const [deleted, setDeleted] = useState<JobEntry | null>(null);
  const detail = shown ?? (entryId === undefined ? undefined : asked.data);
  const isFiltered = q !== '' || jobId !== undefined || runId !== undefined || isMine;

  const returns = useReturns();
  const closeDetail = () => {
    setShown(null);
    if (entryId !== undefined && returns) {
      history.back();
      return;
    }
    if (entryId !== undefined) {
      // Users who came from a machine's history return to it.
      navigate(equipmentId === undefined ? listOf({ jobId, runId }) : `/equipment/${equipmentId}`);
    }
  };
  return (
    <>
      <PageHead title={t('Job Entries')}>
        <LayoutSwitch current="list" />
        <Button variant="log" icon={PlusIcon} className="max-md:hidden" onClick={() => openNew()}>
          {t('New Job Entry')}
        </Button>
      </PageHead>
      {entryId !== undefined && asked.isError && (
        <div className="mb-4">
          <Note tone="straw" icon={AttentionIcon}>
            {t('Job entry not found. It may have been deleted.')}
          </Note>
        </div>
      )}
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchInput placeholder={t('Search entries...')} value={search} onChange={setSearch} />
        <JobFilter jobId={jobId} runId={runId} />
        <MineChip isMine={isMine} onChoose={choose} />
        {runId !== undefined && <RunChip runId={runId} onRemove={() => navigate(listOf({ jobId }))} />}
        <ListExport
          title={t('Job Entries')}
          rows={entries && (async () => (runId === undefined ? (await fromExport()).readAllEntries(orgId, filter) : entries))}
          columns={async (found) => (await fromExport()).readEntryColumns(orgId, found)}
        />
        <ImportLink kind="jobEntries" />
      </div>
      <div className="mb-2 min-h-6">
        {entries && (
          <RowCount
            shown={isFiltered ? entries.length : (all ?? entries.length)}
            all={all}
            isMore={pages.hasNextPage && (isFiltered || all === null)}
            words={(count) => plural(count, 'entry', 'entries')}
          />
        )}
      </div>
      <Card>
        {entries === undefined ? (
          pages.isError ? (
            <Failed text={messageOf(pages.error)} onRetry={() => void pages.refetch()} />
          ) : (
            <Loading text={t('Loading entries...')} />
          )
        ) : entries.length === 0 && !pages.hasNextPage ? (
          isFiltered ? (
            <Empty title={t('No entries match your search.')} />
          ) : (
            <Empty title={t('No job entries yet.')} text={t('Hours, fuel and loads of everyone, as they log them.')}>
              <div className="flex flex-wrap justify-center gap-2.5">
                <Button icon={PlusIcon} onClick={() => openNew()}>
                  {t('New Job Entry')}
                </Button>
                <ImportOffer kind="jobEntries">{t('Import past work')}</ImportOffer>
              </div>
            </Empty>
          )
        ) : (
          <EntryTable entries={entries} onShow={setShown} onDelete={setDeleted} />
        )}
      </Card>
      {pages.hasNextPage && (
        <NextRows
          key={`${q} ${isMine} ${runId}`}
          isBusy={pages.isFetchingNextPage}
          isHeld={pages.isFetchNextPageError || !isDrawn}
          pauseMs={q === '' ? 0 : REST_MS}
          onNext={() => void pages.fetchNextPage()}
        >
          {t('Show older entries')}
        </NextRows>
      )}
      {pages.isFetchNextPageError && (
        <p className="mt-2 text-ink2">{t('Older entries are not on this device. {error}', { error: messageOf(pages.error) })}</p>
      )}
      {detail && <EntryDetailDialog entry={detail} onClose={closeDetail} />}
      {deleted && <DeleteEntryDialog entry={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
};
