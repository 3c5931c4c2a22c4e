import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { type BillFilter, type BillOrder, billFilterOf, billOrderOf, billQueryOf } from './bill-rows.ts';

const addressOf = (query: string): string => `${BOARD}?${['tab=unbilled', query].filter(Boolean).join('&')}`;

/** Filter and order of the address, and how they are changed. */
export const useUnbilledAddress = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const given = new URLSearchParams(search);
    const [filter, order] = [billFilterOf(given), billOrderOf(given)];
    const go = (nextFilter: BillFilter, nextOrder: BillOrder) => navigate(addressOf(billQueryOf(nextFilter, nextOrder)), { replace: true });
    return {
      filter,
      order,
      setFilter: (next: BillFilter) => go(next, order),
      setOrder: (next: BillOrder) => go(filter, next),
    };
  }, [search, navigate]);
};
