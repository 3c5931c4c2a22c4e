import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry, BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData, dueDay } from '#server/billing/data/billing-records.ts';
import { paymentTermsOf, termsOn } from '#server/billing/data/terms-of-payment.ts';

/** An entry as its record keeps it. */
export const asBilled = (entry: BilledEntry): BilledEntry => {
  const { id, jobId, serviceTypeId, serviceTypeName, date, equipmentNames, operatorNames, implementName } = entry;
  const { totalHours, billableHours, fuel, loads, notes, photos, customFieldValues } = entry;
  const what = { id, jobId, serviceTypeId, serviceTypeName, date, equipmentNames, operatorNames, implementName };
  return { ...what, totalHours, billableHours, fuel, loads, notes, photos, customFieldValues };
};

/** What is billed to whom. */
interface Billed {
  readonly customerId: number;
  readonly issuedOn: CalendarDate;
  readonly bill: Bill;
  readonly issuer: BillingContent['issuer'];
  readonly units: BillingContent['units'];
  readonly jobs: readonly BillingContent['jobs'][number][];
  readonly quantities?: BillingContent['quantities'];
  readonly entries?: readonly BilledEntry[];
  readonly notes: string | null;
}

/** Everything that a record of that day says of a bill, and when it is due. */
export const recordContent = async (
  ctx: Context,
  { customerId, issuedOn, bill, issuer, units, jobs, quantities = [], entries = [], notes }: Billed,
): Promise<{ readonly content: BillingContent; readonly dueOn: CalendarDate | null }> => {
  const terms = await paymentTermsOf(ctx, customerId);
  const customer = await billingRecordData.partyOf(ctx, customerId);
  const content: BillingContent = {
    issuer,
    customer,
    jobs: jobs.map(({ id, name }) => ({ id, name })),
    bill,
    quantities,
    entries: entries.map(asBilled),
    notes,
    units,
    language: terms.language,
    terms: termsOn(terms, issuedOn),
    payment: terms.payment,
    taxPosition: taxPositionOf({ issuer, customer }),
    hasAnnex: terms.hasAnnex,
  };
  return { content, dueOn: dueDay(issuedOn, bill.grossCents, terms.paymentDays) };
};
