import type { Advantage, RateChoice } from '#shared/billing/schemas/bill.ts';
import type { Rate } from '#shared/billing/schemas/rate.ts';
import type { BillableEntry } from '#shared/billing/quantities.ts';

/** What the engine needs to know about a rate. */
export type BillingRate = Omit<Rate, 'organizationId' | 'createdBy' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'names'>;

const fits = (rate: BillingRate, entry: BillableEntry, equipmentId: number | null): boolean =>
  rate.serviceTypeId === entry.serviceTypeId &&
  (rate.customerId === null || rate.customerId === entry.customerId) &&
  (rate.jobId === null || rate.jobId === entry.jobId) &&
  (rate.equipmentId === null || rate.equipmentId === equipmentId) &&
  (rate.validFrom === null || rate.validFrom <= entry.date);

const bit = (value: number | null): number => (value === null ? 0 : 1);
const inOrder = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

/** How far `left` takes precedence over `right` in each respect; the first difference decides. */
const RESPECTS: readonly (readonly [by: Advantage, compare: (left: BillingRate, right: BillingRate) => number])[] = [
  ['job', (left, right) => bit(left.jobId) - bit(right.jobId)],
  ['customer', (left, right) => bit(left.customerId) - bit(right.customerId)],
  ['machine', (left, right) => bit(left.equipmentId) - bit(right.equipmentId)],
  ['validFrom', (left, right) => inOrder(left.validFrom ?? '', right.validFrom ?? '')],
  ['id', (left, right) => left.id - right.id],
];

const advantageOf = (left: BillingRate, right: BillingRate): { by: Advantage; wins: boolean } => {
  for (const [by, compare] of RESPECTS) {
    const difference = compare(left, right);
    if (difference !== 0) {
      return { by, wins: difference > 0 };
    }
  }
  return { by: 'id', wins: false };
};

/** A rate that applies to an entry, the machines it applies to, and the rates it was preferred to. */
export interface Chosen {
  readonly rate: BillingRate;
  /** In the order of the entry; empty for an entry without machines. */
  readonly machines: readonly number[];
  readonly beat: RateChoice['beat'];
}

const chooseFor = (
  rates: readonly BillingRate[],
  entry: BillableEntry,
  equipmentId: number | null,
): Omit<Chosen, 'machines'> | undefined => {
  const candidates = rates.filter((rate) => fits(rate, entry, equipmentId));
  const [first, ...others] = candidates;
  if (first === undefined) {
    return undefined;
  }
  const rate = others.reduce((best, other) => (advantageOf(other, best).wins ? other : best), first);
  const beat = candidates
    .filter((other) => other !== rate)
    .map((other) => ({ rateId: other.id, by: advantageOf(rate, other).by }))
    .sort((left, right) => left.rateId - right.rateId);
  return { rate, beat };
};

/**
 * Returns the rates by which an entry is billed. Each of its machines uses the most specific rate that applies to it: a rate of the job
 * before one of the customer before one of the machine, then the latest `validFrom` up to the entry's date, then the newest. Machines that
 * share a rate are billed by it once. Rates are in the order of the entry's machines. `without` lists the machines that no rate applies to;
 * an entry without machines counts as one machine, null.
 */
export const chooseRates = (
  rates: readonly BillingRate[],
  entry: BillableEntry,
): { readonly chosen: readonly Chosen[]; readonly without: readonly (number | null)[] } => {
  const machines: readonly (number | null)[] = entry.equipmentIds.length === 0 ? [null] : entry.equipmentIds;
  const chosen = new Map<number, Chosen>();
  const without: (number | null)[] = [];
  for (const machine of machines) {
    const found = chooseFor(rates, entry, machine);
    if (found === undefined) {
      without.push(machine);
    } else {
      const before = chosen.get(found.rate.id);
      const beat = mergeBeaten(before?.beat ?? [], found.beat);
      const mine = [...(before?.machines ?? []), ...(machine === null ? [] : [machine])];
      chosen.set(found.rate.id, { rate: found.rate, machines: mine, beat });
    }
  }
  return { chosen: [...chosen.values()], without };
};

/** Rates that were not chosen, each once, by id. */
export const mergeBeaten = (left: RateChoice['beat'], right: RateChoice['beat']): RateChoice['beat'] =>
  [...new Map([...left, ...right].map((each) => [each.rateId, each])).values()].sort((a, b) => a.rateId - b.rateId);
