import { queryOptions } from '@tanstack/react-query';
import type { EntryStat } from '#shared/domain/entry-stats.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { isUnreachable } from '#client/data/local-rows.ts';
import { findAnswer, keepAnswer } from '#client/offline/public.ts';

/** The last answer where the server cannot be reached; none at all is an empty list. */
export const keptList = async <T>(orgId: number, name: string, fetch: () => Promise<T[]>): Promise<T[]> => {
  try {
    const answer = await fetch();
    await keepAnswer(theEngine(), orgId, name, answer);
    return answer;
  } catch (error) {
    if (!isUnreachable(error)) {
      throw error;
    }
    return ((await findAnswer(theEngine(), orgId, name)) as T[] | undefined) ?? [];
  }
};

const RARELY_MS = 600_000;

/** What is usual for each machine and service: what hints compare with. */
export const entryStatsQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['entry-stats', orgId],
    queryFn: ({ signal }): Promise<EntryStat[]> =>
      keptList(orgId, 'entry-stats', () => call(routes.entryStats.list, { params: { orgId } }, signal)),
    staleTime: RARELY_MS,
  });
