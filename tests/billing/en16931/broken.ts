import { toUbl } from '#server/billing/documents/ubl.ts';
import { BILL, REVERSAL } from '../documents.ts';
import { documentOfLaw } from '../law-documents.ts';
import { WORKED_LAW } from '../worked-law.ts';
import { CHARGED, UNTAXED } from './kinds.ts';

type Change = (xml: string) => string;

const changed =
  (change: Change): Change =>
  (xml) => {
    const after = change(xml);
    if (after === xml) {
      throw new Error('The document is as it was.');
    }
    return after;
  };
const part = (name: string): RegExp => new RegExp(`<${name}[ >](?:(?!<${name}[ >]).)*?</${name}>`, 's');
/** Without the first element of a name. */
const cut = (name: string): Change => changed((xml) => xml.replace(part(name), ''));
const swap = (from: string | RegExp, to: string): Change => changed((xml) => xml.replace(from, to));
/** Changes the first element of a name (or the one at another place) and nothing else. */
const inside = (name: string, change: Change, place = 0): Change =>
  changed((xml) => {
    const found = [...xml.matchAll(new RegExp(part(name), 'gs'))][place];
    const [text = ''] = found ?? [];
    const at = found?.index ?? 0;
    return `${xml.slice(0, at)}${change(text)}${xml.slice(at + text.length)}`;
  });
const cutAll = (name: string): Change => changed((xml) => xml.replaceAll(new RegExp(part(name), 'gs'), ''));
/** Seven more than it was. */
const raise = (name: string): Change =>
  changed((xml) =>
    xml.replace(new RegExp(`(<${name}[^>]*>)([^<]*)<`), (_all, tag: string, amount: string) => `${tag}${(Number(amount) + 7).toFixed(2)}<`),
  );
const third = (name: string): Change => swap(new RegExp(`(<${name}[^>]*>[^<]*)<`), '$15<');

/** With an account, a contact, endpoints, a cash discount and a reference of the buyer. */
const german = WORKED_LAW.find(({ name }) => name === 'Germany');
if (german === undefined) {
  throw new Error('There is no German bill.');
}
const whole = toUbl(documentOfLaw(german));
export const XRECHNUNG = toUbl(documentOfLaw(german), 'xrechnung');

const invoice = toUbl(BILL);
const credit = toUbl(REVERSAL);
const charged = toUbl(CHARGED);
const [SELLER, BUYER, LINE, TOTAL, PART] = [
  'cac:AccountingSupplierParty',
  'cac:AccountingCustomerParty',
  'cac:InvoiceLine',
  'cac:LegalMonetaryTotal',
  'cac:TaxSubtotal',
];
const ALLOWANCE = 'cac:AllowanceCharge';
const later = swap(/<cbc:StartDate>[^<]*/, '<cbc:StartDate>2099-01-01');
const undated = inside('cac:InvoicePeriod', (xml) => cut('cbc:EndDate')(cut('cbc:StartDate')(xml)));
const REASON = 'cbc:TaxExemptionReasonCode';
const reason = (code: string): Change => inside(PART, swap('<cac:TaxScheme>', `<${REASON}>${code}</${REASON}><cac:TaxScheme>`));

