import * as z from 'zod/mini';
import { columnOf, type CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

/** One number of an entry that a summary adds up. */
export interface Measure {
  readonly key: string;
  readonly label: string;
  /** Specification 2 §9; empty for the organization's own fields, whose unit is not known. */
  readonly unit: string;
  readonly valueOf: (entry: JobEntry) => number | null;
}

export interface Total {
  readonly measure: Measure;
  readonly total: number;
}

/** The entries of one service within a job. */
export interface SummaryGroup {
  readonly serviceTypeId: number;
  readonly serviceTypeName: string;
  readonly entries: readonly JobEntry[];
  /** Every number that an entry of the group holds, added up. */
  readonly totals: readonly Total[];
  /** Hours, fuel and loads, each only if the group's first entry has it (specification 2 §2). */
  readonly columns: readonly Measure[];
}

/** Units of an entry's own numbers (specification 2 §9). */
export const UNIT = { totalHours: 'hrs', billableHours: 'hrs', fuel: 'gal', loads: 'loads' } as const;

const column = (key: keyof typeof UNIT, label: string): Measure => ({
  key,
  label,
  unit: UNIT[key],
  valueOf: (entry) => entry[key],
});

const HOURS = column('totalHours', 'Hours');
const FUEL = column('fuel', 'Fuel');
const LOADS = column('loads', 'Loads');
const BILLABLE_HOURS = column('billableHours', 'Billable Hours');

const ownMeasures = (fields: readonly CustomDataField[]): Measure[] =>
  fields
    .filter((field) => field.fieldType === 'number' && columnOf(field) === null)
    .map(({ name }) => ({
      key: `custom:${name}`,
      label: name,
      unit: '',
      valueOf: (entry) => {
        const value = entry.customFieldValues[name];
        return typeof value === 'number' ? value : null;
      },
    }));

const valuesOf = (entries: readonly JobEntry[], measure: Measure): number[] =>
  entries.map(measure.valueOf).filter((value): value is number => value !== null);

const groupOf = (entries: readonly JobEntry[], measures: readonly Measure[]): SummaryGroup | undefined => {
  const [first] = entries;
  return (
    first && {
      serviceTypeId: first.serviceTypeId,
      serviceTypeName: first.serviceTypeName,
      entries,
      totals: measures
        .map((measure) => ({ measure, values: valuesOf(entries, measure) }))
        .filter(({ values }) => values.length > 0)
        .map(({ measure, values }) => ({ measure, total: exactSum(values) })),
      columns: [HOURS, FUEL, LOADS].filter((measure) => measure.valueOf(first) !== null),
    }
  );
};

/** Entries of a job grouped by service, in the order of the services' names, with exact totals (specification 2 §2). */
export const summarizeJob = (entries: readonly JobEntry[], fields: readonly CustomDataField[]): SummaryGroup[] => {
  const measures = [HOURS, FUEL, LOADS, BILLABLE_HOURS, ...ownMeasures(fields)];
  const services = [...new Set(entries.map(({ serviceTypeId }) => serviceTypeId))];
  return services
    .map((id) =>
      groupOf(
        entries.filter(({ serviceTypeId }) => serviceTypeId === id),
        measures,
      ),
    )
    .filter((group) => group !== undefined)
    .sort((left, right) => left.serviceTypeName.localeCompare(right.serviceTypeName));
};

/** Hours of a job for each day and service: what its plot shows, oldest day first. */
export const hoursPerDay = (groups: readonly SummaryGroup[]): { date: string; hours: number[]; total: number }[] => {
  const dates = [...new Set(groups.flatMap(({ entries }) => entries.map(({ date }) => date)))].sort();
  return dates.map((date) => {
    const hours = groups.map(({ entries }) =>
      exactSum(
        valuesOf(
          entries.filter((entry) => entry.date === date),
          HOURS,
        ),
      ),
    );
    return { date, hours, total: exactSum(hours) };
  });
};

/** Totals of a job as the server adds them up, for whoever does not want its entries. */
export const jobSummary = z.object({
  jobId: z.int(),
  groups: z.array(
    z.object({
      serviceTypeId: z.int(),
      serviceTypeName: z.string(),
      entryCount: z.int(),
      /** `key` is the entry's own number, or `custom:` and the name of a data field; `unit` as in the specification 2 §9. */
      totals: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string(), total: z.number() })),
    }),
  ),
});
export type JobSummary = z.output<typeof jobSummary>;

export const jobSummaryEndpoints = {
  summary: defineEndpoint({
    method: 'GET',
    path: '/api/jobs/:id/summary',
    summary: 'Totals of a job by service, by name',
    scope: 'record',
    entity: 'job',
    capability: 'records:read',
    response: jobSummary,
  }),
};
