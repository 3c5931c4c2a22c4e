import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { MAIL_WORDS, RESET_NOTES } from '#server/commands/mail-words/index.ts';
import { CONCERN_WORDS } from '#server/commands/mail-words/concerns.ts';
import { de, messages as germanMessages } from '#client/locales/de/every.ts';
import { es, messages as spanishMessages } from '#client/locales/es/every.ts';
import { looseTexts } from '#tests/support/loose-texts.ts';

// The list of terms in docs/words.md, held: nobody reads a form that it bans.

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

type LanguageOfWords = 'en' | 'de' | 'es';

interface Banned {
  readonly language: LanguageOfWords;
  readonly form: string;
  readonly pattern: RegExp;
}

const escape = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whole words, or the beginning of one; small letters find capitals, too. */
const patternOf = (form: string): RegExp => {
  const isBeginning = form.endsWith('*');
  const words = escape(isBeginning ? form.slice(0, -1) : form);
  return new RegExp(
    String.raw`(?<![\p{L}-])${words}${isBeginning ? '' : String.raw`(?![\p{L}-])`}`,
    form === form.toLowerCase() ? 'iu' : 'u',
  );
};

const BANNED: readonly Banned[] = [...read('docs/words.md').matchAll(/^\| (en|de|es) \| `([^`]+)` \| (.+) \|$/gm)].map(
  ([, language, form = '']) => ({ language: language as LanguageOfWords, form, pattern: patternOf(form) }),
);

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

const leaves = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : typeof words === 'object' && words !== null ? Object.values(words).flatMap(leaves) : [];

const filesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && existsSync(join(ROOT, file)));

const treeOf = (file: string): unknown => parseAst(read(file), { lang: 'ts' });
const nothing = new Set<string>();

/** Sentences of the shared rules, and what the program says by code. */
const rules = (): string[] => filesIn('src/shared').flatMap((file) => looseTexts(treeOf(file), nothing));

const READ: Readonly<Record<LanguageOfWords, () => string[]>> = {
  en: () => [
    ...Object.keys(de).map((key) => key.replace(PLURAL, '')),
    ...rules(),
    ...leaves([MAIL_WORDS.en, RESET_NOTES.en, CONCERN_WORDS.en]),
  ],
  de: () => [...Object.values({ ...de, ...germanMessages }), ...leaves([MAIL_WORDS.de, RESET_NOTES.de, CONCERN_WORDS.de])],
  es: () => [...Object.values({ ...es, ...spanishMessages }), ...leaves([MAIL_WORDS.es, RESET_NOTES.es, CONCERN_WORDS.es])],
};

const bannedIn = (language: LanguageOfWords, texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    BANNED.filter((banned) => banned.language === language && banned.pattern.test(text)).map(({ form }) => `${form}: ${text}`),
  );

test.each(['en', 'de', 'es'] as const)('nothing that people read in %s has a form that docs/words.md bans', (language) => {
  const texts = READ[language]();
  expect(texts.length).toBeGreaterThan(2000);
  expect(BANNED.filter((banned) => banned.language === language).length).toBeGreaterThan(10);
  expect([...new Set(bannedIn(language, texts))]).toEqual([]);
});

test.each([
  ['en', 'Ask somebody else', 1],
  ['en', 'Whoever runs it', 1],
  ['en', 'The header of the page', 0],
  ['de', 'Organisationen', 1],
  ['de', 'im Büro', 0],
  ['es', 'Añadiendo...', 1],
  ['es', 'Los costos del trabajo', 0],
  ['es', 'Los costes del trabajo', 1],
] as const)('the search in %s reads whole words: %s', (language, text, count) => {
  expect(bannedIn(language, [text])).toHaveLength(count);
});
