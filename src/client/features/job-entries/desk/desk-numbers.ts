import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';

/** A column of numbers, as hints and orders name it. */
export type NumberKey = 'totalHours' | 'fuel' | 'loads' | `own:${string}`;

/** A number of an entry, and the decimals that it needs: at most two, more are never needed to read what was typed. */
export interface HeldNumber {
  readonly key: NumberKey;
  readonly value: number;
  readonly digits: number;
}

export const MOST_DIGITS = 2;

const digitsOf = (value: number): number => {
  if (Number.isInteger(value)) {
    return 0;
  }
  const tenths = value * 10;
  return Math.abs(tenths - Math.round(tenths)) < 1e-6 ? 1 : MOST_DIGITS;
};

const held = (key: NumberKey, value: unknown): HeldNumber[] => (typeof value === 'number' ? [{ key, value, digits: digitsOf(value) }] : []);

/** The numbers that an entry has: its hours, fuel and loads, and those of its own fields. */
export const heldNumbers = ({
  totalHours,
  fuel,
  loads,
  customFieldValues,
}: Pick<JobEntry, 'totalHours' | 'fuel' | 'loads' | 'customFieldValues'>): HeldNumber[] => [
  ...held('totalHours', totalHours),
  ...held('fuel', fuel),
  ...held('loads', loads),
  ...Object.entries(customFieldValues).flatMap(([name, value]) => held(`own:${name}`, value)),
];

interface WithNumbers {
  readonly numbers: readonly HeldNumber[];
}

export const numberOf = ({ numbers }: WithNumbers, key: NumberKey): number | null =>
  numbers.find((each) => each.key === key)?.value ?? null;

type Values = NonNullable<JobEntryPatch['customFieldValues']>;

/** The entry's own values with some of them changed. */
export const withValues = (entry: Pick<JobEntry, 'customFieldValues'>, changed: Values): Values => ({
  ...(entry.customFieldValues as Values),
  ...changed,
});
