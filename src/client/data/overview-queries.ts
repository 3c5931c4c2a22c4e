import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { readEntriesBetween } from '#client/data/covered-entries.ts';

// What the overview reads, and therefore every start; the queries of other screens are in queries.ts.

/** Every key of an organization's data begins with this, so that switching or changing clears one prefix. */
export const orgKey = (orgId: number) => ['organizations', orgId] as const;

// Entry lists are always stale and refetched on focus (specification 1.28).
export const ENTRY_LIST = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** The entries from one day to another. */
export const entriesBetweenQuery = (orgId: number, from: string, to: string) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'job-entries', { from, to }],
    queryFn: () => readEntriesBetween(orgId, from, to),
    ...ENTRY_LIST,
  });

/** What was done last, by anyone or one person, a line an act, once there is the code that shows it, too: both come from the server, at the same time. */
export const newestActivityQuery = (orgId: number, limit: number, userId: number | undefined, fetchCode: () => Promise<void>) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'audit-logs', { limit }],
    queryFn: async ({ signal }) => {
      const query = { limit: String(limit), userId: userId?.toString() };
      const asked = call(routes.auditLogs.acts, { params: { orgId }, query }, signal);
      const [items] = await Promise.all([asked, fetchCode()]);
      return items;
    },
    ...ENTRY_LIST,
  });
