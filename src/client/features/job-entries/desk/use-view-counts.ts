import { useDeferredValue, useMemo } from 'react';
import type { DeskHere } from '#client/data/desk-entries.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { filterOf, spanOf } from './desk-filter.ts';
import { countShown } from './desk-filter-rows.ts';
import type { DeskView } from './desk-views.ts';
import type { DeskRows } from './use-desk-rows.ts';

/** How many entries a view has. */
export interface ViewCount {
  readonly count: number;
  /** Whether there may be more than this device knows. */
  readonly isMore: boolean;
}

/** Whether entries of a span may be missing here. */
const isPartly = (from: string | null, oldest: DeskHere['oldest']): boolean =>
  oldest !== null && (oldest === undefined || from === null || from <= oldest.date);

/** How many entries each view has, counted when nothing more urgent is to be drawn. */
export const useViewCounts = (views: readonly DeskView[], { rows, here, older }: DeskRows): ReadonlyMap<string, ViewCount> => {
  const { seasonStartDate } = useOrganization();
  const today = useToday();
  const known = useDeferredValue(rows);
  const oldest = here?.oldest;
  return useMemo(
    () =>
      new Map(
        views.map(({ key, query }) => {
          const filter = filterOf(new URLSearchParams(query));
          const span = spanOf(filter, today, seasonStartDate);
          const isMore = known === undefined || (older !== 'whole' && isPartly(span.from, oldest));
          return [key, { count: countShown(known ?? [], filter, span), isMore }];
        }),
      ),
    [views, known, today, seasonStartDate, older, oldest],
  );
};
