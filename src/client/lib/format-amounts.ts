import { shownDecimals } from '#shared/billing/minor-unit.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';

const decimals = cached((locale: string | undefined) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));
const percents = cached((locale: string | undefined) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 }));
const currencies = cached(
  (locale: string | undefined, currency: string, least: number, most: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: least, maximumFractionDigits: most }),
);

/** An amount in cents, which are hundredths of any currency: '$1,250.00', '¥1,250'. */
export const formatMoney = (cents: number, currency: string, locale = pageLocale()): string => {
  const digits = shownDecimals(currency, String(cents / 100));
  return currencies(locale, currency, digits, digits).format(cents / 100);
};

/** A price from the text of its decimal, with as many decimals as it has: '$0.355'. */
export const formatPrice = (price: string, currency: string, locale = pageLocale()): string =>
  currencies(locale, currency, shownDecimals(currency, price), 6).format(Number(price));

/** A quantity from the text of its decimal. */
export const formatDecimal = (decimal: string, locale = pageLocale()): string => decimals(locale).format(Number(decimal));

/** A percentage, with the sign as the locale writes it: '8.25%', '8,25 %'. */
export const formatPercent = (percent: number, locale = pageLocale()): string => percents(locale).format(percent / 100);
