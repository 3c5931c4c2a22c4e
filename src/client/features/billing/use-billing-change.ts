import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallOf, ResponseOf } from '#shared/endpoint.ts';
import type { Route } from '#shared/route.ts';
import { ApiError } from '#client/api/api-error.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline, type OnlineOnly } from '#client/api/other-calls.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingKey } from '#client/features/billing/billing-queries.ts';

/** Requests one change; `version` is the draft's as it was read, so that nobody's lines are overwritten. */
export type AskForChange = <E extends OnlineOnly>(route: Route<E>, parts: CallOf<E>, version?: number) => Promise<ResponseOf<E>>;

/**
 * Changes rates, drafts and records, online only (docs/billing.md). The same change, repeated after a lost answer, has the same key:
 * nothing is billed twice. Throws as `call` does, also after it no longer looks busy.
 */
export const useBillingChange = () => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [isBusy, setBusy] = useState(false);

  const ask: AskForChange = async (route, parts, version) => {
    const question = JSON.stringify([route.method, route.path, parts, version]);
    const key = keys.current.get(question) ?? newKey();
    keys.current.set(question, key);
    try {
      const answer = await callOnline(route, parts, key, version);
      keys.current.delete(question);
      return answer;
    } catch (error) {
      // A refusal is an answer; what failed on the way may have been done all the same.
      if (error instanceof ApiError && error.status < 500) {
        keys.current.delete(question);
      }
      throw error;
    }
  };
  /** Does the work, and refetches what it may have changed, even where it failed half way. */
  const change = async <T>(work: (ask: AskForChange) => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work(ask);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: billingKey(orgId) });
    }
  };
  return { change, isBusy };
};
