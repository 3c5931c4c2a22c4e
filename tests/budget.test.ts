import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What a phone has to fetch, in bytes as they are sent (brotli) and as they were built for this run. Limits: decision 0015.

const CLIENT = join(import.meta.dirname, '..', 'dist', 'client');
const ASSETS = join(CLIENT, 'assets');
const KB = 1000;

const sentBytes = (file: string): number => statSync(existing(join(ASSETS, file))).size;
/** Small files are sent as they are. */
const existing = (path: string): string => (statSync(`${path}.br`, { throwIfNoEntry: false }) ? `${path}.br` : path);

const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ASSETS, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, name = '']) => name);

/** The file with all that it needs before it can run. */
const closureOf = (files: readonly string[]): Set<string> => {
  const all = new Set<string>();
  for (const waiting = [...files]; waiting.length > 0;) {
    const file = waiting.pop() ?? '';
    if (!all.has(file)) {
      all.add(file);
      waiting.push(...importsOf(file));
    }
  }
  return all;
};
const sumOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sentBytes(file), 0);

const html = readFileSync(join(CLIENT, 'index.html'), 'utf8');
const first = closureOf([...html.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name));
const fileOf = (name: string): string => scripts.find((file) => file.startsWith(`${name}-`)) ?? '';
const overview = new Set([...first, ...closureOf([fileOf('dashboard-screen')])]);
/** The words of other languages: a start fetches one of them at most. */
const languages = ['de', 'es'].map(fileOf);

test('shell and overview, with all that they need before they can be used, are at most 136 kB of script and 12 kB of style', () => {
  expect(first.size).toBeGreaterThan(1);
  expect(sumOf(overview) / KB).toBeLessThanOrEqual(136);
  const styles = [...html.matchAll(/"\/assets\/([^"]+\.css)"/g)].map(([, name = '']) => name);
  expect(styles.length).toBeGreaterThan(0);
  expect(sumOf(styles) / KB).toBeLessThanOrEqual(12);
});

test('any further screen is at most 24 kB more, besides the schemas that the first form brings', () => {
  const dynamic = new Set(
    scripts.flatMap((file) =>
      [...readFileSync(join(ASSETS, file), 'utf8').matchAll(/import\([`"]\.\/([^`"]+\.js)[`"]\)/g)].map(([, name = '']) => name),
    ),
  );
  expect(dynamic.size).toBeGreaterThan(10);
  const schemas = new Set([...closureOf([fileOf('schemas')])].filter((file) => !overview.has(file)));
  expect(sumOf(schemas) / KB).toBeLessThanOrEqual(25);
  const moreOf = (file: string): number => sumOf([...closureOf([file])].filter((each) => !overview.has(each) && !schemas.has(each))) / KB;
  expect([...dynamic].map((file) => [file, moreOf(file)] as const).filter(([file, kB]) => kB > 24 && !languages.includes(file))).toEqual(
    [],
  );
});

test('the sign-in page brings nothing of the app along but its texts', () => {
  const page = readFileSync(join(CLIENT, 'sign-in.html'), 'utf8');
  const needed = closureOf([...page.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name));
  expect([...needed].map((file) => file.split('-')[0])).not.toContain('start');
  expect(sumOf(needed) / KB).toBeLessThanOrEqual(9);
});

test('all together are at most 375 kB, and a language at most 41 kB', () => {
  expect(sumOf(scripts.filter((file) => !languages.includes(file))) / KB).toBeLessThanOrEqual(375);
  expect(languages.map((file) => sumOf([file]) / KB).filter((kB) => kB > 41 || kB === 0)).toEqual([]);
});
