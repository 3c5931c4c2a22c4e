import { QueryClient } from '@tanstack/react-query';

/** No interval, no refetch on focus, never stale, no retries (specification 1.28); offline calls are attempted, not paused. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