const GENERAL: Readonly<Record<string, readonly [base: string, change: Change]>> = {
  'BR-01': [invoice, cut('cbc:CustomizationID')],
  'BR-02': [invoice, cut('cbc:ID')],
  'BR-03': [invoice, cut('cbc:IssueDate')],
  'BR-04': [invoice, cut('cbc:InvoiceTypeCode')],
  'BR-05': [invoice, cut('cbc:DocumentCurrencyCode')],
  'BR-06': [invoice, inside(SELLER, cut('cbc:RegistrationName'))],
  'BR-07': [invoice, inside(BUYER, cut('cbc:RegistrationName'))],
  'BR-08': [invoice, inside(SELLER, cut('cac:PostalAddress'))],
  'BR-09': [invoice, inside(SELLER, cut('cbc:IdentificationCode'))],
  'BR-10': [invoice, inside(BUYER, cut('cac:PostalAddress'))],
  'BR-11': [invoice, inside(BUYER, cut('cbc:IdentificationCode'))],
  'BR-12': [invoice, inside(TOTAL, cut('cbc:LineExtensionAmount'))],
  'BR-13': [invoice, inside(TOTAL, cut('cbc:TaxExclusiveAmount'))],
  'BR-14': [invoice, inside(TOTAL, cut('cbc:TaxInclusiveAmount'))],
  'BR-15': [invoice, inside(TOTAL, cut('cbc:PayableAmount'))],
  'BR-16': [invoice, cutAll(LINE)],
  'BR-21': [invoice, inside(LINE, cut('cbc:ID'))],
  'BR-22': [invoice, inside(LINE, cut('cbc:InvoicedQuantity'))],
  'BR-23': [invoice, swap(/ unitCode="[^"]*"/, '')],
  'BR-24': [invoice, inside(LINE, cut('cbc:LineExtensionAmount'))],
  'BR-25': [invoice, inside(LINE, cut('cbc:Name'))],
  'BR-26': [invoice, inside(LINE, cut('cbc:PriceAmount'))],
  'BR-27': [invoice, swap(/(<cbc:PriceAmount[^>]*>)/, '$1-')],
  'BR-29': [invoice, inside('cac:InvoicePeriod', later)],
  'BR-30': [invoice, inside(LINE, later)],
  'BR-31': [invoice, inside(ALLOWANCE, cut('cbc:Amount'))],
  'BR-32': [invoice, inside(ALLOWANCE, cut('cac:TaxCategory'))],
  'BR-33': [invoice, inside(ALLOWANCE, cut('cbc:AllowanceChargeReason'))],
  'BR-36': [charged, inside(ALLOWANCE, cut('cbc:Amount'), 1)],
  'BR-37': [charged, inside(ALLOWANCE, cut('cac:TaxCategory'), 1)],
  'BR-38': [charged, inside(ALLOWANCE, cut('cbc:AllowanceChargeReason'), 1)],
  'BR-45': [invoice, inside(PART, cut('cbc:TaxableAmount'))],
  'BR-46': [invoice, inside(PART, cut('cbc:TaxAmount'))],
  'BR-47': [invoice, inside(PART, cut('cac:TaxCategory'))],
  'BR-48': [invoice, inside(PART, cut('cbc:Percent'))],
  'BR-49': [credit, cut('cbc:PaymentMeansCode')],
  'BR-50': [whole, inside('cac:PayeeFinancialAccount', cut('cbc:ID'))],
  'BR-55': [credit, inside('cac:InvoiceDocumentReference', cut('cbc:ID'))],
  'BR-61': [credit, swap('<cbc:PaymentMeansCode>1<', '<cbc:PaymentMeansCode>30<')],
  'BR-62': [whole, inside(SELLER, swap(/ schemeID="EM"/, ''))],
  'BR-63': [whole, inside(BUYER, swap(/ schemeID="EM"/, ''))],
  'BR-CO-04': [invoice, inside(LINE, cut('cac:ClassifiedTaxCategory'))],
  'BR-CO-09': [invoice, swap('>DE123456789<', '>ZZ123456789<')],
  'BR-CO-10': [invoice, inside(TOTAL, raise('cbc:LineExtensionAmount'))],
  'BR-CO-11': [invoice, inside(TOTAL, raise('cbc:AllowanceTotalAmount'))],
  'BR-CO-12': [charged, inside(TOTAL, raise('cbc:ChargeTotalAmount'))],
  'BR-CO-13': [invoice, inside(TOTAL, raise('cbc:TaxExclusiveAmount'))],
  'BR-CO-14': [invoice, inside('cac:TaxTotal', raise('cbc:TaxAmount'))],
  'BR-CO-15': [invoice, inside(TOTAL, raise('cbc:TaxInclusiveAmount'))],
  'BR-CO-16': [invoice, inside(TOTAL, raise('cbc:PayableAmount'))],
  'BR-CO-17': [invoice, inside(PART, raise('cbc:TaxAmount'))],
  'BR-CO-18': [invoice, cutAll(PART)],
  'BR-CO-19': [invoice, undated],
  'BR-CO-20': [invoice, inside(LINE, undated)],
  'BR-CO-21': [invoice, inside(ALLOWANCE, cut('cbc:AllowanceChargeReason'))],
  'BR-CO-22': [charged, inside(ALLOWANCE, cut('cbc:AllowanceChargeReason'), 1)],
  'BR-CO-25': [invoice, cut('cbc:DueDate')],
  'BR-CO-26': [invoice, inside(SELLER, cut('cac:PartyTaxScheme'))],
  'BR-DEC-01': [invoice, inside(ALLOWANCE, third('cbc:Amount'))],
  'BR-DEC-05': [charged, inside(ALLOWANCE, third('cbc:Amount'), 1)],
  'BR-DEC-09': [invoice, inside(TOTAL, third('cbc:LineExtensionAmount'))],
  'BR-DEC-10': [invoice, inside(TOTAL, third('cbc:AllowanceTotalAmount'))],
  'BR-DEC-11': [charged, inside(TOTAL, third('cbc:ChargeTotalAmount'))],
  'BR-DEC-12': [invoice, inside(TOTAL, third('cbc:TaxExclusiveAmount'))],
  'BR-DEC-13': [invoice, inside('cac:TaxTotal', third('cbc:TaxAmount'))],
  'BR-DEC-14': [invoice, inside(TOTAL, third('cbc:TaxInclusiveAmount'))],
  'BR-DEC-18': [invoice, inside(TOTAL, third('cbc:PayableAmount'))],
  'BR-DEC-19': [invoice, inside(PART, third('cbc:TaxableAmount'))],
  'BR-DEC-20': [invoice, inside(PART, third('cbc:TaxAmount'))],
  'BR-DEC-23': [invoice, inside(LINE, third('cbc:LineExtensionAmount'))],
  'BR-CL-01': [credit, swap('>381<', '>380<')],
  'BR-CL-03': [invoice, swap('currencyID="EUR"', 'currencyID="EURO"')],
  'BR-CL-04': [invoice, swap('<cbc:DocumentCurrencyCode>EUR', '<cbc:DocumentCurrencyCode>DEM')],
  'BR-CL-08': [invoice, swap('<cbc:Note>', '<cbc:Note>#5 and #6')],
  'BR-CL-14': [invoice, swap('<cbc:IdentificationCode>DE', '<cbc:IdentificationCode>UK')],
  'BR-CL-16': [credit, swap('<cbc:PaymentMeansCode>1<', '<cbc:PaymentMeansCode>cash<')],
  'BR-CL-17': [invoice, inside(PART, swap('<cbc:ID>S<', '<cbc:ID>Q<'))],
  'BR-CL-18': [invoice, inside(LINE, swap('<cbc:ID>S<', '<cbc:ID>Q<'))],
  'BR-CL-22': [invoice, reason('BECAUSE')],
  'BR-CL-25': [whole, swap('schemeID="EM"', 'schemeID="MAIL"')],
  'BR-CL-23': [invoice, swap('unitCode="HUR"', 'unitCode="hours"')],
};

const untaxed = toUbl(UNTAXED);
const withTaxNumber = (party: string, taxNumber: string): Change =>
  inside(
    party,
    swap(
      '<cac:PartyLegalEntity>',
      `<cac:PartyTaxScheme><cbc:CompanyID>${taxNumber}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>`,
    ),
  );
const delivered = swap(
  '</cac:Delivery>',
  '<cac:DeliveryLocation><cac:Address><cac:Country><cbc:IdentificationCode>ES</cbc:IdentificationCode></cac:Country></cac:Address></cac:DeliveryLocation></cac:Delivery>',
);
const inCategory = (code: string, exemption: string, ...more: Change[]): string =>
  [swap(/<cbc:ID>Z</g, `<cbc:ID>${code}<`), reason(exemption), ...more].reduce((xml, change) => change(xml), untaxed);

interface FamilyCase {
  readonly base: string;
  /** Takes away (or adds) the tax numbers that the category needs (or forbids). */
  readonly parties: Change;
  readonly percent: Change;
  readonly reason: Change;
}
const otherPercent = (percent: string): Change => swap(/<cbc:Percent>[^<]*/, `<cbc:Percent>${percent}`);
const noSeller = inside(SELLER, cut('cac:PartyTaxScheme'));
const noBuyer = inside(BUYER, cut('cac:PartyTaxScheme'));
const known = inside(
  SELLER,
  swap('<cac:PostalAddress>', '<cac:PartyIdentification><cbc:ID>7</cbc:ID></cac:PartyIdentification><cac:PostalAddress>'),
);
const buyer = withTaxNumber(BUYER, 'ESB12345678');

/** Documents of the categories that this program never writes are made from one that it does. */
const FAMILIES: Readonly<Record<string, FamilyCase>> = {
  S: { base: charged, parties: noSeller, percent: otherPercent('0'), reason: reason('VATEX-EU-O') },
  Z: { base: untaxed, parties: noSeller, percent: otherPercent('19'), reason: reason('VATEX-EU-O') },
  E: { base: inCategory('E', 'VATEX-EU-132-1A'), parties: noSeller, percent: otherPercent('19'), reason: cut(REASON) },
  AE: { base: inCategory('AE', 'VATEX-EU-AE', buyer), parties: noBuyer, percent: otherPercent('19'), reason: cut(REASON) },
  IC: { base: inCategory('K', 'VATEX-EU-IC', buyer, delivered), parties: noBuyer, percent: otherPercent('19'), reason: cut(REASON) },
  G: { base: inCategory('G', 'VATEX-EU-G'), parties: noSeller, percent: otherPercent('19'), reason: cut(REASON) },
  O: {
    base: inCategory('O', 'VATEX-EU-O', cutAll('cbc:Percent'), noSeller, known),
    parties: withTaxNumber(SELLER, 'DE123456789'),
    percent: swap('<cac:TaxScheme>', '<cbc:Percent>0</cbc:Percent><cac:TaxScheme>'),
    reason: cut(REASON),
  },
};
/** Documents that keep all rules of their category, by its name. */
export const KEPT: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(FAMILIES).map(([name, { base }]) => [name, base]));

