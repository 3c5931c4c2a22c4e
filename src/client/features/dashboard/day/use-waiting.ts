import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orgKey } from '#client/data/overview-queries.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { type ItemView, readItemViews } from '#client/data/sync-items.ts';
import { type Engine, undecidedChanges, waitingChanges } from '#client/offline/public.ts';

/** Counted up to here; more than that nobody counts. */
const MOST = 500;

/** What this device has not sent yet. */
export interface Waiting {
  readonly entries: number;
  readonly photos: number;
  readonly others: number;
  /** The first change that needs its author. */
  readonly refused: ItemView | null;
}

const readWaiting = async (engine: Engine): Promise<Waiting> => {
  const [all, undecided] = await Promise.all([waitingChanges(engine, 0, MOST), undecidedChanges(engine)]);
  const items = all.map(({ item }) => item).filter(({ status }) => status !== 'attention');
  const entries = items.filter(({ store }) => store === 'jobEntries');
  const [refused = null] = await readItemViews(engine, undecided.slice(0, 1));
  return {
    entries: new Set(entries.map(({ target }) => target)).size,
    photos: new Set(items.flatMap(({ blobs }) => blobs)).size,
    others: items.length - entries.length,
    refused,
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
