import * as z from 'zod/mini';
import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { type FieldSummary, summaryOf } from '#shared/domain/field-summary.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

// What is usual for a machine at a service: the measure of hints (hints.ts).

/** How many of the newest entries of a machine and service count. */
export const STATS_WINDOW = 200;
/** Fewer values say nothing. */
export const LEAST_VALUES = 12;
/** Stands for any machine of a service. */
export const ANY_MACHINE = 0;

/** The entry's own numbers, or `own:` and the name of a field. */
export type Measure = 'totalHours' | 'fuel' | 'loads' | `own:${string}`;

/** What is usual for one measure of one machine's entries of one service. */
export const entryStat = z.object({
  /** `ANY_MACHINE`: of the service's entries, whatever their machine. */
  equipmentId: z.int(),
  serviceTypeId: z.int(),
  measure: z.string(),
  /** How many entries were looked at, at most `STATS_WINDOW`, and how many of them have the value. */
  of: z.int(),
  n: z.int(),
  /** Of the values; of what adds up, per hour. */
  median: z.number(),
});
export type EntryStat = z.output<typeof entryStat>;

export const entryStatEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/entry-stats',
    summary: 'What is usual for each machine and service: medians of the newest entries, which hints compare with',
    scope: 'organization',
    capability: 'records:read',
    response: z.array(entryStat),
  }),
};

export type CountedEntry = Pick<
  JobEntry,
  'id' | 'date' | 'serviceTypeId' | 'equipmentIds' | 'totalHours' | 'fuel' | 'loads' | 'customFieldValues'
>;

/** The own number fields that can be compared, by name: those that add up per hour, those that are averaged as they are. */
export const ownNumbers = (
  fields: readonly Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem' | 'summary'>[],
): ReadonlyMap<string, FieldSummary> =>
  new Map(
    fields
      .filter((field) => fieldKind(field.fieldType) === 'number' && columnOf(field) === null)
      .map((field) => [field.name, summaryOf(field)] as const)
      .filter(([, summary]) => summary !== 'none'),
  );

/** The numbers of an entry, each with whether it grows with the hours. Without hours, nothing that does. */
export const measuresOf = (
  entry: Pick<CountedEntry, 'totalHours' | 'fuel' | 'loads' | 'customFieldValues'>,
  own: ReadonlyMap<string, FieldSummary>,
): { readonly measure: Measure; readonly value: number; readonly isPerHour: boolean }[] => {
  const { totalHours, fuel, loads, customFieldValues } = entry;
  const hasHours = totalHours !== null && totalHours > 0;
  const found: { measure: Measure; value: unknown; isPerHour: boolean }[] = [
    { measure: 'totalHours', value: totalHours, isPerHour: false },
    { measure: 'fuel', value: fuel, isPerHour: true },
    { measure: 'loads', value: loads, isPerHour: true },
    ...[...own].map(([name, summary]) => ({
      measure: `own:${name}` as const,
      value: customFieldValues[name],
      isPerHour: summary === 'sum',
    })),
  ];
  return found.flatMap(({ measure, value, isPerHour }) =>
    typeof value === 'number' && value > 0 && (hasHours || !isPerHour) ? [{ measure, value, isPerHour }] : [],
  );
};

const medianOf = (values: number[]): number => {
  const sorted = values.sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

interface Group {
  readonly equipmentId: number;
  readonly serviceTypeId: number;
  readonly entries: CountedEntry[];
}

const newestFirst = (one: CountedEntry, other: CountedEntry): number =>
  one.date === other.date ? other.id - one.id : one.date < other.date ? 1 : -1;

/** What is usual, from entries in any order. An entry counts for its first machine; for its service whatever the machine. */
export const statsOf = (entries: readonly CountedEntry[], own: ReadonlyMap<string, FieldSummary>): EntryStat[] => {
  const groups = new Map<string, Group>();
  const put = (equipmentId: number, entry: CountedEntry): void => {
    const { serviceTypeId } = entry;
    const key = `${equipmentId} ${serviceTypeId}`;
    const group = groups.get(key) ?? { equipmentId, serviceTypeId, entries: [] };
    groups.set(key, group);
    if (group.entries.length < STATS_WINDOW) {
      group.entries.push(entry);
    }
  };
  for (const entry of entries.toSorted(newestFirst)) {
    const [first] = entry.equipmentIds;
    put(ANY_MACHINE, entry);
    if (first !== undefined) {
      put(first, entry);
    }
  }
  return [...groups.values()].flatMap(({ equipmentId, serviceTypeId, entries: counted }) => {
    const values = new Map<Measure, number[]>();
    for (const entry of counted) {
      for (const { measure, value, isPerHour } of measuresOf(entry, own)) {
        const known = values.get(measure) ?? [];
        known.push(isPerHour ? value / (entry.totalHours ?? 1) : value);
        values.set(measure, known);
      }
    }
    return [...values].map(([measure, found]) => ({
      equipmentId,
      serviceTypeId,
      measure,
      of: counted.length,
      n: found.length,
      median: medianOf(found),
    }));
  });
};
