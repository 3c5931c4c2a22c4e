import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Age, AGES } from '#shared/billing/receivables.ts';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { type ReceivableFilter, type ReceivableOrder, SORTS } from './receivable-rows.ts';

const addressOf = (tab: string, { q, age }: ReceivableFilter, { sort, isDescending }: ReceivableOrder): string => {
  const query = new URLSearchParams({ tab });
  const isUsual = sort === 'late' && isDescending;
  for (const [name, value] of [
    ['q', q.trim()],
    ['age', age ?? ''],
    ['sort', isUsual ? '' : `${sort}${isDescending ? '-down' : ''}`],
  ] as const) {
    if (value !== '') {
      query.set(name, value);
    }
  }
  return `${BOARD}?${query.toString()}`;
};

const orderOf = (text: string): ReceivableOrder => {
  const [name, way] = text.split('-');
  const sort = SORTS.find((each) => each === name);
  return sort === undefined ? { sort: 'late', isDescending: true } : { sort, isDescending: way === 'down' };
};

/** Filter and order of the address, and how they are changed. */
export const useReceivableAddress = (tab: string) => {
  const search = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const given = new URLSearchParams(search);
    const filter: ReceivableFilter = { q: given.get('q') ?? '', age: AGES.find((age) => age === given.get('age')) ?? null };
    const order = orderOf(given.get('sort') ?? '');
    const go = (nextFilter: ReceivableFilter, nextOrder: ReceivableOrder) =>
      navigate(addressOf(tab, nextFilter, nextOrder), { replace: true });
    return {
      filter,
      order,
      search: (q: string) => go({ ...filter, q }, order),
      /** The same age again shows all. */
      chooseAge: (age: Age) => go({ ...filter, age: filter.age === age ? null : age }, order),
      /** The same column again turns the order round. */
      sortBy: (sort: ReceivableOrder['sort']) =>
        go(filter, { sort, isDescending: order.sort === sort ? !order.isDescending : sort !== 'customer' }),
    };
  }, [search, navigate, tab]);
};
