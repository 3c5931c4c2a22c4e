import { DAY_MS } from '#shared/lib/dates.ts';

const whole = new Intl.NumberFormat('en-US');

/** `1,234 records`, `1 record`. */
export const counted = (count: number, one: string): string => `${whole.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** `12.3 MB`. */
export const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;

const AGES = [
  [DAY_MS, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** How long ago something was: `3 hours ago`. */
export const ageText = (ms: number): string => {
  const [unit, word] = AGES.find(([length]) => ms >= length) ?? [];
  return unit === undefined || word === undefined ? 'just now' : `${counted(Math.floor(ms / unit), word)} ago`;
};

/** The total number of rows of all tables. */
export const sumOf = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((sum, count) => sum + count, 0);
