import type { Audited } from '#shared/domain/audit-log.ts';
import { costRateInput } from '#shared/billing/schemas/cost-rate.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { rateInput } from '#shared/billing/schemas/rate.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { billableFields } from '#server/billing/data/billable-fields.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { rateData } from '#server/billing/data/rates.ts';
import { dayOf } from '#server/data/today.ts';
import type { BillingPlan, RatePlan } from '#demo/billing-plan.ts';
import { DAY_MS, type LoadedEvent, type Loading, type Numbered } from '#demo/billing-loading.ts';
import { type BillSource, recordOfJob, reversalOf } from '#demo/billing-records.ts';
import { insertRows, reserveIds } from '#demo/bulk-insert.ts';
import { dateOf, MINUTE_MS } from '#demo/calendar.ts';
import { COLUMNS } from '#demo/columns.ts';
import type { DemoOrganization, Place } from '#demo/organization.ts';
import { insertHappenings } from '#demo/load-happenings.ts';
import { randomOf } from '#demo/random.ts';
import type { Ids } from '#demo/records.ts';

/** Customers, those with the most jobs first. */
const busiest = ({ customers, jobs }: DemoOrganization): Place[] => {
  const count = (customer: Place) => jobs.filter((job) => job.customer === customer).length;
  return customers.map((_, place) => place).sort((a, b) => count(b) - count(a) || a - b);
};

/** The rate as a form would send it, validated by the same rules. */
const rateOf = ({ data, ids, today }: Loading, { service, customer, machine, lastDays, name, ...rest }: RatePlan) => {
  const { fuel, ...rate } = rateInput.parse({
    ...rest,
    name: name ?? null,
    serviceTypeId: ids.services[data.services.findIndex((each) => each.name === service)],
    customerId: customer === undefined ? null : ids.customers[busiest(data)[customer] ?? 0],
    equipmentId: machine === undefined ? null : ids.machines[data.machines.findIndex(({ kind }) => kind === machine)],
    validFrom: lastDays === undefined ? null : dateOf(today - lastDays),
  });
  return {
    subject: name ?? service,
    given: { ...rate, fuel: fuel ?? { kind: 'included', price: null, basePrice: null, step: null, percent: null } },
  };
};

const costsOf = ({ data, ids, plan }: Loading) =>
  [
    { subject: 'Fuel', given: { price: plan.fuel } },
    ...data.employees.flatMap(({ isOperator, firstName, lastName }, place) => {
      const price = plan.wages[place % plan.wages.length] ?? '';
      return isOperator ? [{ subject: `${firstName} ${lastName}`, given: { employeeId: ids.employees[place], price } }] : [];
    }),
    ...data.machines.flatMap(({ kind, name }, place) => {
      const price = plan.machines[kind];
      return price === undefined ? [] : [{ subject: name, given: { equipmentId: ids.machines[place], price } }];
    }),
  ].map(({ subject, given }) => ({ subject, given: costRateInput.parse(given) }));

/** Records that the owner created at that moment, with their items of the audit log. */
const insertMade = async (
  { db, ids, moment, events }: Loading,
  at: number,
  [table, entityType]: readonly ['rates' | 'cost_rates' | 'bill_drafts', Audited],
  records: readonly { readonly subject?: string; readonly given: object }[],
): Promise<void> => {
  const [by = null] = ids.users;
  const made = await reserveIds(db, table, records.length);
  const stamps = { organizationId: ids.organization, version: 1, createdBy: by, createdAt: moment(at), updatedAt: moment(at) };
  await insertRows(
    db,
    table,
    COLUMNS[table],
    records.map(({ given }, place) => ({ ...given, ...stamps, id: made[place] })),
  );
  for (const [place, { subject, given }] of records.entries()) {
    const entityId = made[place] ?? 0;
    events.push({
      at,
      by,
      entityType,
      entityId,
      subject: subject ?? `Draft bill ${entityId}`,
      action: 'create',
      changes: { old: null, new: given },
    });
  }
};

const sourceOf = async ({ db, ids }: Loading): Promise<BillSource> => {
  const ctx = { db, orgId: ids.organization };
  return {
    ...(await billingTermsOf(ctx)),
    rates: await rateData.list(ctx, {}),
    fields: await billableFields(ctx, ids.services),
  };
};

/** What happens to a job's bill on the day on which its status changes. */
interface Step {
  readonly at: number;
  readonly by: Place;
  readonly place: Place;
  readonly isBilled: boolean;
}

const stepsOf = ({ jobs }: DemoOrganization): Step[] =>
  jobs
    .flatMap(({ changes }, place) =>
      changes
        .filter(({ from, to }) => from === 'billed' || to === 'billed')
        .map(({ at, by, to }) => ({ at, by, place, isBilled: to === 'billed' })),
    )
    .sort((a, b) => a.at - b.at);

/** Remembers what it found. */
const cached = <T>(find: (id: number) => Promise<T>): ((id: number) => Promise<T>) => {
  const found = new Map<number, Promise<T>>();
  return (id) => {
    const one = found.get(id) ?? find(id);
    found.set(id, one);
    return one;
  };
};

