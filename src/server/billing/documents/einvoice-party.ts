import type { BillingDocument, DocumentParty } from '#shared/billing/document.ts';
import { countryOf, countryOfTaxNumber } from '#shared/billing/country-of.ts';

/** Seller or buyer in the terms of EN 16931. Null: not known, or not to be said. */
export interface EParty {
  readonly name: string;
  /** An identifier of any kind (BT-29, 46). */
  readonly id: string | null;
  /** BT-31, 48. */
  readonly vatNumber: string | null;
  /** Of the seller, at the tax office (BT-32). */
  readonly registration: string | null;
  readonly street: string | null;
  readonly secondLine: string | null;
  readonly thirdLine: string | null;
  readonly town: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  readonly country: string;
  /** BG-6, 9. */
  readonly contact: { readonly name: string | null; readonly phone: string | null; readonly email: string | null } | null;
  /** The address for electronic documents (BT-34, 49), which here is one for mail. */
  readonly endpoint: string | null;
}

/** The only numbers that count as VAT identifiers begin with their country code (BR-CO-09). */
export const isVatNumber = (taxNumber: string | null): taxNumber is string => countryOfTaxNumber(taxNumber) !== null;

const compact = (number: string): string => number.replaceAll(' ', '');

/** `48143 Münster`, `D-48143 Münster`: as most of Europe writes it. */
const CODE_AND_TOWN = /^(?:[A-Z]{1,2}[- ])?(\d{4,5}) +(\p{L}.*)$/u;

type Address = Pick<EParty, 'street' | 'secondLine' | 'thirdLine' | 'town' | 'postalCode' | 'region'>;

/** The lines of an address without a country below them, and the town that one of them names. */
const fromLines = (lines: readonly string[]): Address => {
  const own = countryOf(lines) === null ? lines : lines.slice(0, -1);
  const place = own.findLastIndex((line) => CODE_AND_TOWN.test(line));
  const [, postalCode = null, town = null] = CODE_AND_TOWN.exec(own[place] ?? '') ?? [];
  const [street = null, secondLine = null, ...rest] = own.filter((_, index) => index !== place);
  return { street, secondLine, thirdLine: rest.length === 0 ? null : rest.join(', '), town, postalCode, region: null };
};

const addressOf = ({ street, town, postalCode, region, addressLines }: DocumentParty): Address =>
  town === null && postalCode === null ? fromLines(addressLines) : { street, secondLine: null, thirdLine: null, town, postalCode, region };

/** Whether town and postal code are known. */
export const hasTown = (party: DocumentParty): boolean => {
  const { town, postalCode } = addressOf(party);
  return town !== null && postalCode !== null;
};

/** What is outside of the tax may name no VAT number (BR-O-02). */
const isOutside = ({ taxPosition }: BillingDocument): boolean => taxPosition?.category === 'O';

/** A seller without a VAT identifier needs another one (BR-CO-26). */
export const sellerParty = (document: BillingDocument): EParty => {
  const { seller } = document;
  const { name, taxNumber, taxRegistration, country, phoneNumber: phone, email } = seller;
  const vatNumber = isVatNumber(taxNumber) && !isOutside(document) ? compact(taxNumber) : null;
  const registration = vatNumber === null ? (taxNumber ?? taxRegistration) : taxRegistration;
  return {
    name,
    id: vatNumber === null ? registration : null,
    vatNumber,
    registration: registration === null ? null : compact(registration),
    ...addressOf(seller),
    country: country ?? '',
    contact: phone === null && email === null ? null : { name, phone, email },
    endpoint: email,
  };
};

export const buyerParty = (document: BillingDocument): EParty => {
  const { buyer } = document;
  const { name, taxNumber, country, contactName, phoneNumber: phone, email } = buyer;
  const vatNumber = isVatNumber(taxNumber) && !isOutside(document) ? compact(taxNumber) : null;
  return {
    name,
    id: vatNumber === null ? taxNumber : null,
    vatNumber,
    registration: null,
    ...addressOf(buyer),
    country: country ?? '',
    contact: contactName === null ? null : { name: contactName, phone, email },
    endpoint: email,
  };
};
