import { type Counts, LOADS } from '#shared/domain/run-state.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { missingOf } from '#shared/domain/missing.ts';
import { fuelSharesOf } from '#shared/domain/run-fuel.ts';
import type { Run } from '#shared/domain/run.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import type { Counted } from '#client/features/runs/counted.ts';

/** What was counted on an entry of a run. */
export const countsOn = (
  { loads, customFieldValues }: Pick<JobEntry, 'loads' | 'customFieldValues'>,
  counted: readonly Counted[],
): Counts =>
  Object.fromEntries(
    counted.map(({ key }) => {
      const value = key === LOADS ? loads : Object.hasOwn(customFieldValues, key) ? customFieldValues[key] : null;
      return [key, typeof value === 'number' ? value : null];
    }),
  );

/** A stop on the end screen. */
export interface RunLine {
  readonly entry: JobEntry;
  readonly counts: Counts;
  readonly fuel: number | null;
  /** Its job is billed: it keeps its fuel. */
  readonly isBilled: boolean;
  /** What its service asks for and it does not hold, but fuel, which is for the whole run. */
  readonly missing: readonly string[];
}

interface Context {
  readonly service: ServiceType | undefined;
  readonly fields: readonly CustomDataField[];
  readonly counted: readonly Counted[];
  /** Ids of entries whose jobs are billed: they keep their fuel. */
  readonly billed: ReadonlySet<number>;
}

/** The stops of a run with their shares of the fuel, as the server will share it. */
export const linesOf = (
  entries: readonly JobEntry[],
  shared: Pick<Run, 'fuel' | 'shareBy'>,
  { service, fields, counted, billed }: Context,
): RunLine[] => {
  const shares = fuelSharesOf(
    shared,
    entries.map((entry) => ({ ...entry, isBilled: billed.has(entry.id) })),
    fields,
  )?.shares;
  return entries.map((entry) => ({
    entry,
    counts: countsOn(entry, counted),
    fuel: shares?.get(entry.id) ?? entry.fuel,
    isBilled: billed.has(entry.id),
    missing: missingOf(entry, service, fields).filter((name) => name.toLowerCase() !== 'fuel'),
  }));
};

/** The sum of what is known, to the thousandth; null if nothing is. */
export const sumOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => typeof value === 'number');
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) * 1000) / 1000;
};
