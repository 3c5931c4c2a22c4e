import type { QueryClient } from '@tanstack/react-query';
import { isOverview } from '#client/app/screens.tsx';
import { isFilled } from '#client/data/local-rows.ts';
import { selectedIn } from '#client/data/organization-context.tsx';
import { thisWeekQuery } from '#client/features/dashboard/this-week.tsx';
import { organizationsQuery } from '#client/data/session.ts';

/**
 * Reads what the first screen shows, so that it is drawn once and not again when its data have arrived. It waits for the server only for
 * the list of organizations, without which nothing can be shown. Failed reads are retried, and reported, by the screen itself.
 */
export const prepareScreen = async (client: QueryClient): Promise<void> => {
  await client.prefetchQuery(organizationsQuery);
  const selected = selectedIn(client.getQueryData(organizationsQuery.queryKey) ?? []);
  if (selected && isOverview(location.pathname)) {
    // Read at once, and waited for only where the answer is on this device.
    const read = client.prefetchQuery(thisWeekQuery(selected));
    if (await isFilled(selected.id).catch(() => false)) {
      await read;
    }
  }
};
