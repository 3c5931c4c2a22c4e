import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Contract, routes } from '#shared/routes.ts';
import type { CallOf } from '#shared/endpoint.ts';
import { call } from '#client/api/call.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { listen } from '#client/offline/public.ts';

type Query = NonNullable<CallOf<Contract['reports']['get']>['query']>;
type MoneyAsked = NonNullable<CallOf<Contract['reports']['money']>['query']>;
type FuelAsked = NonNullable<CallOf<Contract['reports']['fuel']>['query']>;

/** A report is not recomputed more often than this: it may go through years of work. */
const PAUSE_MS = 10_000;
/** How long an answer is kept in case the connection is lost. */
const KEPT_MS = 86_400_000;

// Not among the organization's own keys, all of which are refetched with each change that arrives.
const keyOf = (orgId: number) => ['reports', orgId] as const;

/** Refetches some seconds after changes have arrived. Without a connection the last answer stays. */
const useRefresh = (orgId: number): void => {
  const engine = useEngine();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(engine, ({ kind }) => {
      if (kind === 'pulled') {
        timer ??= setTimeout(() => {
          timer = undefined;
          void client.invalidateQueries({ queryKey: keyOf(orgId) });
        }, PAUSE_MS);
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [engine, client, orgId]);
};

/** Sums of an organization from the server, kept in memory under a key that distinguishes them. */
const useAddedUp = <T>(
  orgId: number,
  asked: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<T>,
  isEnabled: boolean,
): UseQueryResult<T> => {
  useRefresh(orgId);
  return useQuery({
    queryKey: [...keyOf(orgId), ...asked],
    queryFn: ({ signal }) => ask(signal),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
};

/** What entries add up to. */
export const useReport = (orgId: number, query: Query, isEnabled: boolean) =>
  useAddedUp(orgId, ['work', query], (signal) => call(routes.reports.get, { params: { orgId }, query }, signal), isEnabled);

/** What billed work earned and cost. */
export const useMoneyReport = (orgId: number, query: MoneyAsked, isEnabled: boolean) =>
  useAddedUp(orgId, ['money', query], (signal) => call(routes.reports.money, { params: { orgId }, query }, signal), isEnabled);

/** The fuel used in work for customers. */
export const useFuelBook = (orgId: number, query: FuelAsked, isEnabled: boolean) =>
  useAddedUp(orgId, ['fuel', query], (signal) => call(routes.reports.fuel, { params: { orgId }, query }, signal), isEnabled);
