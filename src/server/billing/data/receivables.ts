import { type Age, ageOf, daysLateOn, discountFor, levelDue, nextReminderOn } from '#shared/billing/receivables.ts';
import type { BillingSettings } from '#shared/billing/schemas/billing-settings.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { MOST_RECEIVABLES, type OpenBill, type Receivable } from '#shared/billing/schemas/receivable.ts';
import type { Customer } from '#shared/domain/customer.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

type Ground = Pick<Context, 'db' | 'orgId'>;

interface BillRow extends Pick<
  OpenBill,
  | 'id'
  | 'label'
  | 'issuedOn'
  | 'dueOn'
  | 'grossCents'
  | 'creditedCents'
  | 'openCents'
  | 'discountUntil'
  | 'remindedOn'
  | 'promisedUntil'
  | 'calledOn'
> {
  readonly customerId: number;
  readonly currency: string;
  readonly discountPercent: string | null;
  readonly hasDiscount: boolean | null;
  readonly jobNames: string[] | null;
  readonly sentLevel: number | null;
  readonly isDisputed: boolean | null;
}

// What was said of a bill, in one look at its events. A mail that came back was no reminder.
const SAID = `left join lateral (
  select max(e.level) filter (where e.kind = 'reminder') as "sentLevel",
         max(e.happened_on) filter (where e.kind = 'reminder')::text as "remindedOn",
         ((array_agg(e.until order by e.id desc) filter (where e.kind = 'promise'))[1])::text as "promisedUntil",
         (array_agg(e.kind order by e.id desc) filter (where e.kind in ('dispute', 'settled')))[1] = 'dispute' as "isDisputed",
         max(e.happened_on) filter (where e.kind = 'called')::text as "calledOn",
         bool_or(e.kind = 'discount' and e.takes_back_id is null) as "hasDiscount",
         coalesce(sum(e.amount_cents) filter (where e.kind = 'credited' and e.takes_back_id is null), 0)::float8 as "creditedCents"
    from billing_events e
   where e.organization_id = $1 and e.record_id = s.record_id
     and e.kind in ('reminder', 'promise', 'dispute', 'settled', 'called', 'discount', 'credited')
     and not exists (select from billing_events b where b.organization_id = $1 and b.takes_back_id = e.id)) said on true`;

const OPEN = 'not s.is_void and s.settled_cents < s.gross_cents';

const BILL = `s.record_id as id, coalesce(r.label, r.year || '-' || r.number) as label, s.customer_id as "customerId", s.currency,
  s.issued_on::text as "issuedOn", s.due_on::text as "dueOn", s.gross_cents::float8 as "grossCents",
  (s.gross_cents - s.settled_cents)::float8 as "openCents", s.discount_percent as "discountPercent",
  s.discount_until::text as "discountUntil",
  (select array_agg(j.name order by j.id) from jobs j where j.organization_id = $1 and j.id = any(r.job_ids)) as "jobNames",
  said."sentLevel", said."remindedOn", said."promisedUntil", said."isDisputed", said."calledOn", said."hasDiscount",
  said."creditedCents"`;

// Each open bill's record is looked up: a join would read all records where there are not many.
const RECORD = `cross join lateral (
  select year, number, label, job_ids from billing_records where organization_id = $1 and id = s.record_id limit 1) r`;
const FROM = `from bill_standings s ${RECORD} ${SAID}`;

export interface BillOfCustomer extends Omit<OpenBill, 'chargeCents'> {
  readonly customerId: number;
  readonly currency: string;
}

const openBillOf = (row: BillRow, levels: BillingSettings['reminders'], today: CalendarDate): BillOfCustomer => {
  const { hasDiscount, ...bill } = row;
  const discountPercent = hasDiscount === true ? null : row.discountPercent;
  const reminded = { ...bill, discountPercent, sentLevel: row.sentLevel ?? 0, isDisputed: row.isDisputed ?? false };
  return {
    ...reminded,
    jobNames: row.jobNames ?? [],
    daysLate: daysLateOn(row.dueOn, today),
    discountCents: Math.min(row.openCents, discountFor({ ...row, discountPercent }, today)),
    dueLevel: levelDue(levels, reminded, today),
    nextReminderOn: nextReminderOn(levels, reminded),
  };
};

