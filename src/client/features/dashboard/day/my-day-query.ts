import { queryOptions } from '@tanstack/react-query';
import { missingOf } from '#shared/domain/missing.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { isOwnEntry, type Person } from '#shared/domain/own-hours.ts';
import { lacksOf, type OwnDay, ownWeek, sumOfHours } from '#shared/domain/own-week.ts';
import { type Days, payPeriodAround } from '#shared/domain/pay-days.ts';
import { payPeriodOf } from '#shared/domain/pay-period.ts';
import { usualEntries } from '#shared/domain/usual-entries.ts';
import { addDays, type CalendarDate, mondayOf } from '#shared/lib/dates.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { coverageOf, type Entry, isCoveredSince, keepAndRead } from '#client/data/covered-entries.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { readNamed, withNames } from '#client/data/local-names.ts';
import { readList } from '#client/data/local-reads.ts';
import { asRecords, isFilled, type Local, type Records } from '#client/data/local-rows.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { entriesBetween } from '#client/offline/public.ts';

/** Looked at so far back: for what somebody usually logs, and for whether they had begun before this week. */
const DAYS_BEFORE_WEEK = 28;

/** What the week's entries still lack of a field. */
export interface Lack {
  readonly field: string;
  readonly count: number;
  /** The latest of them. */
  readonly entry: Entry;
}

/** A person's own work, as this device has it. */
export interface MyDay {
  readonly today: CalendarDate;
  /** In the order of the day. */
  readonly todays: readonly Entry[];
  readonly yesterdays: readonly Entry[];
  readonly week: readonly OwnDay[];
  readonly daysOff: readonly Local<Records['daysOff']>[];
  readonly lacks: readonly Lack[];
  readonly period: Days & { readonly hours: number };
  /** What they are likeliest to log next. */
  readonly usual: readonly Entry[];
  readonly hasWork: boolean;
}

/** Their own entries of the days, from this device; what it does not keep of them is asked for. */
const readOwn = async (orgId: number, me: Person, { from, to }: Days): Promise<Entry[]> => {
  const read = async (): Promise<Entry[]> => {
    const { rows } = await entriesBetween(theEngine(), orgId, from, to);
    return asRecords<'jobEntries'>(rows).filter((entry) => isOwnEntry(entry, me));
  };
  const coverage = await coverageOf(orgId);
  if (isCoveredSince(coverage, from)) {
    return read();
  }
  const query = { from, to, mine: 'true' } as const;
  return keepAndRead(orgId, coverage, `own ${from} ${to}`, () => call(routes.jobEntries.list, { params: { orgId }, query }), read);
};

/** When it was worked; a copy from before there were spans has none. */
export const spansOf = ({ spans = [] }: Partial<Pick<Entry, 'spans'>>) => spans;

/** When it was worked, or else logged. */
const momentOf = (entry: Entry): number => Date.parse(spansOf(entry)[0]?.from ?? entry.createdAt) || Infinity;

const inDayOrder = (one: Entry, other: Entry): number => momentOf(one) - momentOf(other) || one.id - other.id;

/** Of what they logged, the work that can be logged again: of a device that is not filled yet, all of it. */
const readUsual = async (orgId: number, entries: readonly Entry[], today: CalendarDate): Promise<Entry[]> => {
  const isHere = await isFilled(orgId);
  const lookUp = await readNamed({
    customers: entries.map(({ customerId }) => customerId),
    jobs: entries.map(({ jobId }) => jobId),
    serviceTypes: entries.map(({ serviceTypeId }) => serviceTypeId),
    equipment: entries.flatMap(({ equipmentIds }) => equipmentIds),
  });
  return usualEntries(entries, today, {
    customer: (id) => !isHere || lookUp('customers', id) !== undefined,
    openJob: (id) => !isHere || lookUp('jobs', id)?.status === 'open',
    service: (id) => !isHere || lookUp('serviceTypes', id) !== undefined,
    machine: (id) => !isHere || lookUp('equipment', id) !== undefined,
  });
};

/** By what it is known what entries lack: the services and fields of this device. */
interface Asked {
  readonly services: readonly Local<Records['serviceTypes']>[];
  readonly fields: readonly Local<Records['customDataFields']>[];
}

/** What entries lack: also those that the server has not seen. */
const lacksIn = (entries: readonly Entry[], { services, fields }: Asked): Lack[] => {
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  const known = entries.map((entry) => ({ entry, missing: missingOf(entry, serviceOf.get(entry.serviceTypeId), fields) }));
  return lacksOf(known).flatMap(({ field, count }) => {
    const latest = known.findLast(({ missing }) => missing.includes(field));
    const named = fields.find(({ name }) => name === field);
    return latest ? [{ field: named ? fieldName(named) : field, count, entry: latest.entry }] : [];
  });
};

const readMyDay = async (organization: Organization, me: Person, today: CalendarDate): Promise<MyDay> => {
  const { id: orgId } = organization;
  const { payPeriod, payPeriodStart } = payPeriodOf(organization);
  const [monday, yesterday] = [mondayOf(today), addDays(today, -1)];
  const sunday = addDays(monday, 6);
  const period = payPeriodAround(today, payPeriod, payPeriodStart);
  const earliest = addDays(monday, -DAYS_BEFORE_WEEK);
  const days = { from: period.from < earliest ? period.from : earliest, to: period.to > sunday ? period.to : sunday };
  // A device that has nothing yet asks for all of it at once.
  const [entries, everyDayOff, services, fields] = await Promise.all([
    readOwn(orgId, me, days),
    readList('daysOff', orgId, () => call(routes.daysOff.list, { params: { orgId } })),
    readList('serviceTypes', orgId, () => call(routes.serviceTypes.list, { params: { orgId } })),
    readList('customDataFields', orgId, () => call(routes.customDataFields.list, { params: { orgId } })),
  ]);
  const between = (from: CalendarDate, to: CalendarDate): Entry[] => entries.filter(({ date }) => from <= date && date <= to);
  const daysOff = everyDayOff.filter(({ employeeId, date }) => employeeId === me.employeeId && monday <= date && date <= sunday);
  const usual = await readUsual(orgId, entries, today);
  const shown = await withNames([...between(yesterday, today), ...usual]);
  const onDay = (day: CalendarDate): Entry[] => shown.slice(0, shown.length - usual.length).filter(({ date }) => date === day);
  return {
    today,
    todays: onDay(today).sort(inDayOrder),
    yesterdays: onDay(yesterday).sort(inDayOrder),
    week: ownWeek({ entries, daysOff, today, me }),
    daysOff,
    lacks: lacksIn(between(monday, sunday).sort(inDayOrder), { services, fields }),
    period: { ...period, hours: sumOfHours(between(period.from, period.to), me) },
    usual: shown.slice(shown.length - usual.length),
    hasWork: entries.length > 0,
  };
};

/** A person's own day in an organization, all of it from this device. */
export const myDayQuery = (organization: Organization, me: Person, today: CalendarDate) =>
  queryOptions({
    queryKey: [...orgKey(organization.id), 'job-entries', 'own', today, payPeriodOf(organization), me],
    queryFn: () => readMyDay(organization, me, today),
    ...ENTRY_LIST,
  });
