import type { BillingDocument } from '#shared/billing/document.ts';
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
  /** Without its year: '3. März'; with `isShort` '3. Mär'. */
  readonly dayOfYear: (date: string, isShort?: boolean) => string;
  /** From one day to another, or a single one: '18 to 21 May 2025', without the year if `hasYear` is false. */
  readonly days: (from: string, to: string, hasYear?: boolean) => string;
}

const LOCALES: Readonly<Record<LanguageId, Readonly<Record<UnitSystem, string>>>> = {
  en: { us: 'en-US', metric: 'en-GB' },
  de: { us: 'de-DE', metric: 'de-DE' },
  es: { us: 'es-US', metric: 'es-ES' },
};

/** Between two days. */
const UNTIL: Readonly<Record<LanguageId, string>> = { en: 'to', de: 'bis', es: 'al' };

const formats = new Map<string, Intl.NumberFormat>();

const number = (locale: string, digits: Intl.NumberFormatOptions): ((text: string) => string) => {
  const key = JSON.stringify([locale, digits]);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, digits);
  formats.set(key, format);
  // Intl takes decimal text, and is exact with it.
  return (text) => format.format(text as Intl.StringNumericLiteral);
};

const MOST_DECIMALS = 15;

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const dateFormat = (locale: string, how: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...how, timeZone: 'UTC' });

/** Ranges of days with a word in place of the dash. */
const daysIn = (locale: string, language: LanguageId): Written['days'] => {
  const month = { day: 'numeric', month: 'long' } as const;
  const [whole, part] = [dateFormat(locale, { ...month, year: 'numeric' }), dateFormat(locale, month)];
  return (from, to, hasYear = true) => {
    const parts = (hasYear ? whole : part).formatRangeToParts(dateOf(from), dateOf(to));
    return parts.map(({ value }) => value.replace(/\s*–\s*/u, ` ${UNTIL[language]} `)).join('');
  };
};

const make = (language: LanguageId, locale: string, currency: string): Written => {
  const inMoney = (text: string, most: number): string => {
    const least = shownDecimals(currency, text);
    const digits = { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, most) };
    return number(locale, { style: 'currency', currency, ...digits })(text);
  };
  const plain = number(locale, { maximumFractionDigits: MOST_DECIMALS });
  const dayIn = (how: Intl.DateTimeFormatOptions): ((date: string) => string) => {
    const format = dateFormat(locale, how);
    return (date) => format.format(dateOf(date));
  };
  const [shortDay, dayOfYear] = [dayIn({ day: 'numeric', month: 'short' }), dayIn({ day: 'numeric', month: 'long' })];
  return {
    money: (cents) => inMoney(plainAmount(cents), 0),
    price: (text) => inMoney(text, 6),
    number: plain,
    aligned: (text, decimals) =>
      number(locale, { minimumFractionDigits: Math.min(decimals, MOST_DECIMALS), maximumFractionDigits: MOST_DECIMALS })(text),
    day: dayIn({ dateStyle: 'medium' }),
    longDay: dayIn({ dateStyle: 'long' }),
    dayOfYear: (date, isShort = false) => (isShort ? shortDay : dayOfYear)(date),
    days: daysIn(locale, language),
  };
};

const made = new Map<string, Written>();

/**
 * Formats for a bill of that language, units and currency; currencies without cents show none. With a country, as people there write the
 * language: Swiss German has apostrophes in numbers.
 */
export const writtenIn = (language: LanguageId, units: UnitSystem, currency: string, country: string | null = null): Written => {
  const locale = country === null ? LOCALES[language][units] : `${language}-${country}`;
  const key = `${locale} ${currency}`;
  const known = made.get(key) ?? make(language, locale, currency);
  made.set(key, known);
  return known;
};

/** What says how a bill writes numbers and days. */
export type Spoken = Pick<BillingDocument, 'language' | 'units' | 'currency'> & {
  readonly seller: Pick<BillingDocument['seller'], 'country'>;
};

/** As the bill's language and its seller's country write them. */
export const writtenFor = ({ language, units, currency, seller }: Spoken): Written => writtenIn(language, units, currency, seller.country);
