import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { addressQueryOf, type RecordsFilter, recordsFilterOf, type RecordsOrder, recordsOrderOf } from './record-filter.ts';

const addressOf = (query: string): string => `${BOARD}?${['tab=records', query].filter(Boolean).join('&')}`;

/** Filter and order of the address, and how they are changed. */
export const useRecordsAddress = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const given = new URLSearchParams(search);
    const [filter, order] = [recordsFilterOf(given), recordsOrderOf(given)];
    const go = (nextFilter: RecordsFilter, nextOrder: RecordsOrder) =>
      navigate(addressOf(addressQueryOf(nextFilter, nextOrder)), { replace: true });
    return { filter, order, go };
  }, [search, navigate]);
};
