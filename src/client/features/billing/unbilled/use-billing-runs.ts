import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingKey, billingQueries } from '#client/features/billing/billing-queries.ts';

const keyOf = (orgId: number): string => `billing-run-done-${orgId}`;

/**
 * The newest billing run as long as there is something to know about it: it goes on, some of its bills failed, or some are to be printed.
 * `inHand` are the jobs that it takes care of, which are no longer to be billed. Whoever has seen that it is done puts it away, on this device.
 */
export const useBillingRun = () => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const [done, setDone] = useState(() => Number(localStorage.getItem(keyOf(orgId)) ?? 0));
  const { data: runs } = useQuery(billingQueries.runs(orgId));
  const newest = runs?.find(({ id, finishedAt, failed, toPost }) => finishedAt === null || (id > done && failed + toPost > 0));
  const shown = newest ?? runs?.find(({ id }) => id > done);
  const { data: run } = useQuery({ ...billingQueries.run(orgId, shown?.id ?? 0), enabled: shown !== undefined });
  const isGoing = run !== undefined && run.finishedAt === null;
  // From its start until the list was read again after its end.
  const [isListOld, setListOld] = useState(isGoing);
  if (isGoing && !isListOld) {
    setListOld(true);
  }
  useEffect(() => {
    if (isListOld && !isGoing) {
      void client.invalidateQueries({ queryKey: billingKey(orgId) }).then(() => setListOld(false));
    }
  }, [client, orgId, isListOld, isGoing]);
  const inHand = useMemo(() => {
    const items = run?.items ?? [];
    return new Set(items.filter(({ state }) => state !== 'failed' && (isListOld || state !== 'done')).flatMap(({ jobIds }) => jobIds));
  }, [run, isListOld]);
  const putAway = () => {
    const id = shown?.id ?? 0;
    localStorage.setItem(keyOf(orgId), String(id));
    setDone(id);
  };
  return { run: shown === undefined ? undefined : run, inHand, putAway };
};
