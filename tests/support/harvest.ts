import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One task of the combine, as a contractor would log it. */
export interface HarvestTask {
  readonly task: string;
  readonly date: string;
  readonly hours: string;
  readonly fuel: string;
}

const text = readFileSync(join(import.meta.dirname, '..', 'data', 'combine-harvest.csv'), 'utf8');

/** The 19 tasks, in the file's order. */
export const HARVEST: readonly HarvestTask[] = text
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [task = '', , date = '', , , hours = '', fuel = ''] = line.split(',');
    return { task, date, hours, fuel };
  });

const hundredths = (value: string): bigint => {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
};

/** The sum of a column as the file adds up, counted in whole hundredths. */
export const sumOf = (column: 'hours' | 'fuel'): number => Number(HARVEST.reduce((sum, row) => sum + hundredths(row[column]), 0n)) / 100;
