import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUES } from '#client/app/catalogues.ts';
import { pluralForm } from '#client/lib/texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const formsIn = (language: string, catalogue: Readonly<Record<string, string>>, counts: readonly number[]): string[] => {
  const rules = new Intl.PluralRules(language);
  return counts.map((count) => pluralForm(catalogue, rules, count, '{count} entry', '{count} entries'));
};

test('English needs no catalogue: one, and any other number', () => {
  expect(formsIn('en', {}, [0, 1, 2, 21])).toEqual(['{count} entries', '{count} entry', '{count} entries', '{count} entries']);
});

test('a language with more than two forms needs nothing but its catalogue', () => {
  const polish = {
    '{count} entries_one': '{count} wpis',
    '{count} entries_few': '{count} wpisy',
    '{count} entries_many': '{count} wpisów',
    '{count} entries_other': '{count} wpisu',
  };
  expect(formsIn('pl', polish, [1, 2, 5, 12, 22, 1.5])).toEqual([
    '{count} wpis',
    '{count} wpisy',
    '{count} wpisów',
    '{count} wpisów',
    '{count} wpisy',
    '{count} wpisu',
  ]);
});

test('a category that the catalogue leaves out uses its other form', () => {
  const spanish = { '{count} entries_one': '{count} registro', '{count} entries_other': '{count} registros' };
  expect(formsIn('es', spanish, [1, 1_000_000])).toEqual(['{count} registro', '{count} registros']);
});

/** The modules as a page in this language loads them. */
const onPage = async (language: string, locales: readonly string[]) => {
  vi.stubGlobal('document', { documentElement: { lang: language } });
  vi.stubGlobal('navigator', { languages: locales });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const [{ listWords }, { agoWords }, texts] = await Promise.all([
    import('#client/lib/lists.ts'),
    import('#client/lib/ages.ts'),
    import('#client/lib/texts.ts'),
  ]);
  await texts.loadWords(CATALOGUES);
  const list = listWords(['A', 'B', 'C']);
  return {
    list,
    ago: [60_000, 2 * 3_600_000].map((passed) => agoWords(0, passed)),
    entries: texts.plural(2, '{count} entry', '{count} entries'),
  };
};

test.each([
  ['en', ['en-US'], 'A, B, and C', ['1 minute ago', '2 hours ago'], '2 entries'],
  ['de', ['de-CH', 'en'], 'A, B und C', ['vor 1 Minute', 'vor 2 Stunden'], '2 Einträge'],
  ['es', ['es-MX'], 'A, B y C', ['hace 1 minuto', 'hace 2 horas'], '2 registros'],
  // A browser whose language is not offered formats its own dates, but puts no words of another language into an English sentence.
  ['en', ['fr-FR'], 'A, B, and C', ['1 minute ago', '2 hours ago'], '2 entries'],
])('lists, ages and plurals are in the page’s language: %s in %s', async (language, locales, list, ago, entries) => {
  expect(await onPage(language, locales)).toEqual({ list, ago, entries });
});
