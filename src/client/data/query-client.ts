import {
  focusManager,
  hashKey,
  type InvalidateQueryFilters,
  noop,
  notifyManager,
  type Query,
  QueryCache,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';

/** No interval, no refetch on focus, never stale, no retries (specification 1.28); offline calls are attempted, not paused. */
const DEFAULTS = {
  networkMode: 'always',
  retry: false,
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  throwOnError: false,
  staleTime: Infinity,
} as const;

type Options = QueryObserverOptions;

/**
 * Part of the library's `QueryClient`, over the same cache: reading, writing and refreshing queries. The library's own one brings what
 * keeps mutations along in every start, though changes go another way here (`useWrite`).
 */
class Queries {
  private readonly cache = new QueryCache();
  private endFocus: (() => void) | undefined;

  mount(): void {
    this.endFocus = focusManager.subscribe((isFocused) => isFocused && this.cache.onFocus());
  }

  unmount(): void {
    this.endFocus?.();
  }

  getQueryCache = (): QueryCache => this.cache;
  getDefaultOptions = () => ({ queries: DEFAULTS });
  getQueryDefaults = () => ({});

  defaultQueryOptions = (options: Options): Options & { readonly queryHash: string } => ({
    ...DEFAULTS,
    ...options,
    queryHash: options.queryHash ?? hashKey(options.queryKey),
  });

  isFetching = (filters: QueryFilters): number => this.cache.findAll({ ...filters, fetchStatus: 'fetching' }).length;
  getQueryState = (queryKey: QueryKey) => this.cache.get(hashKey(queryKey))?.state;
  getQueryData = (queryKey: QueryKey): unknown => this.getQueryState(queryKey)?.data;

  setQueryData(queryKey: QueryKey, updater: unknown): void {
    const before = this.getQueryData(queryKey);
    const data: unknown = typeof updater === 'function' ? updater(before) : updater;
    if (data !== undefined) {
      this.build({ queryKey }).setData(data, { manual: true });
    }
  }

  async fetchQuery(options: Options): Promise<unknown> {
    const asked = this.defaultQueryOptions(options);
    const query = this.build(asked);
    const isStale = query.isStaleByTime(typeof asked.staleTime === 'function' ? asked.staleTime(query) : asked.staleTime);
    return isStale ? query.fetch(asked) : query.state.data;
  }

  prefetchQuery = (options: Options): Promise<void> => this.fetchQuery(options).then(noop, noop);

  invalidateQueries(filters: InvalidateQueryFilters): Promise<void> {
    return notifyManager.batch(() => {
      this.cache.findAll(filters).forEach((query) => query.invalidate());
      return this.refetchQueries({ ...filters, type: 'active' });
    });
  }

  async refetchQueries(filters: QueryFilters): Promise<void> {
    const wanted = this.cache.findAll(filters).filter((query) => !query.isDisabled() && !query.isStatic());
    await notifyManager.batch(() => Promise.all(wanted.map((query) => query.fetch(undefined, { cancelRefetch: true }).catch(noop))));
  }

  removeQueries(filters: QueryFilters): void {
    notifyManager.batch(() => this.cache.findAll(filters).forEach((query) => this.cache.remove(query)));
  }

  private build(options: Options): Query {
    return this.cache.build(this as unknown as QueryClient, this.defaultQueryOptions(options));
  }
}

/** What keeps the answers to all queries. As a `QueryClient` of the library's it has what this app uses of one, and nothing of mutations. */
export const createQueryClient = (): QueryClient => new Queries() as unknown as QueryClient;
