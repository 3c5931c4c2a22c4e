import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { say } from '#client/lib/messages.ts';
import { itemsOf } from './bill-rows.ts';

/** Starts a billing run: everything after that happens on the server. */
export const useStartRun = () => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const [problem, setProblem] = useState<string>();
  /** Returns whether it was started; else `problem` says why not. */
  const start = async (bills: readonly UnbilledBill[], issuedOn: string, message: string): Promise<boolean> => {
    setProblem(undefined);
    try {
      await change((ask) => ask(routes.billingRuns.create, { params: { orgId }, body: { issuedOn, message, items: itemsOf(bills) } }));
      return true;
    } catch (error) {
      const issue = error instanceof ApiError ? error.issues[0] : undefined;
      setProblem(issue ? say(issue) : messageOf(error));
      return false;
    }
  };
  return { start, isBusy, problem, forget: () => setProblem(undefined) };
};
