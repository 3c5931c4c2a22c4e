import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { JobSummary } from '#shared/domain/job-summary.ts';

/** The sums of one service of one job. */
export type UnpricedWork = JobSummary['groups'][number] & { readonly jobId: number };

/** The work of a record that is on none of its lines: customers want to read what was done even if it is not billed. */
export const unpricedOf = ({ bill, quantities }: Pick<BillingContent, 'bill' | 'quantities'>): UnpricedWork[] => {
  const isPriced = (jobId: number, serviceTypeId: number): boolean =>
    bill.lines.some((line) => line.jobId === jobId && line.serviceTypeId === serviceTypeId);
  return quantities.flatMap(({ jobId, groups }) =>
    groups.filter(({ serviceTypeId }) => !isPriced(jobId, serviceTypeId)).map((group) => ({ ...group, jobId })),
  );
};