/** Bills that are not paid in full, those that are due first; one more than `MOST_RECEIVABLES` at most. */
export const listOpenBills = async (
  { db, orgId }: Ground,
  { reminders }: Pick<BillingSettings, 'reminders'>,
  today: CalendarDate,
): Promise<BillOfCustomer[]> => {
  const rows = await db.query<BillRow>({
    name: 'open-bills',
    text: `select ${BILL} ${FROM} where s.organization_id = $1 and ${OPEN} order by s.due_on, s.record_id limit ${MOST_RECEIVABLES + 1}`,
    values: [orgId],
  });
  return rows.map((row) => openBillOf(row, reminders, today));
};

/** The open bills of these customers. */
export const listOpenBillsOf = async (
  { db, orgId }: Ground,
  customerIds: readonly number[],
  { reminders }: Pick<BillingSettings, 'reminders'>,
  today: CalendarDate,
): Promise<BillOfCustomer[]> => {
  const rows = await db.query<BillRow>({
    name: 'open-bills-of-customers',
    text: `select ${BILL} ${FROM} where s.organization_id = $1 and s.customer_id = any($2::int[]) and ${OPEN} order by s.due_on, s.record_id`,
    values: [orgId, [...customerIds]],
  });
  return rows.map((row) => openBillOf(row, reminders, today));
};

/** Locks the open bills of these customers until the transaction ends: nobody else pays, voids or reminds of them meanwhile. */
export const lockOpenBillsOf = async ({ db, orgId }: Ground, customerIds: readonly number[]): Promise<void> => {
  await db.query({
    text: `select r.id from billing_records r
            where r.organization_id = $1
              and r.id in (select s.record_id from bill_standings s where s.organization_id = $1 and s.customer_id = any($2::int[]) and ${OPEN})
            order by r.id for no key update`,
    values: [orgId, [...customerIds]],
  });
};

/** Whom bills are open of. */
export type Debtor = Pick<
  Receivable,
  'businessName' | 'contactName' | 'phoneNumber' | 'language' | 'paymentDays' | 'usualDaysLate' | 'isReminded'
> &
  Pick<Customer, 'id' | 'email' | 'contacts'>;

/** What they usually do is told by so many of the bills that they paid last. */
const HABIT = 12;

/** The customers with these ids, also deleted ones. */
export const listDebtors = ({ db, orgId }: Ground, ids: readonly number[]): Promise<Debtor[]> =>
  db.query<Debtor>({
    name: 'debtors',
    text: `select c.id, c.business_name as "businessName", nullif(concat_ws(' ', c.first_name, c.last_name), '') as "contactName",
                  c.phone_number as "phoneNumber", coalesce(c.language, o.language) as language, c.is_reminded as "isReminded",
                  c.email, c.contacts,
                  coalesce(c.payment_days, b.payment_days, ${PAYMENT_DAYS}) as "paymentDays",
                  (select percentile_disc(0.5) within group (order by p.late) from (
                     select s.settled_on - s.due_on as late from bill_standings s
                      where s.organization_id = $1 and s.customer_id = c.id and not s.is_void and s.settled_cents >= s.gross_cents
                      order by s.settled_on desc limit ${HABIT}) p) as "usualDaysLate"
             from customers c join organizations o on o.id = c.organization_id
             left join billing_settings b on b.organization_id = c.organization_id
            where c.organization_id = $1 and c.id = any($2::int[])`,
    values: [orgId, [...ids]],
  });

interface CreditRow {
  readonly customerId: number;
  readonly currency: string;
  readonly cents: number;
}

/** What customers paid for voided bills or were credited, and have not used yet. */
export const listAllCredits = ({ db, orgId }: Ground): Promise<CreditRow[]> =>
  db.query<CreditRow>({
    name: 'all-credits',
    text: `select r.customer_id as "customerId", r.currency, sum(s.cents)::bigint as cents
             from (select distinct record_id from billing_events where organization_id = $1 and kind = 'credit') c
             cross join lateral (select customer_id, currency from billing_records where organization_id = $1 and id = c.record_id limit 1) r
             cross join lateral (select sum(amount_cents) as cents from billing_events where organization_id = $1 and record_id = c.record_id) s
            where s.cents > 0 group by 1, 2`,
    values: [orgId],
  });

/** Amounts by age. */
export const agesOf = (bills: readonly Pick<OpenBill, 'daysLate' | 'openCents'>[]): Receivable['ages'] => {
  const ages: Record<Age, number> = { notDue: 0, to30: 0, to60: 0, over60: 0 };
  for (const { daysLate, openCents } of bills) {
    ages[ageOf(daysLate)] += openCents;
  }
  return ages;
};
