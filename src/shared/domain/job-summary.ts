import * as z from 'zod/mini';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { averageOf, type FieldSummary, summaryOf } from '#shared/domain/field-summary.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { type EntryUnits, UNITS } from '#shared/domain/units.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { onceFor } from '#shared/lib/once-for.ts';

/** What a summary needs to know about an entry. */
type MeasuredEntry = Pick<JobEntry, keyof EntryUnits | 'customFieldValues'>;

/** One number of an entry that a summary adds up or averages. */
export interface Measure {
  readonly key: string;
  readonly summary: Exclude<FieldSummary, 'none'>;
  readonly label: string;
  /** The unit (specification 5.17); empty for the organization's own fields, whose unit is not known. */
  readonly unit: string;
  readonly valueOf: (entry: MeasuredEntry) => number | null;
}

export interface Total {
  readonly measure: Measure;
  /** The sum, or the average of the entries that have a value. */
  readonly total: number;
}

/** The entries of one service within a job. */
export interface SummaryGroup {
  readonly serviceTypeId: number;
  readonly serviceTypeName: string;
  readonly entries: readonly JobEntry[];
  /** Every number that an entry of the group has, added up or averaged, except those that a summary leaves out. */
  readonly totals: readonly Total[];
  /** Hours, fuel and loads, each only if the group's first entry has it (specification 5.17). */
  readonly columns: readonly Measure[];
}

const columnsIn = (units: EntryUnits) => {
  const column = (key: keyof EntryUnits, label: string): Measure => ({
    key,
    summary: 'sum',
    label,
    unit: units[key],
    valueOf: (entry) => entry[key],
  });
  return {
    main: [column('totalHours', 'Hours'), column('fuel', 'Fuel'), column('loads', 'Loads')],
    billableHours: column('billableHours', 'Billable Hours'),
  };
};

/** What a summary needs to know about a data field. */
export type MeasuringField = Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'> & Partial<Pick<CustomDataField, 'summary'>>;

const ownMeasures = (fields: readonly MeasuringField[]): Measure[] =>
  fields
    .filter((field) => field.fieldType === 'number' && columnOf(field) === null)
    .flatMap((field) => {
      const { name } = field;
      const summary = summaryOf(field);
      const valueOf = (entry: MeasuredEntry): number | null => {
        const value = entry.customFieldValues[name];
        return typeof value === 'number' ? value : null;
      };
      return summary === 'none' ? [] : { key: `custom:${name}`, summary, label: name, unit: '', valueOf };
    });

const valuesOf = (entries: readonly MeasuredEntry[], { valueOf }: Pick<Measure, 'valueOf'>): number[] =>
  entries.map(valueOf).filter((value): value is number => value !== null);

/** Where each name is in the list of fields; worked out once for all jobs, because an organization may have thousands of fields. */
const placesIn = onceFor((fields: readonly MeasuringField[]) => new Map(fields.map(({ name }, place) => [name, place])));

/** The fields for which one of the entries has a value, in the order of the list. */
const filledIn = (entries: readonly MeasuredEntry[], fields: readonly MeasuringField[]): MeasuringField[] => {
  const places = placesIn(fields);
  const filled = new Set(entries.flatMap(({ customFieldValues }) => Object.keys(customFieldValues).map((name) => places.get(name) ?? -1)));
  return [...filled].sort((left, right) => left - right).flatMap((place) => fields[place] ?? []);
};

const measuresIn = (entries: readonly MeasuredEntry[], fields: readonly MeasuringField[], units: EntryUnits) => {
  const { main, billableHours } = columnsIn(units);
  return { main, all: [...main, billableHours, ...ownMeasures(filledIn(entries, fields))] };
};

const totalsIn = (entries: readonly MeasuredEntry[], measures: readonly Measure[]): Total[] =>
  measures
    .map((measure) => ({ measure, values: valuesOf(entries, measure) }))
    .filter(({ values }) => values.length > 0)
    .map(({ measure, values }) => ({
      measure,
      total: measure.summary === 'sum' ? exactSum(values) : averageOf(exactSum(values), values.length),
    }));

const groupOf = (entries: readonly JobEntry[], measures: readonly Measure[], main: readonly Measure[]): SummaryGroup | undefined => {
  const [first] = entries;
  return (
    first && {
      serviceTypeId: first.serviceTypeId,
      serviceTypeName: first.serviceTypeName,
      entries,
      totals: totalsIn(entries, measures),
      columns: main.filter((measure) => measure.valueOf(first) !== null),
    }
  );
};

/** Entries of a job grouped by service, by the services' names, with exact totals (specification 5.16). */
export const summarizeJob = (
  entries: readonly JobEntry[],
  fields: readonly MeasuringField[],
  units: EntryUnits = UNITS.us,
): SummaryGroup[] => {
  const { main, all: measures } = measuresIn(entries, fields, units);
  const services = [...new Set(entries.map(({ serviceTypeId }) => serviceTypeId))];
  return services
    .map((id) =>
      groupOf(
        entries.filter(({ serviceTypeId }) => serviceTypeId === id),
        measures,
        main,
      ),
    )
    .filter((group) => group !== undefined)
    .sort((left, right) => left.serviceTypeName.localeCompare(right.serviceTypeName));
};

/** Hours of a job for each day and service, as its plot shows them, oldest day first. */
export const hoursPerDay = (groups: readonly SummaryGroup[]): { date: string; hours: number[]; total: number }[] => {
  const dates = [...new Set(groups.flatMap(({ entries }) => entries.map(({ date }) => date)))].sort();
  return dates.map((date) => {
    const hours = groups.map(({ entries }) =>
      exactSum(
        valuesOf(
          entries.filter((entry) => entry.date === date),
          { valueOf: ({ totalHours }) => totalHours },
        ),
      ),
    );
    return { date, hours, total: exactSum(hours) };
  });
};

/**
 * One number of the entries: averaged where `summary` says so, otherwise summed (older bills have no `summary` and hold sums). `key` is the
 * entry's own number, or `custom:` and the name of a data field; `unit` follows the organization's units (specification 5.17).
 */
export const summaryTotal = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  total: z.number(),
  summary: z.optional(z.enum(['sum', 'average'])),
});
export type SummaryTotal = z.output<typeof summaryTotal>;

/** The total as an answer of the API. */
export const asSummaryTotal = ({ measure: { key, label, unit, summary }, total }: Total): SummaryTotal => ({
  key,
  label,
  unit,
  total,
  summary,
});

/** Every number that these entries have, added up exactly or averaged, across services. */
export const totalsOfEntries = (entries: readonly MeasuredEntry[], fields: readonly MeasuringField[], units: EntryUnits): SummaryTotal[] =>
  totalsIn(entries, measuresIn(entries, fields, units).all).map(asSummaryTotal);

/** Totals of a job as computed by the server, for callers that do not need its entries. */
export const jobSummary = z.object({
  jobId: z.int(),
  groups: z.array(
    z.object({
      serviceTypeId: z.int(),
      serviceTypeName: z.string(),
      entryCount: z.int(),
      totals: z.array(summaryTotal),
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
