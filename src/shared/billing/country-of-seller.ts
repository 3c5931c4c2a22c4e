import { countryOf, countryOfTaxNumber } from './country-of.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';

/** The lines of an address, without the name that some people write above it. */
export const linesOfAddress = (address: string | null, name: string): string[] => {
  const lines = (address ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines[0]?.toLowerCase() === name.trim().toLowerCase() ? lines.slice(1) : lines;
};

/** ISO 3166; null if neither the country, the address nor the tax number says it. */
export const countryOfSeller = ({ name, country, address, taxNumber }: BillingContent['issuer']): string | null =>
  country ?? countryOf(linesOfAddress(address, name)) ?? countryOfTaxNumber(taxNumber);
