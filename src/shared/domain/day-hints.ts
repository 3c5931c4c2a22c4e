import type { Hint } from '#shared/domain/hint.ts';
import { type HintedEntry, idsOf, isLater, plain } from '#shared/domain/hinted-entry.ts';
import { sharedMs } from '#shared/domain/spans.ts';

// How long the day of a person or machine was, in all its entries.

/** More hours in one entry than a day has. */
export const LONGEST_ENTRY = 24;
const LONGEST_DAY = 18;
const LONGEST_MACHINE_DAY = 24;
/** Two clocks are so many minutes apart without anyone having been in two places. */
const CLOCKS_APART = 5;
const MINUTE_MS = 60_000;

/** The day of an operator or machine: its hours in all entries, said at the last of them. */
const dayHint = (
  kind: 'longDay' | 'overlap',
  entry: HintedEntry,
  others: readonly HintedEntry[],
  most: number,
  hoursOf: (one: HintedEntry, id: number) => number,
  ids: readonly number[],
): Hint[] =>
  ids.flatMap((id) => {
    const along = others.filter((other) => hoursOf(other, id) > 0);
    const hours = along.reduce((sum, other) => sum + hoursOf(other, id), hoursOf(entry, id));
    const isLast = along.every((other) => isLater(entry, other));
    return isLast && hours > most
      ? [{ ...plain, kind, measure: 'totalHours', value: Number(hours.toPrecision(12)), aboutId: id, others: idsOf(along) }]
      : [];
  });

/** The least that they can have worked: some write down what several people worked together, and of those no day is too long. */
const hoursOfOperator = ({ operatorIds, totalHours }: HintedEntry, id: number): number =>
  operatorIds.includes(id) ? (totalHours ?? 0) / operatorIds.length : 0;

const hoursOfMachine = ({ equipmentIds, totalHours }: HintedEntry, id: number): number =>
  equipmentIds.includes(id) ? (totalHours ?? 0) : 0;

const isTimed = ({ spans = [] }: HintedEntry): boolean => spans.length > 0;

/** An operator or machine that was in two entries at once, by when they were worked: the minutes, said at the later entry. */
const clockHint = (entry: HintedEntry, others: readonly HintedEntry[]): Hint[] => {
  const earlier = others.filter((other) => isTimed(other) && isLater(entry, other));
  const minutesWith = (other: HintedEntry): number => Math.round(sharedMs(entry.spans ?? [], other.spans ?? []) / MINUTE_MS);
  const atOnce = earlier.map((other) => ({ other, minutes: minutesWith(other) })).filter(({ minutes }) => minutes > CLOCKS_APART);
  const found = (['operatorIds', 'equipmentIds'] as const).flatMap((measure) =>
    entry[measure].flatMap((id): Hint[] => {
      const along = atOnce.filter(({ other }) => other[measure].includes(id));
      const value = along.reduce((sum, { minutes }) => sum + minutes, 0);
      return value > 0 ? [{ ...plain, kind: 'overlap', measure, value, aboutId: id, others: idsOf(along.map(({ other }) => other)) }] : [];
    }),
  );
  return found.slice(0, 1);
};

/** The day of its operators and machines: who was in two entries at once, or has more hours than anyone works. At most one. */
export const dayHints = (entry: HintedEntry, others: readonly HintedEntry[]): Hint[] => {
  const atOnce = clockHint(entry, others);
  if (atOnce.length > 0) {
    return atOnce;
  }
  const isPlausible = (one: HintedEntry): boolean => (one.totalHours ?? 0) <= LONGEST_ENTRY;
  if ((entry.totalHours ?? 0) === 0 || !isPlausible(entry)) {
    return [];
  }
  // An entry that is too long by itself says so itself.
  const along = others.filter(isPlausible);
  const long = dayHint('longDay', entry, along, LONGEST_DAY, hoursOfOperator, entry.operatorIds).slice(0, 1);
  if (long.length > 0) {
    return long;
  }
  // Where all of its entries say when, it is known that they do not overlap.
  const isUnknown = (id: number): boolean => along.some((other) => hoursOfMachine(other, id) > 0 && !(isTimed(entry) && isTimed(other)));
  const machines = entry.equipmentIds.filter(isUnknown);
  return dayHint('overlap', entry, along, LONGEST_MACHINE_DAY, hoursOfMachine, machines).slice(0, 1);
};
