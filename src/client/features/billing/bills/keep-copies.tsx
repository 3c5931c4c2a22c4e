import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tidyMoney } from './money-copies.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';

/** Nobody has more of them, and each has to be computed. */
const MOST_DRAFTS = 50;
/** What the screen itself reads is not requested twice. */
const RECENT_MS = 60_000;

/** Fetches rates and all drafts when somebody opens billing: from then on they are available offline. */
export const KeepCopies = () => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const isOffline = useIsOffline();
  useEffect(() => {
    if (isOffline) {
      return;
    }
    const read = async (): Promise<void> => {
      const recent = { staleTime: RECENT_MS };
      const drafts = billingQueries.drafts(orgId);
      await Promise.all([
        client.prefetchQuery({ ...billingQueries.rates(orgId), ...recent }),
        client.prefetchQuery({ ...drafts, ...recent }),
      ]);
      const list = client.getQueryData(drafts.queryKey) ?? [];
      for (const { id } of list.slice(0, MOST_DRAFTS)) {
        await client.prefetchQuery({ ...billingQueries.draft(orgId, id), ...recent });
      }
      if (client.getQueryState(drafts.queryKey)?.status === 'success') {
        await tidyMoney(
          orgId,
          list.map(({ id }) => id),
        );
      }
    };
    void read();
  }, [client, orgId, isOffline]);
  return null;
};
