import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8');

/** A path of ours in code marks, or a file at the root. */
const NAMED = /`((?:src|tests|bench|scripts|docs|drizzle)\/[\w./-]+|[\w-]+\.(?:md|json|ts|mjs))`/g;

test('every file that it names exists', () => {
  const named = [...text.matchAll(NAMED)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every decision that it names is written', () => {
  const written = new Set(readdirSync(join(ROOT, 'docs', 'decisions')).map((file) => file.slice(0, 4)));
  const named = [...text.matchAll(/decisions?\W+(?:decisions\/)?(00\d\d)(?: and (00\d\d))?/gi)].flatMap(([, ...numbers]) =>
    numbers.filter(Boolean),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((number) => !written.has(number))).toEqual([]);
});

/** How many requirements of level 1 and 2 each chapter of ASVS 4.0.3 has. */
const CHAPTERS: readonly number[] = [38, 53, 18, 9, 30, 13, 12, 15, 7, 5, 8, 15, 13, 23];

test('every requirement of ASVS 4.0.3 up to level 2 has a line that says what became of it', () => {
  const lines = [...text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| ([^|]+) \| (\w+|n\/a) \| (.+) \|$/gm)];
  const numbers = lines.map(([, chapter, section, requirement]) => [chapter, section, requirement].map(Number));
  const order = ([chapter = 0, section = 0, requirement = 0]: number[]): number => chapter * 10_000 + section * 100 + requirement;
  expect(numbers.map(order)).toEqual([...new Set(numbers.map(order))].toSorted((one, other) => one - other));
  expect(CHAPTERS.map((_, place) => numbers.filter(([chapter]) => chapter === place + 1).length)).toEqual(CHAPTERS);
  const unsaid = lines.filter(([, , , , , state = '', how = '']) => {
    return !['met', 'not', 'n/a'].includes(state) || !/\w.*\.$/s.test(how.trim());
  });
  expect(unsaid.map(([line]) => line)).toEqual([]);
});

test('is found from where people look', () => {
  expect(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).toContain('(docs/security.md)');
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('(docs/security.md)');
});
