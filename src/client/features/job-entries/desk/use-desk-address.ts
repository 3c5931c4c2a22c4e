import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type DeskFilter, type DeskOrder, filterOf, orderOf, queryOf, USUAL_ORDER } from './desk-filter.ts';
import type { DeskView } from './desk-views.ts';

const DESK = '/job-entries/desk';

const addressOf = (query: string, view: string | null): string => {
  const parts = [query, view === null ? '' : `view=${encodeURIComponent(view)}`].filter(Boolean).join('&');
  return parts === '' ? DESK : `${DESK}?${parts}`;
};

/** The address of a view; one that is saved is named, so that it stays the current one while its filter is changed. */
export const addressOfView = ({ query, key, saved }: DeskView): string => addressOf(query, saved ? key : null);

/** Filter, order and view of the address, and how they are changed. */
export const useDeskAddress = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filterQuery = useMemo(() => queryOf(filterOf(new URLSearchParams(search)), USUAL_ORDER), [search]);
  // The same as long as it says the same: another order does not filter the rows again.
  const filter = useMemo(() => filterOf(new URLSearchParams(filterQuery)), [filterQuery]);
  return useMemo(() => {
    const given = new URLSearchParams(search);
    const [order, view] = [orderOf(given), given.get('view')];
    const query = queryOf(filter, order);
    const go = (nextFilter: DeskFilter, nextOrder: DeskOrder) =>
      navigate(addressOf(queryOf(nextFilter, nextOrder), view), { replace: true });
    return {
      filter,
      order,
      /** The key of the view that it names. */
      view,
      query,
      /** As it is now, to be kept. */
      here: addressOf(query, view),
      setFilter: (next: DeskFilter) => go(next, order),
      setOrder: (next: DeskOrder) => go(filter, next),
      /** Names the view, or none. */
      setView: (next: string | null) => navigate(addressOf(query, next), { replace: true }),
    };
  }, [search, filter, navigate]);
};
