import type { BillingRecord, BillingRecordInput } from '#shared/billing/schemas/billing-record.ts';
import { issueDraft } from './bill-jobs.ts';
import { mailRecord } from './mail-bill.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';

/** Issues a draft as it was seen and, if that is asked for, queues its mails: both, or neither with the reason. */
export const issueAndMail = async (ctx: Context, { draftId, mail, issuedOn, ...seen }: BillingRecordInput): Promise<BillingRecord> => {
  const record = await issueDraft(ctx, draftId, seen, issuedOn);
  if (mail === undefined) {
    return record;
  }
  await mailRecord(ctx, record, mail);
  return billingRecordData.find(ctx, record.id);
};
