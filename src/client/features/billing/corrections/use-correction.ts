import { useLocation } from 'wouter';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { type AskForChange, useBillingChange } from '#client/features/billing/use-billing-change.ts';

/** Makes a record at once, and leads to it. Returns whether that worked; what was refused is said. */
export const useCorrection = () => {
  const notices = useNotices();
  const [, navigate] = useLocation();
  const { change, isBusy } = useBillingChange();
  const make = async (work: (ask: AskForChange) => Promise<BillingRecord>, words: { done: string; failed: string }): Promise<boolean> => {
    try {
      const { id, label } = await change(work);
      notices.success(words.done, label);
      navigate(recordPath(id));
      return true;
    } catch (error) {
      notices.failure(words.failed, error);
      return false;
    }
  };
  return { make, isBusy };
};
