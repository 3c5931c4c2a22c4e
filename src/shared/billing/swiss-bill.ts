import type { DocumentParty } from '#shared/billing/document.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { Payable } from '#shared/billing/payable.ts';
import { isCreditorReference, isQrReference } from '#shared/billing/payment-references.ts';
import { withinSigns } from '#shared/billing/within-signs.ts';
import { compactIban, ibanCountry, isQrIban } from '#shared/domain/iban.ts';

/** A party of a Swiss QR-bill: the address in parts, the house number apart from the street. */
export interface SwissParty {
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postalCode: string;
  readonly town: string;
  readonly country: string;
}

/** A Swiss QR-bill, as the code and the payment part say it. */
export interface SwissBill {
  readonly iban: string;
  readonly creditor: SwissParty;
  readonly debtor: SwissParty | null;
  readonly cents: number;
  readonly currency: string;
  /** A QR reference for a QR-IBAN, else a creditor reference; other words are none. */
  readonly reference: string;
  readonly message: string;
}

const SWISS = new Set(['CH', 'LI']);

interface Place {
  readonly street: string;
  readonly postalCode: string;
  readonly town: string;
}

/** Of an address that was written as lines, the last of which is `8400 Winterthur`. */
const placeIn = (lines: readonly string[]): Place | null => {
  const [, postalCode, town] = /^(?:[A-Z]{1,3}-)?(\d{4,5}) (\S.*)$/.exec(lines.at(-1) ?? '') ?? [];
  return postalCode === undefined || town === undefined ? null : { street: lines.at(-2) ?? '', postalCode, town };
};

const placeOf = ({ street, postalCode, town, addressLines }: DocumentParty): Place | null =>
  postalCode !== null && town !== null ? { street: street ?? '', postalCode, town } : placeIn(addressLines);

const HOUSE_NUMBER = /^(.*\S) (\d+ ?[a-zA-Z]?(?:[-/]\d+ ?[a-zA-Z]?)?)$/;

/** Null where the postal code, the town or the country is not known: the code then does without the party. */
const swissPartyOf = (party: DocumentParty, name = party.name): SwissParty | null => {
  const place = placeOf(party);
  if (place === null || party.country === null) {
    return null;
  }
  const all = withinSigns(place.street, 70);
  const [, street = all, houseNumber = ''] = HOUSE_NUMBER.exec(all) ?? [];
  return {
    name: withinSigns(name, 70),
    street,
    houseNumber: withinSigns(houseNumber, 16),
    postalCode: withinSigns(place.postalCode, 16),
    town: withinSigns(place.town, 35),
    country: party.country,
  };
};

/** The QR-IBAN if there is one; null for accounts elsewhere. */
const swissAccountOf = ({ payment }: Payable): string | null => {
  const qrIban = payment?.qrIban ?? null;
  const iban = qrIban !== null && isQrIban(qrIban) ? qrIban : (payment?.account ?? '');
  return SWISS.has(ibanCountry(iban) ?? '') ? iban : null;
};

/** The QR-bill of what is open; null for other accounts and currencies, and where the seller's own place is not known. */
export const swissBillOf = (bill: Payable): SwissBill | null => {
  const { seller, buyer, payment, currency, openCents: cents, number } = bill;
  const iban = swissAccountOf(bill);
  const creditor = swissPartyOf(seller, payment?.holder ?? seller.name);
  if (payment === null || iban === null || creditor === null || cents <= 0 || (currency !== 'CHF' && currency !== 'EUR')) {
    return null;
  }
  return { iban, creditor, debtor: swissPartyOf(buyer), cents, currency, reference: payment.reference, message: number };
};

const partyLines = (party: SwissParty | null): string[] =>
  party === null
    ? ['', '', '', '', '', '', '']
    : ['S', party.name, party.street, party.houseNumber, party.postalCode, party.town, party.country];

/**
 * The text of a Swiss QR code (Swiss Implementation Guidelines QR-bill 2.3: `SPC`, version 0200). Its final creditor is always empty.
 * `billing` is structured information of the biller, `//S1/…`.
 */
export const swissPayload = ({ iban, creditor, debtor, cents, currency, reference, message }: SwissBill, billing?: string): string => {
  const type = isQrReference(reference) ? 'QRR' : isCreditorReference(reference) ? 'SCOR' : 'NON';
  const [parties, from] = [partyLines(creditor), partyLines(debtor)];
  const payee = ['SPC', '0200', '1', compactIban(iban), ...parties, ...partyLines(null)];
  const rest = [type, type === 'NON' ? '' : reference, withinSigns(message, 140), 'EPD'];
  const more = billing === undefined ? [] : [billing];
  return [...payee, plainAmount(cents), currency, ...from, ...rest, ...more].join('\n');
};
