import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROTECTIONS } from './sim/mutants.ts';

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
const fileOf = (name: string): string => scripts.find((file) => file.startsWith(`${name}-`)) ?? '';
/** The shell and the overview. */
const start = closureOf([...html.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name));
/** What several screens share, with and without schemas: fetched when the first of them is opened. */
const shared = [...closureOf(['forms', 'screens'].map(fileOf))].filter((file) => !start.has(file));
/** The words of other languages: a start fetches one of them at most. */
const languages = ['de', 'es'].map(fileOf);
/** Parts that few starts show, and that bring their words in other languages along. */
const PARTS = [
  'bank',
  'billing-desk',
  'billing-settings',
  'bills',
  'customer-billing',
  'desk',
  'first-day',
  'first-steps',
  'hints',
  'importing',
  'installation',
  'my-day',
  'notices',
  'office',
  'questions',
  'quick-entry',
  'receivables',
  'repeat',
  'run',
  'undo-entry',
];
/** These words, without code that is called alike: words import nothing. */
const laterWords = scripts.filter((file) => PARTS.some((part) => file.startsWith(`${part}-`)) && importsOf(file).length === 0);

test('shell and overview, with all that they need before they can be used, are at most 100 kB of script in 4 files and 12.5 kB of style', () => {
  expect(start.size).toBeGreaterThan(1);
  expect(start.size).toBeLessThanOrEqual(4);
  expect(sumOf(start) / KB).toBeLessThanOrEqual(100);
  const styles = [...html.matchAll(/"\/assets\/([^"]+\.css)"/g)].map(([, name = '']) => name);
  expect(styles.length).toBeGreaterThan(0);
  expect(sumOf(styles) / KB).toBeLessThanOrEqual(12.5);
});

test('any further screen is at most 20 kB more, besides the 70 that the first of them brings', () => {
  const dynamic = new Set(
    scripts.flatMap((file) =>
      [...readFileSync(join(ASSETS, file), 'utf8').matchAll(/fetchCode\([`"]\.\/([^`"]+\.js)[`"]\)/g)].map(([, name = '']) => name),
    ),
  );
  expect(dynamic.size).toBeGreaterThan(10);
  expect(shared.length).toBe(2);
  expect(sumOf(shared) / KB).toBeLessThanOrEqual(70);
  const moreOf = (file: string): number => sumOf([...closureOf([file])].filter((each) => !start.has(each) && !shared.includes(each))) / KB;
  expect([...dynamic].map((file) => [file, moreOf(file)] as const).filter(([file, kB]) => kB > 20 && !languages.includes(file))).toEqual(
    [],
  );
});

test('the usual entry can be submitted on a phone with 11.8 kB, and the whole form with 13', () => {
  const ownOf = (name: string): number =>
    sumOf([...closureOf([fileOf(name)])].filter((file) => !start.has(file) && !shared.includes(file))) / KB;
  expect(ownOf('folded-entry')).toBeGreaterThan(5);
  expect(ownOf('folded-entry')).toBeLessThanOrEqual(11.8);
  expect(ownOf('full-form')).toBeLessThanOrEqual(13);
  // The keys come after the tiles: a usual entry needs only its last values.
  expect(ownOf('number-pad')).toBeLessThanOrEqual(2);
});

test('a word in a screen renames that screen and the page: no file imports the one that names all others, and none one that imports it', () => {
  const pages = [...html.matchAll(/src="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  expect(pages.length).toBe(1);
  expect(scripts.filter((file) => importsOf(file).some((name) => pages.includes(name)))).toEqual([]);
  expect(scripts.filter((file) => closureOf(importsOf(file)).has(file))).toEqual([]);
});

test('the sign-in page brings nothing of the app along', () => {
  const page = readFileSync(join(CLIENT, 'sign-in.html'), 'utf8');
  const needed = closureOf([...page.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name));
  expect([...needed].filter((file) => !file.startsWith('sign-in/'))).toEqual([]);
  expect(sumOf(needed) / KB).toBeLessThanOrEqual(5);
});

test('all together are at most 595 kB, and a language at most 45 kB and 4 more for each part that brings its own words', () => {
  const signIn = readdirSync(join(ASSETS, 'sign-in')).flatMap((file) => (file.endsWith('.js') ? [`sign-in/${file}`] : []));
  const inEnglish = [...scripts, ...signIn].filter(
    (file) => ![...languages, ...laterWords].includes(file) && !file.startsWith('sign-in/messages-'),
  );
  expect(sumOf(inEnglish) / KB).toBeLessThanOrEqual(595);
  expect(languages.map((file) => sumOf([file]) / KB).filter((kB) => kB > 45 || kB === 0)).toEqual([]);
  expect(laterWords).toHaveLength(PARTS.length * languages.length);
  expect(laterWords.map((file) => sumOf([file]) / KB).filter((kB) => kB > 4)).toEqual([]);
});

test('no switch that removes a protection of the engine is sent to anyone', () => {
  // A header has the name `if-match` as well.
  const names = PROTECTIONS.filter((name) => name.includes('-') && name !== 'if-match');
  expect(names.length).toBeGreaterThan(20);
  const text = scripts.map((file) => readFileSync(join(ASSETS, file), 'utf8')).join('\n');
  expect(names.filter((name) => text.includes(name))).toEqual([]);
});

test('the built server has no character that would make its source take two bytes each', () => {
  const folder = join(import.meta.dirname, '..', 'dist', 'server');
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  expect(files).toContain('main.js');
  expect(files.filter((file) => /[^\0-\xFF]/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
