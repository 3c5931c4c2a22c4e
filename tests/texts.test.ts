import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { de } from '#client/texts/de/index.ts';
import { es } from '#client/texts/es/index.ts';
import { callsOf, looseTexts, patternOf } from '#tests/support/loose-texts.ts';

const ROOT = join(import.meta.dirname, '..');

const filesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));

/** Every file that draws or says something, without what only developers see. */
const FILES = filesIn('src/client').filter((file) => !/\/texts\/|\/design\/|\/service-worker\//.test(file));

const known = new Set(Object.keys(de));
/** Also for those who say in English what is told later: as a text of the catalogue, or with values in one. */
const tellable = {
  has: (text: string): boolean => [...known].some((key) => key === text || (key.includes('{') && patternOf(key).test(text))),
};

/** Names that are no words of a language, of products, and of the program's own things. */
const NAMES = new Set([
  'Edge',
  'Samsung Internet',
  'Firefox',
  'Chrome',
  'Safari',
  'Android',
  'Windows',
  'Mac',
  'Macintosh',
  'Chromebook',
  'Linux',
  'English',
  'Español',
  'Deutsch',
  // The status of an answer, the kind of a saved file, and what a field's name is compared with.
  'Not Found',
  'unsent changes',
  'billable hours',
]);

/** What no screen can bring about: refusals of requests that the app does not make, and the frame of sentences that stand in the catalogue whole. */
const FOR_PROGRAMS = new Set([
  'The body is empty.',
  'The request is not well formed JSON.',
  'The address or the headers are too long.',
  'Send the body as application/json.',
  'The address is not well formed.',
  'The body may not be nested deeper than {} levels.',
  'This API key does not exist or was revoked.',
  'This API key may only read.',
  'There is no sign-in page here.',
  'Signing in did not work: {}',
  'This export is damaged or was changed: {} {}.',
]);

const treeOf = (source: string, file: string): unknown => parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
const looseIn = (source: string, file: string): string[] =>
  looseTexts(treeOf(source, file), file.includes('/offline/') ? tellable : known).filter((text) => !NAMES.has(text));

const expectNone = (files: readonly string[], search: (source: string, file: string) => string[]): void =>
  expect(files.flatMap((file) => search(readFileSync(join(ROOT, file), 'utf8'), file).map((text) => `${file}: ${text}`))).toEqual([]);

test('no text of the screens stands outside of the catalogue', () => {
  expect(FILES.length).toBeGreaterThan(200);
  expectNone(FILES, looseIn);
});

test('every message of the shared rules is in the catalogue', () => {
  const files = filesIn('src/shared/domain', 'src/shared/entities');
  expect(files.length).toBeGreaterThan(20);
  expectNone(files, (source, file) =>
    looseTexts(treeOf(source, file), tellable).filter((text) => !NAMES.has(text) && !/^[A-Z\s]+$/.test(text)),
  );
});

test('every refusal of the server that a person reads is in the catalogue', () => {
  const calls = new Set(['AppError', 'invalid']);
  const files = filesIn('src/server/handlers', 'src/server/commands', 'src/server/data', 'src/server/auth', 'src/server/http');
  expect(files.length).toBeGreaterThan(40);
  expectNone(files, (source, file) =>
    callsOf(treeOf(source, file), calls)
      .flatMap((call) => looseTexts(call, tellable))
      .filter((text) => !FOR_PROGRAMS.has(text)),
  );
});

test('what is wrong with an export is in the catalogue as a whole sentence', () => {
  // Of what `damaged` names: a file, a line of one, or all of it.
  const subjects = ['{}', 'line {} of {}', 'the zip'];
  const whole = {
    has: (text: string): boolean =>
      tellable.has(text) || subjects.some((what) => tellable.has(`This export is damaged or was changed: ${what} ${text}.`)),
  };
  const files = filesIn('src/server/commands/archive');
  const found: string[] = [];
  expectNone(files, (source, file) => {
    const calls = callsOf(treeOf(source, file), new Set(['damaged']));
    found.push(...calls.flatMap((call) => looseTexts(call, new Set())));
    return [treeOf(source, file), ...calls].flatMap((tree) => looseTexts(tree, whole));
  });
  expect(found.length).toBeGreaterThan(20);
});

test.each([
  ['words in an element', '<p>Forgotten here</p>'],
  ['a label', '<input aria-label="Forgotten here" />'],
  ['a choice of two', "const x = (on: boolean) => on ? 'Forgotten here' : null;"],
  ['a sentence with a value', 'const x = (n: number) => `Forgotten ${n} times`;'],
  ['a text of the catalogue that is drawn as it stands', '<p>{on ? <b>Cancel</b> : null}</p>'],
  ['a table of words', "const x = { title: 'Forgotten here' };"],
])('the search finds %s', (_what, source) => {
  expect(looseIn(source, 'planted.tsx')).toHaveLength(1);
});

const bracesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each([
  ['German', de],
  ['Spanish', es],
])('every text is there in %s, with the values of its English words', (_name, catalogue) => {
  const wrong = Object.entries(catalogue).filter(
    ([text, words]) =>
      words.trim() === '' || bracesOf(text).join() !== bracesOf(words).join() || /^\s|\s$/.test(words) !== /^\s|\s$/.test(text),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(catalogue).toSorted()).toEqual([...known].toSorted());
});

/** Words that are the same in the language. */
const SAME = {
  de: [
    'Browser',
    'Code',
    'Details',
    'Export',
    'Format',
    'Headland',
    'Import',
    'Link',
    'Name',
    'Offline',
    'Online',
    'PDF',
    'Person',
    'QuickBooks Desktop (IIF)',
    'QuickBooks Online (CSV)',
    'S/N: {serialNumber}',
    'Standard',
    'Status',
    'Sync',
    'System',
    'Text',
    'Xero (CSV)',
    'gal',
    '{size} MB',
    '{title} · Headland',
  ],
  es: [
    'Acres',
    'Ctrl K',
    'PDF',
    'QuickBooks Desktop (IIF)',
    'QuickBooks Online (CSV)',
    'Xero (CSV)',
    'Error',
    'Headland',
    'No',
    'Total',
    'bytes',
    'gal',
    '{size} MB',
    '{title} · Headland',
  ],
} as const;

test.each([
  ['German', de, SAME.de],
  ['Spanish', es, SAME.es],
])('every text is translated into %s', (_name, catalogue, same: readonly string[]) => {
  const left = Object.entries(catalogue).flatMap(([text, words]) =>
    text === words && /[a-z]/i.test(text.replaceAll(/\{\w+\}/g, '')) ? [text] : [],
  );
  expect(left.toSorted()).toEqual([...same].toSorted());
});

test.each(['de', 'es'])('no text stands in two files of %s', (language) => {
  const folder = join(ROOT, 'src/client/texts', language);
  const texts = readdirSync(folder)
    // The sign-in page has words of its own, for it does not fetch the app's.
    .filter((file) => file !== 'index.ts' && file !== 'sign-in.ts')
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(?:'(.+?)'|"(.+?)"|(\w+)):/gm)])
    .map(([, single, double, plain]) => single ?? double ?? plain);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
