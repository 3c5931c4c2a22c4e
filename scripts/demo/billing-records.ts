import type { BillTerms } from '#shared/billing/schemas/bill.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { asSummaryTotal, type MeasuringField, summarizeJob } from '#shared/domain/job-summary.ts';
import type { Rate } from '#shared/billing/schemas/rate.ts';
import { UNITS, type UnitSystem } from '#shared/domain/units.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import type { BillableField } from '#shared/billing/quantities.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import { attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import { asBilled } from '#server/billing/commands/record-content.ts';
import { type PaymentTerms, termsOn } from '#server/billing/data/terms-of-payment.ts';
import { dueDay } from '#server/billing/data/billing-records.ts';

/** Everything that the bills of the organization are computed from. */
export interface BillSource {
  readonly rates: readonly Rate[];
  readonly fields: readonly (BillableField & MeasuringField)[];
  readonly terms: BillTerms;
  readonly issuer: BillingContent['issuer'];
  readonly units: UnitSystem;
}

interface BilledJob {
  readonly job: { readonly id: number; readonly name: string };
  readonly customer: BillingContent['customer'];
  readonly payment: PaymentTerms;
  readonly entries: readonly JobEntry[];
  readonly issuedOn: string;
  readonly notes: string;
}

/** The record that marking the job billed creates on that day, before it has a number, and its shares. */
export const recordOfJob = (
  { rates, fields, terms, issuer, units }: BillSource,
  { job, customer, payment, entries, issuedOn, notes }: BilledJob,
) => {
  const bill = computeBill({ entries, rates, fields, terms });
  const content: BillingContent = {
    issuer,
    customer,
    jobs: [job],
    bill,
    quantities: [
      {
        jobId: job.id,
        groups: summarizeJob(entries, fields, UNITS[units]).map(({ serviceTypeId, serviceTypeName, entries: own, totals }) => ({
          serviceTypeId,
          serviceTypeName,
          entryCount: own.length,
          totals: totals.map(asSummaryTotal),
        })),
      },
    ],
    entries: entries.map(asBilled),
    notes,
    units,
    language: payment.language,
    terms: termsOn(payment, issuedOn),
    payment: payment.payment,
    taxPosition: taxPositionOf({ issuer, customer }),
    hasAnnex: payment.hasAnnex,
  };
  const { currency, netCents, taxCents, grossCents } = bill;
  return {
    row: {
      kind: 'bill' as const,
      reversesId: null,
      customerId: customer.id,
      jobIds: [job.id],
      issuedOn,
      dueOn: dueDay(issuedOn, grossCents, payment.paymentDays),
      currency,
      netCents,
      taxCents,
      grossCents,
      content,
    },
    shares: attributeRevenue({ bill, jobIds: [job.id], entries, issuedOn }),
  };
};
export type RecordRow = Omit<ReturnType<typeof recordOfJob>['row'], 'kind' | 'reversesId' | 'dueOn'> & {
  readonly kind: 'bill' | 'reversal';
  readonly reversesId: number | null;
  readonly dueOn: string | null;
};

/** The reversal of a record on that day. */
export const reversalOf = (id: number, row: RecordRow, issuedOn: string): RecordRow => ({
  ...row,
  kind: 'reversal',
  reversesId: id,
  issuedOn,
  dueOn: null,
  netCents: 0 - row.netCents,
  taxCents: 0 - row.taxCents,
  grossCents: 0 - row.grossCents,
});
