import { formatNumber } from '#client/lib/formats.ts';
import { type Language, pageLanguage } from '#client/lib/language.ts';
import type { de } from '#client/locales/de/every.ts';

type Key = keyof typeof de;

/** A text of the screens: the English words themselves, as the specification has them, with `{name}` where a value goes. */
export type Text = Exclude<Key, `${string}_${Intl.LDMLPluralRule}`>;

type PluralOf<K> = K extends `${infer T}_other` ? T : never;

/** A text that depends on a count, in its English plural: the catalogue has a form for each plural category that its language needs. */
export type PluralText = PluralOf<Key>;

/** The names in a text's braces. */
export type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A text without values, such as a heading in a table of screens. */
export type PlainText = Exclude<Text, `${string}{${string}`>;

type Catalogue = Readonly<Record<string, string>>;

/** What a page says in one language: its texts by their English words, and the program's messages by their codes. */
export interface Words {
  readonly texts?: Catalogue;
  readonly messages?: Catalogue;
}

/** How the words of each language are loaded. */
export type Catalogues = Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words>>>;

let texts: Catalogue = {};
let messages: Catalogue = {};

/** Loads further words of the page's language: before anything that uses them is drawn. English needs nothing. */
export const loadWords = async (catalogues: Catalogues): Promise<void> => {
  const language = pageLanguage();
  if (language !== 'en') {
    const words = await catalogues[language]();
    texts = { ...texts, ...words.texts };
    messages = { ...messages, ...words.messages };
  }
};

/**
 * The words in the page's language, their values still in braces. Also for a word of the program's own that comes as data, such as a unit or
 * the name of a system field; never for what people wrote: a farm may be called 'Open'.
 */
export const wordsOf = (text: string): string => texts[text] ?? text;

/** What a message says in the page's language, its values still in braces; undefined in English, and for codes of a newer server. */
export const messageWordsOf = (code: string): string | undefined => messages[code];

const filled = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (brace, name: string) => {
    const value = values[name];
    return value === undefined ? brace : typeof value === 'number' ? formatNumber(value) : value;
  });

/**
 * A text in the page's language: `t('Saved Offline')`, `t('{count} of {all}', { count: 3, all: 7 })`. Numbers are formatted by the locale.
 * Call it only while something is rendered or done, never while a module loads: the words are loaded later.
 */
export const t = <T extends Text>(
  text: T,
  ...[values]: NamesIn<T> extends never ? [] : [values: Readonly<Record<NamesIn<T>, string | number>>]
): string => filled(wordsOf(text), values ?? {});

/**
 * The words for a count, their values still in braces: the catalogue's form of the category that the language's rules name, such as
 * `{count} entries_few` in Polish. A category that no whole number up to a few thousand needs may be missing: `_other` is used for it.
 */
export const pluralForm = (words: Catalogue, rules: Intl.PluralRules, count: number, one: string, other: string): string => {
  const category = rules.select(count);
  return words[`${other}_${category}`] ?? words[`${other}_other`] ?? (category === 'one' ? one : other);
};

const pageRules = new Intl.PluralRules(pageLanguage());

/** The text for a count, with the plural form that the language needs; the number is its `{count}`. */
export const plural = <T extends PluralText>(
  count: number,
  one: string,
  other: T,
  ...[values]: Exclude<NamesIn<T>, 'count'> extends never ? [] : [values: Readonly<Record<Exclude<NamesIn<T>, 'count'>, string | number>>]
): string => filled(pluralForm(texts, pageRules, count, one, other), { count, ...values });

/** A noun within a sentence: only German keeps its capital there. */
export const midSentence = (noun: string): string => (pageLanguage() === 'de' ? noun : noun.toLowerCase());

/** An amount with its unit, such as '3 hrs' or '12 gal'. */
export const withUnit = (value: number, unit: string): string => `${formatNumber(value)} ${wordsOf(unit)}`;
