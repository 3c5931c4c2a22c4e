import type { Element } from 'slimdom';
import { isIban } from '#shared/domain/iban.ts';
import { at, breakdownOf, every, has, rule, type Rule, text } from './read.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const MEANS = 'cac:PaymentMeans';
const ACCOUNT = `${MEANS}/cac:PayeeFinancialAccount/cbc:ID`;

const said = (id: string, path: string): Rule => rule(id, (root) => text(root, path) !== '');
const typeOf = (root: Element): string => text(root, 'cbc:InvoiceTypeCode') || text(root, 'cbc:CreditNoteTypeCode');
const isTransfer = (root: Element): boolean => ['30', '58'].includes(text(root, `${MEANS}/cbc:PaymentMeansCode`));

/** A line with a cash discount in terms of payment: it begins with #, and has this form. */
const DISCOUNT = /^#(?:SKONTO)#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Whether lines that begin with # are of that form, and the last of them is ended. */
const hasRightDiscounts = (root: Element): boolean => {
  const terms = at(root, 'cac:PaymentTerms/cbc:Note').map(({ textContent }) => textContent ?? '');
  return terms.every((each) => {
    const lines = each.split('\n');
    return lines.every((line) => !line.startsWith('#') || DISCOUNT.test(line)) && !(lines.at(-1) ?? '').startsWith('#');
  });
};

/** A mail address as BR-DE-28 has it. */
const MAIL = /^[^@\s.][^@\s]*[^@\s.]@[^@\s.][^@\s]*[^@\s.]$/;

/**
 * The rules of XRechnung 3.0 that can apply to what is written here, by their published ids; those about cards and direct debits, places of
 * delivery and attachments find nothing.
 */
export const XRECHNUNG_RULES: readonly Rule[] = [
  said('BR-DE-1', `${MEANS}/cbc:PaymentMeansCode`),
  rule('BR-DE-2', (root) => has(root, `${SELLER}/cac:Contact`)),
  said('BR-DE-3', `${SELLER}/cac:PostalAddress/cbc:CityName`),
  said('BR-DE-4', `${SELLER}/cac:PostalAddress/cbc:PostalZone`),
  said('BR-DE-5', `${SELLER}/cac:Contact/cbc:Name`),
  said('BR-DE-6', `${SELLER}/cac:Contact/cbc:Telephone`),
  said('BR-DE-7', `${SELLER}/cac:Contact/cbc:ElectronicMail`),
  said('BR-DE-8', `${BUYER}/cac:PostalAddress/cbc:CityName`),
  said('BR-DE-9', `${BUYER}/cac:PostalAddress/cbc:PostalZone`),
  rule('BR-DE-14', (root) => breakdownOf(root).every((each) => text(each, 'cac:TaxCategory/cbc:Percent') !== '')),
  said('BR-DE-15', 'cbc:BuyerReference'),
  rule('BR-DE-16', (root) => {
    const codes = breakdownOf(root).map((each) => text(each, 'cac:TaxCategory/cbc:ID'));
    return codes.every((code) => code === 'O') || text(root, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`) !== '';
  }),
  rule('BR-DE-17', (root) => ['326', '380', '381', '384', '389', '875', '876', '877'].includes(typeOf(root))),
  rule('BR-DE-18', hasRightDiscounts),
  rule('BR-DE-19', (root) => text(root, `${MEANS}/cbc:PaymentMeansCode`) !== '58' || isIban(text(root, ACCOUNT))),
  rule('BR-DE-21', (root) => text(root, 'cbc:CustomizationID').endsWith('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')),
  rule('BR-DE-23-a', (root) => !isTransfer(root) || has(root, ACCOUNT)),
  rule('BR-DE-27', (root) => text(root, `${SELLER}/cac:Contact/cbc:Telephone`).replaceAll(/\D/g, '').length >= 3),
  rule('BR-DE-28', (root) => MAIL.test(text(root, `${SELLER}/cac:Contact/cbc:ElectronicMail`))),
  said('PEPPOL-EN16931-R001', 'cbc:ProfileID'),
  rule('PEPPOL-EN16931-R008', (root) =>
    every(root, '*').every(({ children, textContent }) => children.length > 0 || (textContent ?? '').trim() !== ''),
  ),
  said('PEPPOL-EN16931-R010', `${BUYER}/cbc:EndpointID`),
  said('PEPPOL-EN16931-R020', `${SELLER}/cbc:EndpointID`),
];
