import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

// Comments, tests and documents name rules of docs/specification by number: `specification 4.12`. Each of those rules exists, and nothing
// points to a document that is not in the repository.

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const TEXT = /\.(?:tsx?|mjs|cjs|sql|md|html|css|json)$/;
const filesIn = (...paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...paths], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEXT.test(path) && existsSync(join(ROOT, path)));

const chapters = filesIn('docs/specification').filter((path) => /^\d/.test(basename(path)));
const rules = chapters.flatMap((path) =>
  [...read(path).matchAll(/^\*\*(\d+\.\d+)\*\*/gm)].map(([, rule = '']) => ({ rule, chapter: basename(path).split('-')[0] })),
);
const RULES = new Set(rules.map(({ rule }) => rule));
const CHAPTERS = new Set(rules.map(({ chapter }) => chapter));

const DOCUMENTS = new Set(filesIn('*.md').map((path) => basename(path)));
const DECISIONS = new Set([...DOCUMENTS].flatMap((name) => /^\d{4}(?=-)/.exec(name) ?? []));

/** Lines of a comment or a paragraph joined, so that a reference may be broken over two of them. */
const joined = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*(?!\*|\/)|\/\/|--|>)?\s*/g, ' ');

/** Forms of references to the documents that the specification was made of. */
const NOWHERE = /§\d+|\bspecifications? \d+(?![\d.])|\blook\.md\b|\bdesign, scenario\b/gi;

/** References of a text that lead nowhere, each as it is written. */
const brokenIn = (text: string): string[] => {
  const flat = joined(text);
  const named = (pattern: RegExp, isThere: (name: string) => boolean): string[] =>
    [...flat.matchAll(pattern)].flatMap(([, list = '']) => (list.match(/[\w.-]*\w/g) ?? []).filter((name) => !isThere(name)));
  return [
    ...named(/\bspecification ((?:\d+\.\d+)(?:, \d+\.\d+)*)/gi, (rule) => RULES.has(rule)),
    ...named(/\bspecification, chapters? (\d+(?:, \d+)*)/gi, (chapter) => CHAPTERS.has(chapter)),
    ...named(/\bdecisions? (\d{4}(?:, \d{4})*)/gi, (decision) => DECISIONS.has(decision)),
    ...named(/`(?:[\w-]+\/)*([\w-]+\.md)`/g, (name) => DOCUMENTS.has(name)),
    ...(flat.match(NOWHERE) ?? []),
  ];
};

test('each rule of the specification has a number of its own, in its chapter', () => {
  expect(CHAPTERS.size).toBe(chapters.length);
  expect(rules.length).toBe(RULES.size);
  expect(rules.filter(({ rule, chapter }) => rule.split('.')[0] !== chapter)).toEqual([]);
});

test('every reference to a rule, a decision or a document leads somewhere', () => {
  const files = filesIn(
    'src',
    'packages',
    'tests',
    'scripts',
    'bench',
    'docs',
    'drizzle/*.sql',
    '*.md',
    '*.ts',
    ':!tests/specification.test.ts',
  );
  const texts = [...new Set(files)].map((path) => [path, read(path)] as const);
  expect(texts.filter(([, text]) => /\bspecification \d+\.\d+/i.test(joined(text))).length).toBeGreaterThan(50);
  expect(texts.flatMap(([path, text]) => brokenIn(text).map((reference) => `${path}: ${reference}`))).toEqual([]);
});

test.each([
  ['/** A rule (specification 4.12). */', []],
  ['// Rules of two chapters: specification 4.12,\n// 8.3.', []],
  ['See specification, chapter 7, decision 0020 and `docs/words.md`.', []],
  ['/** A rule (specification 4.999). */', ['4.999']],
  ['/**\n * Broken over lines: specification\n * 4.12, 99.1\n */', ['99.1']],
  ['specification, chapter 13', ['13']],
  ['decisions 0020, 9999', ['9999']],
  ['as in `docs/never-written.md`', ['never-written.md']],
  ['(specification 1 §9)', ['§9', 'specification 1']],
  ['(decisions §4)', ['§4']],
  ['look.md', ['look.md']],
  ['design, scenario 13', ['design, scenario']],
])('what leads nowhere is found: %j', (text, broken) => {
  expect(brokenIn(text).toSorted()).toEqual(broken.toSorted());
});