/** The records in chronological order, each with the next number of its year. */
const recordsOf = async (loading: Loading): Promise<Numbered[]> => {
  const { db, data, ids, plan, moment } = loading;
  const source = await sourceOf(loading);
  const byJob = new Map<number, JobEntry[]>();
  for (const entry of await jobEntryData.list({ db, orgId: ids.organization }, {})) {
    byJob.set(entry.jobId, [...(byJob.get(entry.jobId) ?? []), { ...entry, missing: [] }]);
  }
  const ctx = { db, orgId: ids.organization };
  const buyerOf = cached(async (id: number) => ({
    customer: await billingRecordData.partyOf(ctx, id),
    payment: await paymentTermsOf(ctx, id),
  }));
  const steps = stepsOf(data);
  const reserved = await reserveIds(db, 'billing_records', steps.length);
  const last = new Map<number, number>();
  const live = new Map<Place, Numbered>();
  const records: Numbered[] = [];
  for (const [index, { at, by, place, isBilled }] of steps.entries()) {
    const { name = '', customer = 0 } = data.jobs[place] ?? {};
    const job = { id: ids.jobs[place] ?? 0, name };
    const issuedOn = dayOf(loading, new Date(moment(at)));
    const before = live.get(place);
    const buyer = await buyerOf(ids.customers[customer] ?? 0);
    const made =
      isBilled || !before
        ? recordOfJob(source, { job, ...buyer, entries: byJob.get(job.id) ?? [], issuedOn, notes: plan.note })
        : { row: reversalOf(before.id, before.row, issuedOn), shares: [] };
    const year = Number(issuedOn.slice(0, 4));
    const number = (last.get(year) ?? 0) + 1;
    last.set(year, number);
    const record = { id: reserved[index] ?? 0, at, by: ids.users[by] ?? null, year, number, ...made, isLive: isBilled };
    records.push(record);
    live.set(place, record);
  }
  const standing = new Set(live.values());
  return records.map((record) => ({ ...record, isLive: record.isLive && standing.has(record) }));
};

const insertRecords = async ({ db, ids, moment, events }: Loading, records: readonly Numbered[]): Promise<void> => {
  const organizationId = ids.organization;
  for (const { id, at, by, year, number, row } of records) {
    const { content: _kept, ...noted } = { ...row, year, number };
    events.push({
      at,
      by,
      entityType: 'billing_record',
      entityId: id,
      subject: `${year}-${number}`,
      action: 'create',
      changes: { old: null, new: noted },
    });
  }
  const rows = records.map(({ id, at, by, year, number, row }) => ({
    ...row,
    organizationId,
    id,
    year,
    number,
    createdBy: by,
    createdAt: moment(at),
  }));
  await insertRows(db, 'billing_records', COLUMNS.billing_records, rows);
  const live = records.filter(({ isLive }) => isLive);
  await insertRows(
    db,
    'billed_jobs',
    COLUMNS.billed_jobs,
    live.flatMap(({ id, row }) => row.jobIds.map((jobId) => ({ organizationId, jobId, recordId: id }))),
  );
  await insertRows(
    db,
    'billing_shares',
    COLUMNS.billing_shares,
    live.flatMap(({ id, row: { customerId, currency }, shares }) =>
      shares.map((share, place) => ({ ...share, organizationId, recordId: id, place: place + 1, customerId, currency })),
    ),
  );
  const numbers = new Map(records.map(({ year, number }) => [year, number]));
  await insertRows(
    db,
    'billing_numbers',
    COLUMNS.billing_numbers,
    [...numbers].map(([year, number]) => ({ organizationId, year, last: number })),
  );
};

/** Two drafts of jobs that wait for their bill, with lines added by hand. */
const draftsOf = ({ data, ids, plan, today }: Loading) => {
  const waiting = data.jobs.flatMap(({ status, customer, changes }, place) =>
    status === 'completed' && (changes.at(-1)?.at ?? Infinity) < (today - 1) * DAY_MS ? [{ place, customer }] : [],
  );
  const line = { ...plan.manualLine, jobId: null, taxPercent: null, taxIncluded: null };
  const added = [
    { lines: [line], discounts: [] },
    { lines: [], discounts: [{ label: plan.discount, percent: '5', cents: null }] },
  ];
  return added.flatMap((each, index) => {
    const job = waiting[index];
    return job ? [{ given: { customerId: ids.customers[job.customer], jobIds: [ids.jobs[job.place]], ...each, notes: plan.note } }] : [];
  });
};

/**
 * Rates, costs, a season of billing records and their payments: computed and validated by the same code as in the app, and written in one
 * go. Returns their items of the audit log.
 */
export const loadBilling = async (
  data: DemoOrganization,
  ids: Ids,
  plan: BillingPlan,
  { db, moment, today, timeZone }: Pick<Loading, 'db' | 'moment' | 'today' | 'timeZone'>,
): Promise<LoadedEvent[]> => {
  const loading: Loading = { db, data, ids, plan, today, timeZone, moment, random: randomOf(`${data.name}/billing`), events: [] };
  await db.query({ text: 'analyze customers, employees, equipment, jobs, job_entries', values: [] });
  const setUp = data.onboardedAt + MINUTE_MS;
  await insertMade(
    loading,
    setUp,
    ['rates', 'rate'],
    plan.rates.map((each) => rateOf(loading, each)),
  );
  await insertMade(loading, setUp, ['cost_rates', 'cost_rate'], costsOf(loading));
  const records = await recordsOf(loading);
  await insertRecords(loading, records);
  await insertHappenings(loading, records);
  await insertMade(loading, (today - 1) * DAY_MS + 700 * MINUTE_MS, ['bill_drafts', 'bill_draft'], draftsOf(loading));
  return loading.events;
};