const familyCases = Object.entries(FAMILIES).flatMap(([name, { base, parties, percent, reason: ofReason }]) =>
  Object.entries({
    '01': cutAll(PART),
    '02': parties,
    '03': parties,
    '04': parties,
    '05': inside(LINE, percent),
    '06': inside(ALLOWANCE, percent),
    '07': inside(ALLOWANCE, percent, 1),
    '08': inside(PART, raise('cbc:TaxableAmount')),
    '09': inside(PART, raise('cbc:TaxAmount')),
    '10': ofReason,
  }).map(([number, change]) => [`BR-${name}-${number}`, [base, change]] as const),
);
const outside = FAMILIES['O']?.base ?? '';
const supplied = FAMILIES['IC']?.base ?? '';
const zero = swap('<cbc:ID>O<', '<cbc:ID>Z<');

/** For each rule a document that was right, and what breaks it. */
export const BROKEN: Readonly<Record<string, readonly [base: string, change: Change]>> = {
  ...GENERAL,
  ...Object.fromEntries(familyCases),
  'BR-IC-11': [supplied, (xml) => cut('cbc:ActualDeliveryDate')(cut('cac:InvoicePeriod')(xml))],
  'BR-IC-12': [supplied, cut('cac:DeliveryLocation')],
  'BR-O-11': [outside, changed((xml) => xml.replace(part(PART), (text) => text + zero(text)))],
  'BR-O-12': [outside, inside(LINE, zero)],
  'BR-O-13': [outside, inside(ALLOWANCE, zero)],
  'BR-O-14': [outside, inside(ALLOWANCE, zero, 1)],
};

