import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ItemView, readItemViews } from '#client/data/sync-items.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { afterWords } from '#client/data/sync-words.ts';
import { useUser } from '#client/data/user-context.tsx';
import { startOfDay } from '#client/lib/ages.ts';
import { throttled } from '#client/features/sync/throttle.ts';
import {
  countSent,
  type Engine,
  listen,
  sentChanges,
  type SentRow,
  undecidedChanges,
  waitingChanges,
  type WaitingItem,
} from '#client/offline/public.ts';

const PAGE = 50;
const SENT_SHOWN = 20;
const READ_EVERY_MS = 1000;

/** A waiting change, and the one that it waits for. */
export interface WaitingView extends ItemView {
  readonly after: readonly string[];
}

export interface SentView extends ItemView {
  readonly row: ItemView['row'];
  readonly sentAt: number;
}

export interface SyncLists {
  readonly attention: readonly ItemView[];
  readonly waiting: readonly WaitingView[];
  readonly sent: readonly SentView[];
  readonly sentToday: number;
}

interface Limits {
  readonly attention: number;
  readonly waiting: number;
}

/** The first waiting changes, without those that need attention, which have a list of their own. */
const readWaiting = async (engine: Engine, limit: number): Promise<WaitingItem[]> => {
  const found: WaitingItem[] = [];
  for (let after = 0, isMore = true; isMore && found.length < limit;) {
    const page = await waitingChanges(engine, after, PAGE);
    found.push(...page.filter(({ item }) => item.status !== 'attention'));
    after = page.at(-1)?.item.seq ?? after;
    isMore = page.length === PAGE;
  }
  return found.slice(0, limit);
};

const readLists = async (engine: Engine, limits: Limits): Promise<SyncLists> => {
  const [attention, waiting, sent, sentToday] = await Promise.all([
    undecidedChanges(engine),
    readWaiting(engine, limits.waiting),
    sentChanges(engine, SENT_SHOWN),
    countSent(engine, startOfDay(Date.now())),
  ]);
  const shown = attention.slice(0, limits.attention);
  const parents = waiting.flatMap(({ after }) => after);
  const views = await readItemViews(engine, [
    ...shown,
    ...waiting.map(({ item }) => item),
    ...parents,
    ...sent.map(({ item }: SentRow) => item),
  ]);
  const byId = new Map(views.map((view) => [view.item.id, view]));
  const viewsOf = <T>(rows: readonly T[], idOf: (row: T) => string) =>
    rows.flatMap((row) => {
      const view = byId.get(idOf(row));
      return view ? [{ row, view }] : [];
    });
  return {
    attention: viewsOf(shown, ({ id }) => id).map(({ view }) => view),
    waiting: viewsOf(waiting, ({ item }) => item.id).map(({ row, view }) => ({
      ...view,
      after: row.after.map((parent) => afterWords(parent, view.names)),
    })),
    sent: viewsOf(sent, ({ id }) => id).map(({ row, view }) => ({ ...view, sentAt: row.sentAt })),
    sentToday,
  };
};

/** What the Sync screen lists, refetched as the queue changes: at most once a second, and of long lists only what is shown. */
export const useSyncLists = () => {
  const engine = useEngine();
  const { id: userId } = useUser();
  const [limits, setLimits] = useState<Limits>({ attention: PAGE, waiting: PAGE });
  const query = useQuery({
    queryKey: ['sync', userId, limits],
    queryFn: () => readLists(engine, limits),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  useEffect(() => {
    const reading = throttled(() => refetch({ cancelRefetch: false }), READ_EVERY_MS);
    const stop = listen(engine, ({ kind }) => {
      if (kind === 'queue' || kind === 'mapped') {
        reading.ask();
      }
    });
    return () => {
      stop();
      reading.stop();
    };
  }, [engine, refetch]);
  return { query, showMore: (list: keyof Limits) => setLimits((before) => ({ ...before, [list]: before[list] + PAGE })) };
};
