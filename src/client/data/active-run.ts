import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type RunState, withRealIds } from '#shared/domain/run-state.ts';
import { theEngine, useEngine } from '#client/data/engine-context.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import { findKept, isTempId, type KeptKey, listen, realIds } from '#client/offline/public.ts';

/** Where this device keeps the run that a person is in the middle of. */
export const runKey = (userId: number, orgId: number): KeptKey => `run:${userId}:${orgId}`;

const tempIdsIn = (state: RunState): number[] => {
  const found: number[] = [];
  withRealIds(state, (id) => {
    found.push(id);
    return id;
  });
  return found.filter(isTempId);
};

/** The state with the real ids of what was made on this device and has them by now. */
export const withKnownIds = async (state: RunState): Promise<RunState> => {
  const temporary = tempIdsIn(state);
  if (temporary.length === 0) {
    return state;
  }
  const known = await realIds(theEngine(), temporary);
  return withRealIds(state, (id) => known.get(id) ?? id);
};

export const activeRunQuery = (orgId: number, userId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'active-run', userId],
    queryFn: async () => {
      const kept = await findKept<RunState>(theEngine(), runKey(userId, orgId));
      return kept && withKnownIds(kept);
    },
  });

/** The run that the user is in the middle of on this device; null: there is none; undefined: not read yet. Also after a crash. */
export const useActiveRun = (orgId: number): RunState | null | undefined => {
  const { id: userId } = useUser();
  const engine = useEngine();
  const client = useQueryClient();
  // Also what another tab did.
  useEffect(
    () =>
      listen(engine, (event) => {
        if (event.kind === 'kept' && event.key === runKey(userId, orgId)) {
          void client.invalidateQueries({ queryKey: activeRunQuery(orgId, userId).queryKey });
        }
      }),
    [engine, client, orgId, userId],
  );
  return useQuery(activeRunQuery(orgId, userId)).data;
};
