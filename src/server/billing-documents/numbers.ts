import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';

/** How numbers, money and days are written on a printed bill. */
export interface Written {
  readonly money: (cents: number) => string;
  /** A price of one unit, with all of its decimals. */
  readonly price: (text: string) => string;
  readonly number: (text: string) => string;
  readonly day: (date: string) => string;
}

const LOCALES: Readonly<Record<LanguageId, Readonly<Record<UnitSystem, string>>>> = {
  en: { us: 'en-US', metric: 'en-GB' },
  de: { us: 'de-DE', metric: 'de-DE' },
  es: { us: 'es-US', metric: 'es-ES' },
};

/** Decimals are given to `Intl` as text, which is exact; a currency without cents shows them only where there are any. */
export const writtenIn = (language: LanguageId, units: UnitSystem, currency: string): Written => {
  const locale = LOCALES[language][units];
  const usual = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const least = Math.min(usual, 2);
  const inMoney = (most: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: least, maximumFractionDigits: most });
  const [amount, price] = [inMoney(2), inMoney(6)];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    // Intl takes decimal text, and is exact with it.
    money: (cents) => amount.format(plainAmount(cents) as Intl.StringNumericLiteral),
    price: (text) => price.format(text as Intl.StringNumericLiteral),
    number: (text) => plain.format(text as Intl.StringNumericLiteral),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
  };
};
