import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import type { RecordSort, RecordState } from '#shared/billing/schemas/record-list.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { billingKey } from '#client/features/billing/billing-queries.ts';
import { readMoney } from '#client/features/billing/bills/money-copies.ts';

// Money is read anew whenever it is shown.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

const PAGE = '100';

/** Which billing records are listed. */
export interface PaidFilter {
  readonly state: RecordState | undefined;
  readonly search: string;
  readonly sort: RecordSort;
}

export const receivableQueries = {
  /** What customers owe. A device keeps the last answer. */
  all: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'receivables'],
      queryFn: ({ signal }) => readMoney(orgId, 'owed', () => call(routes.receivables.list, { params: { orgId } }, signal)),
      ...fresh,
    }),
  /** The letters that are due. */
  letters: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'reminders-due'],
      queryFn: ({ signal }) => call(routes.reminders.due, { params: { orgId } }, signal),
      ...fresh,
    }),
  paid: (orgId: number, { state, search, sort }: PaidFilter) =>
    infiniteQueryOptions({
      queryKey: [...billingKey(orgId), 'paid', state, search, sort],
      queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
        callPage(
          routes.billingRecords.list,
          { params: { orgId }, query: { state, sort, search: search || undefined, limit: PAGE, cursor: pageParam } },
          signal,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      ...fresh,
    }),
  /** What such a list comes to. */
  totals: (orgId: number, { state, search }: Omit<PaidFilter, 'sort'>) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'paid-totals', state, search],
      queryFn: ({ signal }) =>
        call(routes.billingRecords.totals, { params: { orgId }, query: { state, search: search || undefined } }, signal),
      placeholderData: keepPreviousData,
      ...fresh,
    }),
};
