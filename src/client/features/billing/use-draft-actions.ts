import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { contract } from '#shared/contract.ts';
import type { BillDraft } from '#shared/domain/billing-record.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import type { Added } from '#client/features/billing/added-card.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { recordNumber, recordPath } from '#client/features/billing/record-words.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';

/** The total that somebody saw who was refused, for the bill was another by then; null where nobody was. */
export const useSeenBefore = (): number | null => {
  const state: unknown = useHistoryState();
  return typeof state === 'object' && state !== null && 'seenCents' in state && typeof state.seenCents === 'number'
    ? state.seenCents
    : null;
};

/** What is done with a bill: added to, made a record of, given up. A job's bill becomes a draft with the first thing that is added. */
export const useDraftActions = (jobIds: readonly number[], draft: BillDraft | null) => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const [, navigate] = useLocation();
  const save = async (added: Partial<Added>): Promise<boolean> => {
    try {
      const { id } = await change((ask) =>
        draft
          ? ask(contract.billDrafts.update, { params: { id: draft.id }, body: added }, draft.version)
          : ask(contract.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds], ...added } }),
      );
      if (!draft) {
        navigate(`${BOARD}/drafts/${id}`, { replace: true });
      }
      return true;
    } catch (error) {
      notices.failure(t('Failed to save the draft bill'), error);
      return false;
    }
  };
  /** Issues the bill with the total that the screen shows; what has another by now is shown again, with a word about it. */
  const bill = async (seenCents: number): Promise<void> => {
    let issued: Pick<BillDraft, 'id' | 'version'> | null = draft;
    try {
      const record = await change(async (ask) => {
        issued ??= await ask(contract.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds] } });
        const body = { draftId: issued.id, draftVersion: issued.version, grossCents: seenCents };
        return ask(contract.billingRecords.create, { params: { orgId }, body });
      });
      notices.success(t('Billed'), t('Billing record {number} was made.', { number: recordNumber(record) }));
      navigate(recordPath(record.id), { replace: true });
    } catch (error) {
      if (issued && error instanceof ApiError && error.code === 'bill_changed') {
        navigate(`${BOARD}/drafts/${issued.id}`, { replace: true, state: { seenCents } });
      } else {
        notices.failure(t('Failed to bill'), error);
      }
    }
  };
  const remove = async (id: number): Promise<void> => {
    try {
      await change((ask) => ask(contract.billDrafts.remove, { params: { id } }));
      notices.success(t('Draft bill deleted'));
      navigate(BOARD, { replace: true });
    } catch (error) {
      notices.failure(t('Failed to delete the draft bill'), error);
    }
  };
  return { save, bill, remove, isBusy };
};
