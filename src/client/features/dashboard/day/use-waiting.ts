import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orgKey } from '#client/data/overview-queries.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { withNames } from '#client/data/local-names.ts';
import { asRecords } from '#client/data/local-rows.ts';
import { type Engine, findRecord, type SyncItem, undecidedChanges, waitingChanges } from '#client/offline/public.ts';
import { workTitle } from './day-words.ts';

/** Counted up to here; more than that nobody counts. */
const MOST = 500;

/** What this device has not sent yet. */
export interface Waiting {
  readonly entries: number;
  readonly photos: number;
  readonly others: number;
  /** The first change that needs its author. */
  readonly refused: { readonly item: SyncItem; readonly title: string } | null;
}

/** What an entry was about; of other records people find it on the Sync screen. */
const titleOf = async (engine: Engine, { store, target }: SyncItem): Promise<string> => {
  const row = store === 'jobEntries' ? await findRecord(engine, store, target) : undefined;
  const [entry] = row ? await withNames(asRecords<'jobEntries'>([row])) : [];
  return entry ? workTitle(entry) : '';
};

const readWaiting = async (engine: Engine): Promise<Waiting> => {
  const [all, undecided] = await Promise.all([waitingChanges(engine, 0, MOST), undecidedChanges(engine)]);
  const items = all.map(({ item }) => item).filter(({ status }) => status !== 'attention');
  const entries = items.filter(({ store }) => store === 'jobEntries');
  const [first] = undecided;
  return {
    entries: new Set(entries.map(({ target }) => target)).size,
    photos: new Set(items.flatMap(({ blobs }) => blobs)).size,
    others: items.length - entries.length,
    refused: first ? { item: first, title: await titleOf(engine, first) } : null,
  };
};

/** What waits on this device; undefined until it is read. */
export const useWaiting = (orgId: number): Waiting | undefined => {
  const engine = useEngine();
  const { pending, attention } = useSyncState();
  return useQuery({
    queryKey: [...orgKey(orgId), 'waiting', pending, attention],
    queryFn: () => readWaiting(engine),
    staleTime: 0,
    placeholderData: keepPreviousData,
  }).data;
};
