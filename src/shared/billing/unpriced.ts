import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { JobSummary } from '#shared/domain/job-summary.ts';

/** What one service of one job adds up to. */
export type UnpricedWork = JobSummary['groups'][number] & { readonly jobId: number };

/** The work of a record that no line of it is about: a customer who is billed nothing for it still wants to read what was done. */
export const unpricedOf = ({ bill, quantities }: Pick<BillingContent, 'bill' | 'quantities'>): UnpricedWork[] => {
  const isPriced = (jobId: number, serviceTypeId: number): boolean =>
    bill.lines.some((line) => line.jobId === jobId && line.serviceTypeId === serviceTypeId);
  return quantities.flatMap(({ jobId, groups }) =>
    groups.filter(({ serviceTypeId }) => !isPriced(jobId, serviceTypeId)).map((group) => ({ ...group, jobId })),
  );
};
