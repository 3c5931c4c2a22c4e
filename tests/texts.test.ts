import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { de, messages as germanMessages } from '#client/locales/de/every.ts';
import { es, messages as spanishMessages } from '#client/locales/es/every.ts';
import { KINDS } from '#shared/kinds/registry.ts';
import { MESSAGES } from '#shared/messages/all.ts';
import { TERMS } from '#shared/messages/terms.ts';
import { callsOf, looseTexts } from '#tests/support/loose-texts.ts';

const ROOT = join(import.meta.dirname, '..');

const filesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && existsSync(join(ROOT, file)));

/** Every file that draws or says something, without what only developers see. */
const FILES = filesIn('src/client').filter((file) => !/\/locales\/|\/design\/|\/service-worker\//.test(file));

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const textOf = (key: string): string => key.replace(PLURAL, '');

const known = new Set(Object.keys(de).map(textOf));

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

const treeOf = (source: string, file: string): unknown => parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
const looseIn = (source: string, file: string): string[] => looseTexts(treeOf(source, file), known).filter((text) => !NAMES.has(text));

const expectNone = (files: readonly string[], search: (source: string, file: string) => string[]): void =>
  expect(files.flatMap((file) => search(readFileSync(join(ROOT, file), 'utf8'), file).map((text) => `${file}: ${text}`))).toEqual([]);

test('no text of the screens is outside of the catalogue', () => {
  expect(FILES.length).toBeGreaterThan(200);
  expectNone(FILES, looseIn);
});

/** What takes the message of a check. */
const CHECKS = new Set([
  'requiredLine',
  'minLength',
  'maxLength',
  'length',
  'regex',
  'refine',
  'number',
  'string',
  'enum',
  'literal',
  'check',
]);

test('a schema says what is wrong by a code, never by a sentence', () => {
  const files = filesIn('src/shared', 'src/client');
  const sentencesIn = (source: string, file: string) =>
    callsOf(treeOf(source, file), CHECKS).flatMap((call) => looseTexts(call, new Set()).filter((text) => !text.startsWith('/')));
  expectNone(files, sentencesIn);
  expect(sentencesIn("const name = z.string().check(z.minLength(1, 'Name is required'));", 'planted.ts')).not.toEqual([]);
});

test.each([
  ['German', germanMessages],
  ['Spanish', spanishMessages],
])('whatever the program says by code is there in %s, with the same values', (_name, messages) => {
  const bracesByCode = (table: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(table).map(([code, sentence]) => [code, bracesOf(sentence)]));
  expect(Object.keys(MESSAGES).length).toBeGreaterThan(300);
  expect(bracesByCode(messages)).toEqual(bracesByCode(MESSAGES));
  expect(Object.entries(messages).filter(([code, sentence]) => sentence.trim() === '' || sentence === { ...MESSAGES }[code])).toEqual([]);
});

test('every term inside a message is a text of the catalogue', () => {
  const kinds = Object.values(KINDS).map(({ word }) => word);
  expect([...TERMS, ...kinds].filter((term) => !known.has(term))).toEqual([]);
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

/** Whether words have the values of a text. The forms of a plural may say their count in a word, or leave it out. */
const isFilled = (text: string, words: string, isPlural: boolean): boolean => {
  const [wanted, given] = [text, words].map((each) =>
    bracesOf(each)
      .filter((brace) => !isPlural || brace !== '{count}')
      .join(),
  );
  return wanted === given;
};

const bracesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each([
  ['German', de],
  ['Spanish', es],
])('every text is there in %s, with the values of its English words', (_name, catalogue) => {
  const wrong = Object.entries(catalogue).filter(
    ([key, words]) =>
      words.trim() === '' || !isFilled(textOf(key), words, PLURAL.test(key)) || /^\s|\s$/.test(words) !== /^\s|\s$/.test(textOf(key)),
  );
  expect(wrong).toEqual([]);
  expect([...new Set(Object.keys(catalogue).map(textOf))].toSorted()).toEqual([...known].toSorted());
});

/** The plural categories that the whole counts of a language's daily use need: of Spanish not `many`, which is for millions. */
const categoriesOf = (language: string): string[] => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)))].toSorted();
};

const lackingPlurals = (language: string, catalogue: Readonly<Record<string, string>>): string[] => {
  const counted = new Set(Object.keys(catalogue).flatMap((key) => (PLURAL.test(key) ? [textOf(key)] : [])));
  return [...counted].flatMap((text) =>
    categoriesOf(language)
      .map((category) => `${text}_${category}`)
      .filter((key) => !Object.hasOwn(catalogue, key)),
  );
};

test('every plural has the categories that its language needs', () => {
  expect(Object.keys(de).filter((key) => key.endsWith('_one')).length).toBeGreaterThan(50);
  expect([lackingPlurals('de', de), lackingPlurals('es', es)]).toEqual([[], []]);
  expect(lackingPlurals('pl', { entries_one: 'wpis', entries_other: 'wpisu' })).toEqual(['entries_few', 'entries_many']);
});

/** Words that are the same in the language. */
const SAME = {
  de: [
    'Admin',
    'Browser',
    'Code',
    'Details',
    'Esc',
    'Export',
    'Filter',
    'Format',
    'Headland',
    'Import',
    'Kilometer',
    'Link',
    'Manager',
    'Name',
    'Offline',
    'Online',
    'PDF',
    'Pause',
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
    'XRechnung',
    'CSV',
    'Excel (.xlsx)',
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
    'XRechnung',
    'CSV',
    'Excel (.xlsx)',
    'Error',
    'Esc',
    'Headland',
    'No',
    'Subtotal',
    'Total',
    'Tractor',
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
  const folder = join(ROOT, 'src/client/locales', language);
  const texts = readdirSync(folder)
    // The sign-in page has words of its own, for it does not fetch the app's.
    .filter((file) => !['index.ts', 'messages.json', 'sign-in.json'].includes(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}("(?:[^"\\]|\\.)+"):/gm)])
    .map(([, text]) => text);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
