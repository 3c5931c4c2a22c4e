import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { EntryStat } from '#shared/domain/entry-stats.ts';
import type { Entry } from '#client/data/covered-entries.ts';
import { type DeskHere, deskHereQuery, isWithin, olderKey, type OlderQuery, olderQuery } from '#client/data/desk-entries.ts';
import { entryStatsQuery } from '#client/data/entry-stats.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { findRecords, listen } from '#client/offline/public.ts';
import type { DaySpan, DeskFilter } from './desk-filter.ts';
import { type DeskRow, deskRows, NO_ROWS } from './desk-rows.ts';

/** Entries beyond these are fetched on request: nobody looks through more, and a phone has to keep them. */
const MOST_ROWS = 10_000;

const NO_STATS: readonly EntryStat[] = [];

const reaches = ({ from }: DaySpan, { oldest }: DeskHere): boolean =>
  oldest === undefined || (oldest !== null && (from === null || from <= oldest.date));

const answer = (value: boolean | null) => (value === null ? undefined : value ? 'true' : 'false');
const id = (value: number | null): string | undefined => (value === null || value < 0 ? undefined : String(value));

/** What the server is asked for: everything but the words, notes, photos and hints, which are looked for here. */
const olderQueryOf = (filter: DeskFilter, span: DaySpan, oldest: DeskHere['oldest']): OlderQuery => {
  const last = [span.to, oldest?.date].filter((day) => day !== null && day !== undefined).sort()[0];
  const query: OlderQuery = {
    from: span.from ?? undefined,
    to: last,
    customerId: id(filter.customer),
    jobId: id(filter.job),
    serviceTypeId: id(filter.service),
    equipmentId: id(filter.machine),
    operatorId: id(filter.operator),
    checked: answer(filter.checked),
    billed: answer(filter.billed),
    missing: filter.missing ? 'true' : undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};

interface OlderPage {
  readonly items: readonly Entry[];
  readonly nextCursor: string | undefined;
}

/** A complete answer to a wider question holds this one's, too: then nothing is asked. */
const useWider = (orgId: number, query: OlderQuery): OlderQuery => {
  const cache = useQueryClient().getQueryCache();
  const wider = cache.findAll({ queryKey: olderKey(orgId) }).find(({ queryKey, state }) => {
    const pages = (state.data as InfiniteData<OlderPage> | undefined)?.pages;
    return pages?.at(-1)?.nextCursor === undefined && pages !== undefined && isWithin(query, queryKey[2] as OlderQuery);
  });
  return wider ? (wider.queryKey[2] as OlderQuery) : query;
};

/** What becomes of older entries: those that this device has by now are read from it; if one is not here, they are asked for again. */
const useFollowOlder = (orgId: number, held: ReadonlySet<number>): void => {
  const client = useQueryClient();
  const engine = useEngine();
  const latest = useRef(held);
  useEffect(() => {
    latest.current = held;
  });
  useEffect(
    () =>
      listen(engine, (event) => {
        const ids =
          event.kind === 'rows' && event.store === 'jobEntries' ? (event.ids?.filter((each) => latest.current.has(each)) ?? []) : [];
        if (ids.length === 0) {
          return;
        }
        void findRecords(
          engine,
          ids.map((each) => ['jobEntries', each] as const),
        ).then((here) => (here.size < ids.length ? client.invalidateQueries({ queryKey: olderKey(orgId) }) : undefined));
      }),
    [client, engine, orgId],
  );
};

/** Those of both, each once: what this device has by chance may be newer than what the server answered. */
const together = (here: DeskHere, older: readonly Entry[]): readonly Entry[] => {
  if (older.length === 0) {
    return here.entries;
  }
  const known = new Set(here.entries.map((entry) => entry.id));
  const byChance = new Map(here.byChance.map((entry) => [entry.id, entry]));
  const newest = (entry: Entry): Entry => {
    const own = byChance.get(entry.id);
    return own && own.version >= entry.version ? own : entry;
  };
  return [...here.entries, ...older.filter((entry) => !known.has(entry.id)).map(newest)];
};

export interface DeskRows {
  /** Every entry that is known here; undefined until this device's are read. */
  readonly rows: readonly DeskRow[] | undefined;
  readonly here: DeskHere | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  /** Older entries that the filter asks for: on their way, not to be had without the server, or only on request. */
  readonly older: 'none' | 'reading' | 'unreachable' | 'more' | 'whole';
  readonly readOlder: () => void;
}

/** The rows of the desk: of this device at once, and what a filter asks for beyond it as it comes. */
export const useDeskRows = (filter: DeskFilter, span: DaySpan): DeskRows => {
  const { id: orgId } = useOrganization();
  const today = useToday();
  const local = useQuery(deskHereQuery(orgId));
  const { data: stats = NO_STATS } = useQuery(entryStatsQuery(orgId));
  const here = local.data;
  const isAsked = here !== undefined && reaches(span, here);
  const wanted = useMemo(() => olderQueryOf(filter, span, here?.oldest), [filter, span, here?.oldest]);
  const query = useWider(orgId, wanted);
  const pages = useInfiniteQuery({ ...olderQuery(orgId, query), enabled: isAsked });
  const older = useMemo(() => (isAsked ? (pages.data?.pages.flatMap(({ items }) => items) ?? []) : []), [isAsked, pages.data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isFull = older.length >= MOST_ROWS;
  useEffect(() => {
    if (isAsked && hasNextPage && !isFetching && !isError && !isFull) {
      void fetchNextPage();
    }
  }, [isAsked, hasNextPage, isFetching, isError, isFull, fetchNextPage]);

  const olderIds = useMemo(() => new Set(older.map((entry) => entry.id)), [older]);
  useFollowOlder(orgId, olderIds);

  const before = useRef(NO_ROWS);
  const set = useMemo(() => {
    if (!here) {
      return undefined;
    }
    const { jobs, services, fields } = here;
    // The last rows are only looked up: the same sources give the same rows.
    // oxlint-disable-next-line react/refs -- see above
    return deskRows({ entries: together(here, older), jobs, services, fields, stats, today }, before.current);
  }, [here, older, stats, today]);
  useEffect(() => {
    before.current = set ?? NO_ROWS;
  }, [set]);

  return {
    rows: set?.rows,
    here,
    error: local.error,
    retry: () => void local.refetch(),
    older: !isAsked
      ? 'none'
      : isError
        ? 'unreachable'
        : isFull && hasNextPage
          ? 'more'
          : isFetching || hasNextPage || pages.isPending
            ? 'reading'
            : 'whole',
    readOlder: () => void (isError && older.length === 0 ? pages.refetch() : fetchNextPage()),
  };
};
