import type { QueryClient } from '@tanstack/react-query';
import { can } from '#shared/access/capabilities.ts';
import { isOverview } from '#client/app/screens.tsx';
import { isFilled } from '#client/data/local-rows.ts';
import { selectedIn } from '#client/data/organization-context.tsx';
import { MyDay } from '#client/features/dashboard/dashboard-screen.tsx';
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
    // Read at once, and waited for only where the answer is on this device. What a driver sees is drawn by code that a start does without.
    const read = can(selected.role, 'jobEntries:check')
      ? client.prefetchQuery(thisWeekQuery(selected))
      : MyDay.fetch().catch(() => undefined);
    if (await isFilled(selected.id).catch(() => false)) {
      await read;
    }
  }
};
