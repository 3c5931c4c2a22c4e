import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { RunState } from '#shared/domain/run-state.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { activeRunQuery } from '#client/data/active-run.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { type Driver, takeStep, type Taken } from '#client/data/run-steps.ts';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';

/** Who is driving on this device, for whom. */
export const useDriver = (): Driver => {
  const organization = useOrganization();
  const { id: userId } = useUser();
  return useMemo(() => ({ userId, organization }), [userId, organization]);
};

type Options = Parameters<typeof takeStep>[2];

/** How a press becomes a step. Resolves with null if nothing was kept; then the screen has said why, or shows what another tab did. */
export type Take = (move: (state: RunState) => RunState, options?: Options) => Promise<Taken | null>;

/** Takes the steps of the run, one after another: what the screen shows is always kept already, and a press draws it once. */
export const useRunSteps = (): { readonly take: Take } => {
  const driver = useDriver();
  const client = useQueryClient();
  const notices = useNotices();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const take: Take = (move, options) => {
    const { queryKey } = activeRunQuery(driver.organization.id, driver.userId);
    const step = async (): Promise<Taken | null> => {
      try {
        const taken = await takeStep(driver, move, options);
        if (taken) {
          client.setQueryData(queryKey, options?.isLast ? null : taken.after);
        } else {
          await client.invalidateQueries({ queryKey });
        }
        return taken;
      } catch (error) {
        notices.problem(t('Not saved'), messageOf(error));
        return null;
      }
    };
    const work = queue.current.then(step);
    queue.current = work;
    return work;
  };
  return { take };
};
