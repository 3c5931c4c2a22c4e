import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { readMoney } from '#client/features/billing/bills/money-copies.ts';
import { orgKey } from '#client/data/overview-queries.ts';

/** Everything that a change of a rate, draft or record may have invalidated. */
export const billingKey = (orgId: number) => [...orgKey(orgId), 'billing'] as const;

// Money is refetched whenever it is shown, and with every change that arrives. Offline this device's copy of rates and drafts is read.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

const BOARD_PAGE = '50';

export const billingQueries = {
  rates: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'rates'],
      queryFn: ({ signal }) => readMoney(orgId, 'rates', () => call(routes.rates.list, { params: { orgId } }, signal)),
      ...fresh,
    }),
  costs: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'costs'],
      queryFn: ({ signal }) => call(routes.costRates.list, { params: { orgId } }, signal),
      ...fresh,
    }),
  /** The bill of a job as it would be issued now. */
  ofJob: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'jobs', id],
      queryFn: ({ signal }) => readMoney(orgId, `jobs/${id}`, () => call(routes.billDrafts.ofJob, { params: { id } }, signal)),
      ...fresh,
    }),
  /** Completed jobs that are on no bill, one page at a time. Of these, a device keeps the first page. */
  unbilled: (orgId: number) =>
    infiniteQueryOptions({
      queryKey: [...billingKey(orgId), 'unbilled'],
      queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) => {
        const ask = () =>
          callPage(routes.unbilledJobs.list, { params: { orgId }, query: { limit: BOARD_PAGE, cursor: pageParam } }, signal);
        return pageParam === undefined ? readMoney(orgId, 'unbilled', ask) : ask();
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      ...fresh,
    }),
  /** How the organization bills. */
  settings: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'settings'],
      queryFn: ({ signal }) => readMoney(orgId, 'settings', () => call(routes.billingSettings.get, { params: { orgId } }, signal)),
      ...fresh,
    }),
  /** The next number, and how the next bill may be dated. */
  next: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'next'],
      queryFn: ({ signal }) => call(routes.billingRecords.next, { params: { orgId } }, signal),
      ...fresh,
      // A number taken by somebody else in the meantime must not be shown, not even for a moment.
      gcTime: 0,
    }),
  drafts: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'drafts'],
      queryFn: ({ signal }) => readMoney(orgId, 'drafts', () => call(routes.billDrafts.list, { params: { orgId } }, signal)),
      ...fresh,
    }),
  draft: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'drafts', id],
      queryFn: ({ signal }) => readMoney(orgId, `drafts/${id}`, () => call(routes.billDrafts.get, { params: { id } }, signal)),
      ...fresh,
    }),
  records: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'records'],
      queryFn: ({ signal }) => call(routes.billingRecords.list, { params: { orgId } }, signal),
      ...fresh,
    }),
  recordsOfJob: (orgId: number, jobId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'jobs', jobId, 'records'],
      queryFn: ({ signal }) => call(routes.billingRecords.list, { params: { orgId }, query: { jobId: String(jobId) } }, signal),
      ...fresh,
    }),
  record: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'records', id],
      queryFn: ({ signal }) => call(routes.billingRecords.get, { params: { orgId, id } }, signal),
      ...fresh,
    }),
};
