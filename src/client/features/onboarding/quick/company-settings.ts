import type { Organization } from '#shared/domain/organization.ts';
import type { PayPeriod } from '#shared/domain/pay-period.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { deviceZone } from '#client/data/today.ts';
import { percentOf, rateOf } from '#client/entities/organizations/money-form.ts';
import { defaultsOf, languageIn, likelyCountries } from '#shared/domain/country-defaults.ts';
import { type Language, pageLanguage } from '#client/lib/language.ts';

/** The tax of a company as it is typed: `percent` as a form holds it, empty for none. */
export interface TypedTax {
  readonly name: string;
  readonly percent: string;
  readonly isIncluded: boolean;
}

/** What is set up with the country. */
export interface CompanySettings {
  readonly language: Language;
  readonly units: UnitSystem;
  readonly currency: string;
  readonly timeZone: string;
  readonly tax: TypedTax;
  readonly seasonStartDate: string;
  readonly payPeriod: PayPeriod;
}

/** The country, and what somebody has set otherwise than it was guessed. */
export interface CountryChoice {
  readonly country: string;
  readonly touched: Partial<CompanySettings>;
}

/** What is guessed from the country and this device. */
const guessed = (country: string): CompanySettings => {
  const { tax, ...rest } = defaultsOf(country);
  return {
    ...rest,
    language: languageIn(country, navigator.languages, pageLanguage()),
    timeZone: deviceZone(),
    tax: { name: tax?.name ?? '', percent: percentOf(tax?.rate ?? null), isIncluded: false },
  };
};

/** Another country changes the guesses that nobody has touched. */
export const settingsOf = ({ country, touched }: CountryChoice): CompanySettings => ({ ...guessed(country), ...touched });

/** The countries to choose from: the organization's own, and those that are likely here. */
export const offeredCountries = ({ country }: Pick<Organization, 'country'>): readonly string[] => [
  ...new Set([...(country === null ? [] : [country]), ...likelyCountries(navigator.languages, deviceZone(), pageLanguage())]),
];

/** What the screen begins with: the guesses, or what the organization has chosen before. */
export const choiceOf = (organization: Organization): CountryChoice => {
  const country = offeredCountries(organization)[0] ?? 'US';
  if (organization.country === null && !organization.onboardingCompleted) {
    return { country, touched: {} };
  }
  const guess = guessed(country);
  const { language, units, currency, timeZone, taxName, taxRate, taxIncluded, seasonStartDate, payPeriod } = organization;
  const own: CompanySettings = {
    language: language ?? guess.language,
    units,
    currency,
    timeZone: timeZone ?? guess.timeZone,
    tax: { name: taxName ?? '', percent: percentOf(taxRate), isIncluded: taxIncluded },
    seasonStartDate: seasonStartDate ?? guess.seasonStartDate,
    payPeriod,
  };
  const isOwn = (name: string): boolean =>
    JSON.stringify(own[name as keyof CompanySettings]) !== JSON.stringify(guess[name as keyof CompanySettings]);
  return { country, touched: Object.fromEntries(Object.entries(own).filter(([name]) => isOwn(name))) };
};

/** The part of the organization that they are; undefined if the tax is no percentage. */
export const bodyOf = (choice: CountryChoice) => {
  const { tax, ...rest } = settingsOf(choice);
  const taxRate = rateOf(tax.percent);
  return taxRate === undefined
    ? undefined
    : { country: choice.country, ...rest, taxName: taxRate === null ? '' : tax.name, taxRate, taxIncluded: tax.isIncluded };
};