const [CONTACT, MEANS] = ['cac:Contact', 'cac:PaymentMeans'];

/** For each rule of XRechnung what breaks it in `XRECHNUNG`. */
export const BROKEN_XRECHNUNG: Readonly<Record<string, Change>> = {
  'BR-DE-1': cut(MEANS),
  'BR-DE-2': inside(SELLER, cut(CONTACT)),
  'BR-DE-3': inside(SELLER, cut('cbc:CityName')),
  'BR-DE-4': inside(SELLER, cut('cbc:PostalZone')),
  'BR-DE-5': inside(SELLER, inside(CONTACT, cut('cbc:Name'))),
  'BR-DE-6': inside(SELLER, cut('cbc:Telephone')),
  'BR-DE-7': inside(SELLER, cut('cbc:ElectronicMail')),
  'BR-DE-8': inside(BUYER, cut('cbc:CityName')),
  'BR-DE-9': inside(BUYER, cut('cbc:PostalZone')),
  'BR-DE-14': inside(PART, cut('cbc:Percent')),
  'BR-DE-15': cut('cbc:BuyerReference'),
  'BR-DE-16': inside(SELLER, cut('cac:PartyTaxScheme')),
  'BR-DE-17': swap('>380<', '>386<'),
  'BR-DE-18': swap('#TAGE=10#', '#TAGE=ten#'),
  'BR-DE-19': swap('DE89370400440532013000', 'DE89370400440532013001'),
  'BR-DE-21': swap('xrechnung_3.0', 'xrechnung_9.0'),
  'BR-DE-23-a': cut('cac:PayeeFinancialAccount'),
  'BR-DE-27': inside(SELLER, swap(/<cbc:Telephone>[^<]*/, '<cbc:Telephone>at the farm')),
  'BR-DE-28': inside(SELLER, swap(/<cbc:ElectronicMail>[^<]*/, '<cbc:ElectronicMail>office at example')),
  'PEPPOL-EN16931-R001': cut('cbc:ProfileID'),
  'PEPPOL-EN16931-R008': swap(/<cbc:Description>[^<]*/, '<cbc:Description>'),
  'PEPPOL-EN16931-R010': inside(BUYER, cut('cbc:EndpointID')),
  'PEPPOL-EN16931-R020': inside(SELLER, cut('cbc:EndpointID')),
};
