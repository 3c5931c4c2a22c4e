import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import type { BillFilter } from './bill-rows.ts';

/** The bills that would be made now, page after page until all are here; undefined until the first page is. */
export const useUnbilledBills = ({ by, isChecked }: BillFilter) => {
  const { id: orgId } = useOrganization();
  const pages = useInfiniteQuery(billingQueries.unbilledBills(orgId, { by, isChecked }));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const bills = useMemo<readonly UnbilledBill[] | undefined>(
    () => pages.data?.pages.flatMap(({ items }) => items.flatMap((customer) => customer.bills)),
    [pages.data],
  );
  return {
    bills,
    error: bills === undefined || isFetchNextPageError ? pages.error : null,
    /** Whether sums may still grow. */
    isReading: bills === undefined || hasNextPage,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : pages.refetch()),
  };
};
