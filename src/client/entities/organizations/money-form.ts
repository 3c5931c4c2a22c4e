import { COMMON_CURRENCIES, CURRENCIES } from '#shared/domain/currencies.ts';
import { WHOLE_RATE } from '#shared/domain/organization.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { pageLocale } from '#client/lib/language.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { decimalOf, heldOf } from '#client/lib/typed-number.ts';

/** What people call the systems of units, and what they measure in them. */
export const UNIT_SYSTEM_WORDS = {
  us: { name: 'US', hint: 'Gallons, acres, miles' },
  metric: { name: 'Metric', hint: 'Liters, hectares, kilometers' },
} as const satisfies Record<UnitSystem, { name: PlainText; hint: PlainText }>;

/** A rate in hundredths of a percent from the percentage that a form holds; null for none, undefined for anything else. */
export const rateOf = (held: string): number | null | undefined => {
  if (held === '') {
    return null;
  }
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(decimalOf(held) ?? '') ?? [];
  const rate = (Number(whole) * 10_000 + Number(part.padEnd(4, '0'))) / 100;
  return whole === '' || rate > WHOLE_RATE ? undefined : rate;
};

/** The percentage of a rate as a form holds it, such as '8.875'. */
export const percentOf = (rate: number | null): string => (rate === null ? '' : heldOf(Number((rate / 100).toFixed(6))));

const namesOfCurrencies = (): Intl.DisplayNames => new Intl.DisplayNames(pageLocale(), { type: 'currency' });

/** 'EUR, Euro' */
export const currencyName = (code: string): string => `${code}, ${namesOfCurrencies().of(code) ?? code}`;

export interface CurrencyChoice {
  readonly code: string;
  readonly name: string;
}

/** Every currency by its code and name, the common ones in a separate list. */
export const currencyChoices = (): { readonly common: readonly CurrencyChoice[]; readonly others: readonly CurrencyChoice[] } => {
  const names = namesOfCurrencies();
  const choiceOf = (code: string): CurrencyChoice => ({ code, name: `${code}, ${names.of(code) ?? code}` });
  return { common: COMMON_CURRENCIES.map(choiceOf), others: CURRENCIES.slice(COMMON_CURRENCIES.length).map(choiceOf) };
};
