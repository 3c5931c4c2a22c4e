import { COMMON_CURRENCIES, CURRENCIES } from '#shared/domain/currencies.ts';
import { WHOLE_RATE } from '#shared/domain/organization.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { formatDecimal } from '#client/lib/formats.ts';
import { pageLocale } from '#client/lib/language.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** What people call the systems of units, and what they measure in them. */
export const UNIT_SYSTEM_WORDS = {
  us: { name: 'US', hint: 'Gallons, acres, miles' },
  metric: { name: 'Metric', hint: 'Liters, hectares, kilometers' },
} as const satisfies Record<UnitSystem, { name: PlainText; hint: PlainText }>;

/** A rate in hundredths of a percent from a percentage as it is typed, with a point or a comma; null for none, undefined for anything else. */
export const rateOf = (typed: string): number | null | undefined => {
  const text = typed.replace('%', '').trim();
  if (text === '') {
    return null;
  }
  const [, whole = '', part = ''] = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text) ?? [];
  const rate = (Number(whole) * 10_000 + Number(part.padEnd(4, '0'))) / 100;
  return whole === '' || rate > WHOLE_RATE ? undefined : rate;
};

/** The percentage of a rate as the locale writes it, such as '8.875'. */
export const percentOf = (rate: number | null): string => (rate === null ? '' : formatDecimal(String(rate / 100)));

const namesOfCurrencies = (): Intl.DisplayNames => new Intl.DisplayNames(pageLocale(), { type: 'currency' });

/** 'EUR, Euro' */
export const currencyName = (code: string): string => `${code}, ${namesOfCurrencies().of(code) ?? code}`;

export interface CurrencyChoice {
  readonly code: string;
  readonly name: string;
}

/** Every currency by its letters and name, the common ones in a list of their own. */
export const currencyChoices = (): { readonly common: readonly CurrencyChoice[]; readonly others: readonly CurrencyChoice[] } => {
  const names = namesOfCurrencies();
  const choiceOf = (code: string): CurrencyChoice => ({ code, name: `${code}, ${names.of(code) ?? code}` });
  return { common: COMMON_CURRENCIES.map(choiceOf), others: CURRENCIES.slice(COMMON_CURRENCIES.length).map(choiceOf) };
};
