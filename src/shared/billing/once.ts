import type { MeasuredOnce, Parting } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import { fuelPrice } from '#shared/billing/amounts.ts';
import type { BillingRate, Chosen } from '#shared/billing/choose-rate.ts';
import {
  type BillableEntry,
  type BillableField,
  HOURS,
  measureName,
  measureNamed,
  measureOf,
  quantityOf,
} from '#shared/billing/quantities.ts';
import { type Decimal, decimal, sum } from '#shared/lib/decimal.ts';
import { compare } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

/** Fuel by volume as a line of the rate; undefined if fuel is billed in another way. */
export const fuelLineOf = ({ fuel }: Pick<BillingRate, 'fuel'>): RateLine | undefined => {
  const price = fuelPrice(fuel);
  return price === null
    ? undefined
    : { label: null, basis: 'fuel', fieldId: null, prices: [{ upTo: null, price }], per: 'job', rounding: null, minimumCents: null };
};

/**
 * What distinguishes flat amounts: their names, ignoring case; two with the same name in one rate are the first and the second. `line` must
 * be one of the `lines`.
 */
export const nameAmong = (lines: readonly RateLine[], line: RateLine, isAlike: (other: RateLine) => boolean): string => {
  const nameOf = ({ label }: RateLine): string => (label ?? '').trim().toLowerCase();
  const before = lines.slice(0, lines.indexOf(line)).filter((other) => isAlike(other) && nameOf(other) === nameOf(line));
  return `${nameOf(line)} ${before.length}`;
};

/** What the line charges that an entry has once; undefined for hours, which each machine works, and for anything by the whole job. */
const onceOf = (rate: BillingRate, line: RateLine, fields: readonly BillableField[], entry: BillableEntry): string | undefined => {
  const measure = measureOf(line, fields, entry);
  if (measure === 'flat') {
    const isAlike = ({ basis, per }: RateLine) => basis === 'flat' && per === 'entry';
    return line.per === 'job' ? undefined : `flat ${nameAmong(rate.lines, line, isAlike)}`;
  }
  return measure === HOURS ? undefined : measure;
};

/** One of an entry's rates that asks for something measured once. */
interface Asker {
  readonly rateId: number;
  readonly machines: readonly number[];
  readonly line: RateLine;
}

/** What several rates of an entry ask for, and how much each gets. */
export interface Contested {
  readonly askers: readonly Asker[];
  /** Null for a flat amount, which cannot be split. */
  readonly measured: MeasuredOnce | null;
  /** By rate, if the entry's number is split by machine. */
  readonly parts: ReadonlyMap<number, Decimal> | null;
}

const askersOf = (entry: BillableEntry, chosen: readonly Chosen[], fields: readonly BillableField[]): Map<string, Asker[]> => {
  const askers = new Map<string, Asker[]>();
  for (const { rate, machines } of chosen) {
    const fuel = fuelLineOf(rate);
    for (const line of [...rate.lines, ...(fuel ? [fuel] : [])]) {
      const once = onceOf(rate, line, fields, entry);
      const before = once === undefined ? [] : (askers.get(once) ?? []);
      if (once !== undefined && typeof quantityOf(entry, line, fields) !== 'string' && !before.some(({ rateId }) => rateId === rate.id)) {
        askers.set(once, [...before, { rateId: rate.id, machines, line }]);
      }
    }
  }
  return askers;
};

/** The split by rate, if it is valid: one part for each machine that asks, adding up to what was measured. */
const partsBy = (askers: readonly Asker[], quantity: Decimal, parting: Parting | undefined): Map<number, Decimal> | null => {
  const rateOf = new Map(askers.flatMap(({ rateId, machines }) => machines.map((id) => [id, rateId] as const)));
  const shares = parting?.shares.map((share) => ({ rateId: rateOf.get(share.equipmentId), quantity: decimal(share.quantity) })) ?? [];
  if (quantity.digits === 0n || shares.length === 0 || compare(sum(shares.map((share) => share.quantity)), quantity) !== 0) {
    return null;
  }
  const parts = new Map<number, Decimal>();
  for (const { rateId, quantity: part } of shares) {
    if (rateId === undefined) {
      return null;
    }
    parts.set(rateId, sum([parts.get(rateId) ?? decimal(0), part]));
  }
  return parts;
};

/** What is asked for by more than one of the entry's rates, by what it is. */
export const contestedIn = (
  entry: BillableEntry,
  chosen: readonly Chosen[],
  fields: readonly BillableField[],
  partings: readonly Parting[],
): Map<string, Contested> => {
  const contested = new Map<string, Contested>();
  for (const [once, askers] of chosen.length < 2 ? [] : askersOf(entry, chosen, fields)) {
    const [first] = askers;
    const found = first && quantityOf(entry, first.line, fields);
    const measure = measureNamed(once);
    if (askers.length > 1 && typeof found === 'object') {
      const { quantity, source } = found;
      const equipmentIds = askers.flatMap(({ machines }) => machines);
      const measured = measure ? { ...measure, source, date: entry.date, quantity: textOf(quantity), equipmentIds } : null;
      const parting = partings.find((each) => each.entryId === entry.id && measureName(each) === once);
      contested.set(once, { askers, measured, parts: measured && partsBy(askers, quantity, parting) });
    }
  }
  return contested;
};

/** How much of an entry's quantity the rate bills: all of it, nothing, or a part. */
export const portionOf = (
  contested: ReadonlyMap<string, Contested> | undefined,
  rate: BillingRate,
  line: RateLine,
  { fields, entry }: { readonly fields: readonly BillableField[]; readonly entry: BillableEntry },
): 'all' | 'nothing' | Decimal => {
  const found = contested?.get(onceOf(rate, line, fields, entry) ?? '');
  if (found === undefined) {
    return 'all';
  }
  if (found.parts !== null) {
    const part = found.parts.get(rate.id);
    return part === undefined || part.digits === 0n ? 'nothing' : part;
  }
  return found.askers[0]?.rateId === rate.id ? 'all' : 'nothing';
};
