import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { shownDecimals } from '#shared/billing/minor-unit.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';

/** How numbers, money and dates are written on a printed bill. */
export interface Written {
  readonly money: (cents: number) => string;
  /** A unit price, with all of its decimals. */
  readonly price: (text: string) => string;
  readonly number: (text: string) => string;
  /** A number with a fixed number of decimals, so that those of a column are aligned. */
  readonly aligned: (text: string, decimals: number) => string;
  readonly day: (date: string) => string;
  /** With the month's name: '3. März 2026'. */
  readonly longDay: (date: string) => string;
}

const LOCALES: Readonly<Record<LanguageId, Readonly<Record<UnitSystem, string>>>> = {
  en: { us: 'en-US', metric: 'en-GB' },
  de: { us: 'de-DE', metric: 'de-DE' },
  es: { us: 'es-US', metric: 'es-ES' },
};

const formats = new Map<string, Intl.NumberFormat>();

const number = (locale: string, digits: Intl.NumberFormatOptions): ((text: string) => string) => {
  const key = JSON.stringify([locale, digits]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, digits);
  formats.set(key, format);
  // Intl takes decimal text, and is exact with it.
  return (text) => format.format(text as Intl.StringNumericLiteral);
};

const MOST_DECIMALS = 15;

const make = (language: LanguageId, units: UnitSystem, currency: string): Written => {
  const locale = LOCALES[language][units];
  const inMoney = (text: string, most: number): string => {
    const least = shownDecimals(currency, text);
    const digits = { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, most) };
    return number(locale, { style: 'currency', currency, ...digits })(text);
  };
  const plain = number(locale, { maximumFractionDigits: MOST_DECIMALS });
  const dayIn = (dateStyle: 'medium' | 'long'): ((date: string) => string) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
    return (date) => format.format(new Date(`${date}T00:00:00Z`));
  };
  return {
    money: (cents) => inMoney(plainAmount(cents), 0),
    price: (text) => inMoney(text, 6),
    number: plain,
    aligned: (text, decimals) =>
      number(locale, { minimumFractionDigits: Math.min(decimals, MOST_DECIMALS), maximumFractionDigits: MOST_DECIMALS })(text),
    day: dayIn('medium'),
    longDay: dayIn('long'),
  };
};

const made = new Map<string, Written>();

/** Formats for a bill of that language, units and currency; currencies without cents show none. */
export const writtenIn = (language: LanguageId, units: UnitSystem, currency: string): Written => {
  const key = `${language} ${units} ${currency}`;
  const known = made.get(key) ?? make(language, units, currency);
  made.set(key, known);
  return known;
};
