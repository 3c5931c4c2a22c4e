import { queryOptions } from '@tanstack/react-query';
import type { Office } from '#shared/domain/office.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { findMoneyCopy, keepMoneyCopy } from '#client/offline/public.ts';

/** There is money in it: kept, and forgotten, as all that is. */
const COPY = 'office';

/**
 * What waits for the office. It is not asked again with every record that changes, as what is on this device is, but by `useOffice`, which
 * takes its time.
 */
export const officeQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'office'],
    queryFn: async ({ signal }) => {
      const office = await call(routes.office.get, { params: { orgId } }, signal);
      // A full device keeps no copy, but what was asked for is shown all the same.
      await keepMoneyCopy(theEngine(), orgId, COPY, office).catch(() => undefined);
      return office;
    },
    staleTime: 'static',
  });

const NO_ANSWERS: Office['answers'] = { count: 0, oldestAt: null };

/** The last answer on this device, and when it was; null if it has none. */
export const officeCopyQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'office', 'copy'],
    queryFn: async () => {
      const copy = await findMoneyCopy(theEngine(), orgId, COPY);
      // One that an earlier version kept knows of no answers.
      return copy ? { at: copy.at, office: { answers: NO_ANSWERS, ...(copy.answer as Omit<Office, 'answers'>) } } : null;
    },
    staleTime: 0,
  });
