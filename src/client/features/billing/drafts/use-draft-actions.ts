import { useRef } from 'react';
import { useLocation } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { BillDraft } from '#shared/billing/schemas/billing-record.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { askingToIssue, type IssueState, type MailChoice } from '#client/entities/billing-records/issue-state.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import type { Added } from './added-card.tsx';
import { mailOf } from './issue-mail.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { recordNumber, recordPath } from '#client/features/billing/bills/billing-record-words.ts';
import { usePaper } from '#client/features/billing/bills/use-paper.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { listWords } from '#client/lib/lists.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';

/** What the question showed the issuer, and what they chose. */
export interface ShownBill {
  readonly grossCents: number;
  readonly issuedOn: string;
  readonly mail: MailChoice;
}

/**
 * What the question says about a refusal: that the bill has changed, the message about its date, or otherwise the message of the whole
 * response.
 */
const saidOf = (error: unknown, seenCents: number): Pick<IssueState, 'seenCents' | 'problem'> => {
  if (!(error instanceof ApiError)) {
    return {};
  }
  if (error.code === 'bill_changed') {
    return { seenCents };
  }
  const issue = error.issues.find(({ path }) => path === 'issuedOn');
  return { problem: issue ? say(issue) : `${t('Failed to bill')}: ${messageOf(error)}` };
};

/** The actions of a bill: add to it, issue it, discard it. A job's bill becomes a draft with the first addition. */
export const useDraftActions = (jobIds: readonly number[], draft: BillDraft | null) => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const paper = usePaper('Failed to show the PDF');
  const [here, navigate] = useLocation();
  const isIssuing = useRef(false);
  const save = async (added: Partial<Added>): Promise<boolean> => {
    try {
      const { id } = await change((ask) =>
        draft
          ? ask(routes.billDrafts.update, { params: { id: draft.id }, body: added }, draft.version)
          : ask(routes.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds], ...added } }),
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
  /** Issues the bill as it was shown, once, however often it is pressed. After a refusal it asks again, giving the reason. */
  const issue = async ({ grossCents, issuedOn, mail: choice }: ShownBill): Promise<void> => {
    if (isIssuing.current) {
      return;
    }
    isIssuing.current = true;
    const mail = mailOf(choice);
    let issued: Pick<BillDraft, 'id' | 'version'> | null = draft;
    try {
      const record = await change(async (ask) => {
        issued ??= await ask(routes.billDrafts.create, { params: { orgId }, body: { jobIds: [...jobIds] } });
        const body = { draftId: issued.id, draftVersion: issued.version, grossCents, issuedOn, ...(mail && { mail }) };
        return ask(routes.billingRecords.create, { params: { orgId }, body });
      });
      const number = recordNumber(record);
      if (mail === undefined) {
        const show = () => void paper.show(routes.invoiceExports.document, { params: { orgId, id: record.id }, query: { format: 'pdf' } });
        notices.success(t('Billed'), t('Billing record {number} created.', { number }), { label: t('Print'), onSelect: show });
      } else {
        notices.success(t('Billed'), t('{number} is on its way to {addresses}.', { number, addresses: listWords(mail.recipients) }));
      }
      navigate(recordPath(record.id), { replace: true });
    } catch (error) {
      const state = askingToIssue({ issuedOn, mail: choice, ...saidOf(error, grossCents) });
      if (!(error instanceof ApiError)) {
        // It may have been issued all the same; then there is no draft left to show this on.
        notices.failure(t('Failed to bill'), error);
      }
      navigate(issued ? `${BOARD}/drafts/${issued.id}` : here, { replace: true, state });
    } finally {
      isIssuing.current = false;
    }
  };
  const remove = async (id: number): Promise<void> => {
    try {
      await change((ask) => ask(routes.billDrafts.remove, { params: { id } }));
      notices.success(t('Draft bill deleted'));
      navigate(BOARD, { replace: true });
    } catch (error) {
      notices.failure(t('Failed to delete the draft bill'), error);
    }
  };
  /** Sets whether the bill asks before it is issued; the question is on its own screen. */
  const ask = (isAsked: boolean) => navigate(here, { replace: true, ...(isAsked ? { state: askingToIssue() } : {}) });
  return { save, issue, ask, remove, isBusy };
};
