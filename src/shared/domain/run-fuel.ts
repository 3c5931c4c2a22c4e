import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Run, ShareWay } from '#shared/domain/run.ts';
import { holdsMeasure, measuresOfWork } from '#shared/domain/work-measures.ts';
import { allocateUnits } from '#shared/lib/allocate.ts';
import { type Decimal, decimal, digitsAt, sum } from '#shared/lib/decimal.ts';
import { minus } from '#shared/lib/decimal-math.ts';

/** What an entry's share depends on. */
export type WeighedEntry = Pick<JobEntry, 'id' | 'serviceTypeName' | 'totalHours' | 'loads' | 'customFieldValues'>;
type Field = Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>;

/** By the entry's id; null: the entry does not say. */
export type Weights = ReadonlyMap<number, number | null>;

/** The first number that the entry holds under one of these fields' names. */
const numberUnder = ({ customFieldValues }: WeighedEntry, fields: readonly Field[]): number | null => {
  const values = fields.map(({ name }) => (Object.hasOwn(customFieldValues, name) ? customFieldValues[name] : null));
  return values.find((value) => typeof value === 'number') ?? null;
};

/** Bales are the loads of a baler. */
const loadsOf = (entry: WeighedEntry, baleFields: readonly Field[]): number | null => {
  const bales = numberUnder(entry, baleFields);
  const countsBales = measuresOfWork(entry.serviceTypeName)?.includes('bales') ?? false;
  return countsBales ? (bales ?? entry.loads) : (entry.loads ?? bales);
};

/** What the entries of a run weigh when its fuel is shared this way. `fields` are the organization's, whose names say what they measure. */
export const weightsOf = (entries: readonly WeighedEntry[], way: Exclude<ShareWay, 'hand'>, fields: readonly Field[]): Weights => {
  const areaFields = fields.filter((field) => holdsMeasure(field, 'area'));
  const baleFields = fields.filter((field) => holdsMeasure(field, 'bales'));
  const weigh: Record<typeof way, (entry: WeighedEntry) => number | null> = {
    hours: ({ totalHours }) => totalHours,
    area: (entry) => numberUnder(entry, areaFields),
    loads: (entry) => loadsOf(entry, baleFields),
  };
  return new Map(entries.map((entry) => [entry.id, weigh[way](entry)]));
};

const numberOf = ({ digits, scale }: Decimal): number => Number(`${digits}e-${scale}`);

/**
 * Shares a total, zero or more and of 15 digits at most, by weight: to the tenth, or to as many decimals as the total has. The shares add up to it exactly, none is
 * below zero, and equal weights differ by one such step at most, the first ids getting it. An unknown weight gets nothing, unless all are
 * unknown or zero: then they are equal. In whatever order the weights come, the shares are the same.
 */
export const shareFuel = (total: number, weights: Weights): Map<number, number> => {
  const ordered = [...weights].sort(([one], [other]) => one - other);
  const exact = decimal(total);
  const scale = Math.max(1, exact.scale);
  const heavy = ordered.map(([, weight]) => decimal(Math.max(0, weight ?? 0)));
  const finest = Math.max(0, ...heavy.map((weight) => weight.scale));
  const parts = allocateUnits(
    digitsAt(exact, scale),
    heavy.map((weight) => digitsAt(weight, finest)),
    1n,
  );
  return new Map(ordered.map(([id], index) => [id, numberOf({ digits: parts[index] ?? 0n, scale })]));
};

/** An entry of a run: whose job is billed keeps what it holds. */
export type RunEntry = WeighedEntry & Pick<JobEntry, 'fuel'> & { readonly isBilled: boolean };

export interface FuelShares {
  /** What each entry holds now, by its id; those that are billed are not among them. */
  readonly shares: ReadonlyMap<number, number>;
  /** What billed entries keep. */
  readonly kept: number;
  /** What of the run's fuel no entry holds: below zero if billed entries hold more than all of it. */
  readonly left: number;
}

/**
 * How the fuel of a run is shared among its entries now; null if nothing is: it is not known, or shared by hand. What billed entries hold
 * is taken off first. The server does the same in the transaction that changes the run or one of its entries.
 */
export const fuelSharesOf = (
  { fuel, shareBy }: Pick<Run, 'fuel' | 'shareBy'>,
  entries: readonly RunEntry[],
  fields: readonly Field[],
): FuelShares | null => {
  if (fuel === null || shareBy === 'hand') {
    return null;
  }
  const kept = sum(entries.filter(({ isBilled }) => isBilled).map((entry) => decimal(entry.fuel ?? 0)));
  const rest = numberOf(minus(decimal(fuel), kept));
  const open = entries.filter(({ isBilled }) => !isBilled);
  const shares = shareFuel(Math.max(0, rest), weightsOf(open, shareBy, fields));
  return { shares, kept: numberOf(kept), left: open.length > 0 ? Math.min(0, rest) : rest };
};
