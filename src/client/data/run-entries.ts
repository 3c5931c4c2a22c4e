import { queryOptions } from '@tanstack/react-query';
import type { Run } from '#shared/domain/run.ts';
import { addDays, localDate } from '#shared/lib/dates.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { type Entry, readEntriesBetween } from '#client/data/covered-entries.ts';
import { readAll } from '#client/data/local-rows.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { detailOf } from '#client/data/queries.ts';
import { realIds } from '#client/offline/public.ts';

const beginningOf = ({ spans, createdAt }: Entry): number => Date.parse(spans[0]?.from ?? createdAt);

/** The entries of a run in the order in which its stops were reached, with names. */
export const readRunEntries = async (orgId: number, { id, date, endedAt }: Pick<Run, 'id' | 'date' | 'endedAt'>): Promise<Entry[]> => {
  // An entry made here may name the run by the id that it had then.
  const known = await realIds(theEngine());
  const last = localDate(endedAt === null ? new Date() : new Date(endedAt));
  const entries = await readEntriesBetween(orgId, addDays(date, -1), addDays(last, 1));
  return entries
    .filter(({ runId }) => runId !== null && (runId === id || known.get(runId) === id))
    .sort((one, other) => beginningOf(one) - beginningOf(other));
};

const detail = detailOf('runs');

export const runQueries = {
  detail,
  entries: (orgId: number, run: Pick<Run, 'id' | 'date' | 'endedAt'>) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'runs', run.id, 'entries', run.date, run.endedAt],
      queryFn: () => readRunEntries(orgId, run),
      ...ENTRY_LIST,
    }),
  /** The run that this person began last, as far as this device knows. */
  lastOwn: (orgId: number, userId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'runs', 'last', userId],
      queryFn: async () =>
        (await readAll('runs', orgId))
          .filter(({ createdBy }) => createdBy === userId)
          .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))[0] ?? null,
    }),
};
