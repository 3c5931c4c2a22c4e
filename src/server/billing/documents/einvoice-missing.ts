import type { BillingDocument } from '#shared/billing/document.ts';
import { isInUnion } from '#shared/domain/european-union.ts';
import type { Term } from '#shared/messages/message.ts';
import type { TermWord } from '#shared/messages/terms.ts';
import type { Profile } from './einvoice-profile.ts';
import { hasTown, isVatNumber } from './einvoice-party.ts';

type Need = readonly [need: TermWord, isMissing: boolean];

/** What of a document is looked at. */
interface Facts extends Pick<BillingDocument, 'seller' | 'buyer' | 'dueOn' | 'taxPosition' | 'kind'> {
  readonly lines: readonly Pick<BillingDocument['lines'][number], 'kind'>[];
  readonly taxes: readonly Pick<BillingDocument['taxes'][number], 'taxPercent'>[];
  readonly payment: { readonly account: string | null } | null;
}

/** Where there is no rate of zero, a bill without any tax needs a reason; Ireland and others have one. */
const lacksReason = ({ seller, taxes, taxPosition }: Facts): boolean =>
  isInUnion(seller.country) && seller.country !== 'IE' && taxPosition === null && taxes.every(({ taxPercent }) => Number(taxPercent) === 0);

/** BR-09, 11, 16, BR-CO-25, 26, BR-AE-02, BR-S-02, BR-Z-02. */
const core = (document: Facts): readonly Need[] => {
  const { seller, buyer, lines, dueOn, taxPosition } = document;
  return [
    ['the country of the organization', seller.country === null],
    ['the country of the customer', buyer.country === null],
    ['the day on which it is due', dueOn === null],
    ['a line', !lines.some(({ kind }) => kind !== 'discount')],
    ['the tax number of the organization', seller.taxNumber === null && seller.taxRegistration === null],
    ['the VAT number of the customer', taxPosition?.category === 'AE' && !isVatNumber(buyer.taxNumber)],
    ['the reason why there is no tax', lacksReason(document)],
  ];
};

/** BR-DE-1 to 9, 15; PEPPOL-EN16931-R010, R020. */
const xrechnung = ({ seller, buyer, payment, kind }: Facts): readonly Need[] => [
  ['the ZIP and town of the organization', !hasTown(seller)],
  ['the phone number of the organization', seller.phoneNumber === null],
  ['the email of the organization', seller.email === null],
  ['the bank account of the organization', kind !== 'reversal' && kind !== 'credit' && (payment?.account ?? null) === null],
  ['the ZIP and town of the customer', !hasTown(buyer)],
  ['the email of the customer', buyer.email === null],
  ['the reference of the customer', buyer.reference === null && buyer.number === null],
];

/** What an e-invoice requires and this document does not have, in words for the person who can add it. */
export const missingForEInvoice = (document: Facts, profile: Profile): Term[] =>
  [...core(document), ...(profile === 'xrechnung' ? xrechnung(document) : [])]
    .filter(([, isMissing]) => isMissing)
    .map(([term]) => ({ term }));
