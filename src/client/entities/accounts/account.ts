import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';

/** Every key of the signed-in user's own account begins with this. */
const KEY = '/api/account';

// Other devices sign in and out in the meantime. Data that has just been fetched is not fetched again by the card that shows it.
const fresh = { staleTime: 2_000, refetchOnWindowFocus: true } as const;

/** How many are shown at first, since they are one card among others. */
const EVENTS = '6';

/** What only the server knows of the user's own account (specification 6.7): no device keeps it. */
export const accountQueries = {
  own: queryOptions({ queryKey: [KEY], queryFn: ({ signal }) => call(routes.account.get, {}, signal), ...fresh }),
  sessions: queryOptions({ queryKey: [KEY, 'sessions'], queryFn: ({ signal }) => call(routes.account.sessions, {}, signal), ...fresh }),
  passkeys: queryOptions({ queryKey: [KEY, 'passkeys'], queryFn: ({ signal }) => call(routes.account.passkeys, {}, signal), ...fresh }),
  /** Recent events, one page at a time. */
  events: infiniteQueryOptions({
    queryKey: [KEY, 'events'],
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
      callPage(routes.account.events, { query: { limit: EVENTS, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...fresh,
  }),
  secondStep: queryOptions({
    queryKey: [KEY, 'second-step'],
    queryFn: ({ signal }) => call(routes.secondSteps.get, {}, signal),
    ...fresh,
  }),
  ways: queryOptions({ queryKey: ['/api/login/ways'], queryFn: ({ signal }) => call(routes.users.ways, {}, signal) }),
};

/** Whether this installation sends e-mail, so that nothing is offered which it cannot do. Undefined while unknown. */
export const useSendsMail = (): boolean | undefined => useQuery(accountQueries.ways).data?.mail;
