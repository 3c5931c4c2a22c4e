import { formatNumber } from '#client/lib/formats.ts';
import { type Language, pageLanguage } from '#client/lib/language.ts';
import type { de } from '#client/texts/de/index.ts';

/** A text of the screens: the English words themselves, as the specification has them, with `{name}` where a value goes. */
export type Text = keyof typeof de;

/** The names in a text's braces. */
export type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A text without values, such as a heading that a table of screens holds. */
export type PlainText = Exclude<Text, `${string}{${string}`>;

type Catalogue = Readonly<Record<string, string>>;

/** Where the words of each language come from. */
type Catalogues = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>>;

const CATALOGUES: Catalogues = {
  de: async () => (await import('#client/texts/de/index.ts')).de,
  es: async () => (await import('#client/texts/es/index.ts')).es,
};

let catalogue: Catalogue = {};

/** Fetches the words of the page's language: before anything is drawn. English needs nothing. A page of few words brings its own. */
export const loadTexts = async (catalogues = CATALOGUES): Promise<void> => {
  const language = pageLanguage();
  if (language !== 'en') {
    catalogue = await catalogues[language]();
  }
};

/** The words in the page's language, its values still in braces. */
export const wordsOf = (text: string): string => catalogue[text] ?? text;

const filled = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (brace, name: string) => {
    const value = values[name];
    return value === undefined ? brace : typeof value === 'number' ? formatNumber(value) : value;
  });

/**
 * A text in the page's language: `t('Saved Offline')`, `t('{count} of {all}', { count: 3, all: 7 })`. Numbers are written as the locale
 * writes them. Only while something is drawn or done, never while a module loads: the words come later.
 */
export const t = <T extends Text>(
  text: T,
  ...[values]: NamesIn<T> extends never ? [] : [values: Readonly<Record<NamesIn<T>, string | number>>]
): string => filled(wordsOf(text), values ?? {});

/** The text for one or for any other number of things, which goes in as `{count}`. */
export const plural = (count: number, one: Text, many: Text): string => filled(wordsOf(count === 1 ? one : many), { count });

/** A noun within a sentence: only German keeps its capital there. */
export const inside = (noun: string): string => (pageLanguage() === 'de' ? noun : noun.toLowerCase());

/** An amount with its unit, such as '3 hrs' or '12 gal'. */
export const withUnit = (value: number, unit: string): string => `${formatNumber(value)} ${told(unit)}`;

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Texts with values, as patterns, made when the first message asks for them. */
let patterns: readonly (readonly [pattern: RegExp, words: string, names: readonly string[]])[] | undefined;

/** What a text says besides its values. */
const lettersIn = (text: string): number => text.replaceAll(/\{\w+\}|[^A-Za-z]/g, '').length;
/** A text that says less of itself, such as `{left} of {all}`, would be found in what somebody has written. */
const FEWEST_LETTERS = 10;

/** The most particular ones first: a sentence may fit several. */
const patternsOf = (texts: Catalogue): NonNullable<typeof patterns> =>
  Object.entries(texts)
    .filter(([text]) => text.includes('{') && lettersIn(text) >= FEWEST_LETTERS)
    .toSorted(([left], [right]) => lettersIn(right) - lettersIn(left))
    .map(([text, words]) => {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const parts = text.split(/\{\w+\}/).map(escape);
      return [new RegExp(`^${parts.join('(.+?)')}$`, 's'), words, names] as const;
    });

/**
 * What the server, a rule or the offline engine said in English, in the page's language where the catalogue has it; so also the name of a
 * system field, of a kind or of a status. What people wrote themselves comes back as it is.
 */
export const told = (message: string): string => {
  const words = catalogue[message];
  if (words !== undefined || pageLanguage() === 'en') {
    return words ?? message;
  }
  patterns ??= patternsOf(catalogue);
  for (const [pattern, translated, names] of patterns) {
    const found = pattern.exec(message);
    if (found) {
      return filled(translated, Object.fromEntries(names.map((name, index) => [name, wordsOf(found[index + 1] ?? '')])));
    }
  }
  return message;
};
