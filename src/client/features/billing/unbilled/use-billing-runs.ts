import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingKey, billingQueries } from '#client/features/billing/billing-queries.ts';
import { readAway, runToShow, withAway } from './runs-put-away.ts';

const keyOf = (orgId: number): string => `billing-runs-away-${orgId}`;

/**
 * The billing run that somebody should know of, or the earlier one that was asked for, and the newest runs. `inHand` are the jobs that the
 * run takes care of, which are no longer to be billed. Whoever has seen a run puts it away, on this device; what comes back later is shown.
 */
export const useBillingRun = () => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const [away, setAway] = useState(() => readAway(localStorage.getItem(keyOf(orgId))));
  const [chosenId, setChosenId] = useState<number>();
  const { data: runs = [] } = useQuery(billingQueries.runs(orgId));
  const first = runToShow(runs, away);
  const { data: newest } = useQuery({ ...billingQueries.run(orgId, first?.id ?? 0), enabled: first !== undefined });
  const { data: chosen } = useQuery({ ...billingQueries.run(orgId, chosenId ?? 0), enabled: chosenId !== undefined });
  const run = chosenId === undefined ? first && newest : chosen;
  const isGoing = newest !== undefined && newest.finishedAt === null;
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
    const items = newest?.items ?? [];
    return new Set(items.filter(({ state }) => state !== 'failed' && (isListOld || state !== 'done')).flatMap(({ jobIds }) => jobIds));
  }, [newest, isListOld]);
  const putAway = () => {
    if (run !== undefined) {
      const now = withAway(away, run, runs);
      localStorage.setItem(keyOf(orgId), JSON.stringify(now));
      setAway(now);
      setChosenId(undefined);
    }
  };
  return { run, runs, inHand, putAway, show: setChosenId };
};
