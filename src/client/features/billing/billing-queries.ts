import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NumberRange } from '#shared/billing/schemas/billing-record.ts';
import { routes } from '#shared/routes.ts';
import type { BillingRun } from '#shared/billing/schemas/billing-run.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { readMoney } from '#client/features/billing/bills/money-copies.ts';
import { orgKey } from '#client/data/overview-queries.ts';

/** Everything that a change of a rate, draft or record may have invalidated. */
export const billingKey = (orgId: number) => [...orgKey(orgId), 'billing'] as const;

// Money is refetched whenever it is shown, and with every change that arrives. Offline this device's copy of rates and drafts is read.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** Customers whose bills are read at once. */
const BILLS_PAGE = '200';
/** While a billing run goes on, it is asked for how far it is. */
const WHILE_GOING_MS = 1_000;
/** While its mails are on their way, they may come back. */
const WHILE_MAILING_MS = 5_000;

const untilNextLook = (run: BillingRun | undefined): number | false =>
  run?.finishedAt === null ? WHILE_GOING_MS : run !== undefined && run.onTheWay > 0 && WHILE_MAILING_MS;

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
  /** How the organization bills. */
  settings: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'settings'],
      queryFn: ({ signal }) => readMoney(orgId, 'settings', () => call(routes.billingSettings.get, { params: { orgId } }, signal)),
      ...fresh,
    }),
  /** The bills that completed jobs would make now. Of these, a device keeps the first page of all. */
  unbilledBills: (orgId: number, { by, isChecked }: { readonly by: string | null; readonly isChecked: boolean }) =>
    infiniteQueryOptions({
      queryKey: [...billingKey(orgId), 'unbilled-bills', by, isChecked],
      queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) => {
        const query = {
          limit: BILLS_PAGE,
          cursor: pageParam,
          completedBy: by ?? undefined,
          checked: isChecked ? ('true' as const) : undefined,
        };
        const ask = () => callPage(routes.unbilledBills.list, { params: { orgId }, query }, signal);
        return pageParam === undefined && by === null && !isChecked ? readMoney(orgId, 'unbilledBills', ask) : ask();
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      ...fresh,
    }),
  /** The bill that these jobs would make together now, with its lines. */
  preview: (orgId: number, jobIds: readonly number[], digest: string) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'preview', ...jobIds, digest],
      queryFn: ({ signal }) => call(routes.unbilledBills.preview, { params: { orgId }, query: { jobIds: jobIds.join(',') } }, signal),
      ...fresh,
    }),
  /** The newest billing runs, and how far they are. */
  runs: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'runs'],
      queryFn: ({ signal }) => call(routes.billingRuns.list, { params: { orgId } }, signal),
      ...fresh,
    }),
  run: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'runs', id],
      queryFn: ({ signal }) => call(routes.billingRuns.get, { params: { orgId, id } }, signal),
      refetchInterval: ({ state }) => untilNextLook(state.data),
      ...fresh,
    }),
  /** How many jobs and bills wait; the office counts them as well. */
  counts: (orgId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'counts'],
      queryFn: ({ signal }) => call(routes.office.get, { params: { orgId } }, signal),
      ...fresh,
    }),
  /** What the billed work of a season came to. */
  billedSeason: (orgId: number, season: string) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'season', season],
      queryFn: ({ signal }) => call(routes.reports.money, { params: { orgId }, query: { by: 'season', season } }, signal),
      ...fresh,
    }),
  /** The next number of a range, and how the next record in it may be dated. */
  next: (orgId: number, range: NumberRange = 'bill') =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'next', range],
      queryFn: ({ signal }) => call(routes.billingRecords.next, { params: { orgId }, query: range === 'bill' ? {} : { range } }, signal),
      ...fresh,
      // A number taken by somebody else in the meantime must not be shown, not even for a moment.
      gcTime: 0,
    }),
  /** How bills of the customer go out. */
  sending: (orgId: number, customerId: number) =>
    queryOptions({
      queryKey: [...billingKey(orgId), 'sending', customerId],
      queryFn: ({ signal }) => call(routes.billPreviews.sending, { params: { id: customerId } }, signal),
      ...fresh,
      // Whom a bill goes to must not be what it was an hour ago, not even for a moment.
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
