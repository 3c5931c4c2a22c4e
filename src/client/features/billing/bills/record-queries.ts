import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { billingKey } from '#client/features/billing/billing-queries.ts';
import { listQueryOf, orderQueryOf, type RecordsFilter, type RecordsOrder } from './record-filter.ts';

// Money is read anew whenever it is shown.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

const PAGE = '100';

export const recordQueries = {
  /** All bills, page by page. */
  pages: (orgId: number, filter: RecordsFilter, order: RecordsOrder) => {
    const wanted = { ...listQueryOf(filter), ...orderQueryOf(order) };
    return infiniteQueryOptions({
      queryKey: [...billingKey(orgId), 'records', 'list', wanted],
      queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
        callPage(routes.billingRecords.list, { params: { orgId }, query: { ...wanted, limit: PAGE, cursor: pageParam } }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      ...fresh,
    });
  },
  /** What they come to. */
  totals: (orgId: number, filter: RecordsFilter) => {
    const query = listQueryOf(filter);
    return queryOptions({
      queryKey: [...billingKey(orgId), 'records', 'totals', query],
      queryFn: ({ signal }) => call(routes.billingRecords.totals, { params: { orgId }, query }, signal),
      placeholderData: keepPreviousData,
      ...fresh,
    });
  },
};
