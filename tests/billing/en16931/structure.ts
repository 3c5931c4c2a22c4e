import type { Element } from 'slimdom';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const NAMESPACES: Readonly<Record<string, string>> = {
  cac: `${UBL}CommonAggregateComponents-2`,
  cbc: `${UBL}CommonBasicComponents-2`,
};

/**
 * What may stand in what, in the order of the UBL 2.1 schema, as far as EN 16931 uses it and this program writes it. `?`: once or not at all;
 * `*`: any number; `+`: at least one; else exactly one. Whatever is not named is refused: so the rules of groups that are never written
 * (payee, representative, place of delivery, cards, attachments, item attributes, discounts of a line) and UBL-CR have nothing to find.
 */
const PARTS: Readonly<Record<string, string>> = {
  Invoice:
    'cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate? cbc:InvoiceTypeCode cbc:Note? cbc:DocumentCurrencyCode cbc:BuyerReference? cac:InvoicePeriod? cac:BillingReference* cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery? cac:PaymentMeans* cac:PaymentTerms? cac:AllowanceCharge* cac:TaxTotal cac:LegalMonetaryTotal cac:InvoiceLine+',
  CreditNote:
    'cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:CreditNoteTypeCode cbc:Note? cbc:DocumentCurrencyCode cbc:BuyerReference? cac:InvoicePeriod? cac:BillingReference* cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery? cac:PaymentMeans* cac:PaymentTerms? cac:AllowanceCharge* cac:TaxTotal cac:LegalMonetaryTotal cac:CreditNoteLine+',
  'cac:InvoicePeriod': 'cbc:StartDate? cbc:EndDate?',
  'cac:BillingReference': 'cac:InvoiceDocumentReference',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate?',
  'cac:AccountingSupplierParty': 'cac:Party',
  'cac:AccountingCustomerParty': 'cac:Party',
  'cac:Party': 'cbc:EndpointID? cac:PartyIdentification? cac:PostalAddress cac:PartyTaxScheme* cac:PartyLegalEntity cac:Contact?',
  'cac:PartyIdentification': 'cbc:ID',
  'cac:PostalAddress':
    'cbc:StreetName? cbc:AdditionalStreetName? cbc:CityName? cbc:PostalZone? cbc:CountrySubentity? cac:AddressLine? cac:Country',
  'cac:AddressLine': 'cbc:Line',
  'cac:Country': 'cbc:IdentificationCode',
  'cac:PartyTaxScheme': 'cbc:CompanyID cac:TaxScheme',
  'cac:PartyLegalEntity': 'cbc:RegistrationName',
  'cac:TaxScheme': 'cbc:ID',
  'cac:Contact': 'cbc:Name? cbc:Telephone? cbc:ElectronicMail?',
  'cac:Delivery': 'cbc:ActualDeliveryDate',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentDueDate? cbc:PaymentID? cac:PayeeFinancialAccount?',
  'cac:PayeeFinancialAccount': 'cbc:ID cbc:Name? cac:FinancialInstitutionBranch?',
  'cac:FinancialInstitutionBranch': 'cbc:ID',
  'cac:PaymentTerms': 'cbc:Note',
  'cac:AllowanceCharge': 'cbc:ChargeIndicator cbc:AllowanceChargeReason? cbc:Amount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID cbc:Percent? cbc:TaxExemptionReasonCode? cbc:TaxExemptionReason? cac:TaxScheme',
  'cac:ClassifiedTaxCategory': 'cbc:ID cbc:Percent? cac:TaxScheme',
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal+',
  'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
  'cac:LegalMonetaryTotal':
    'cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount? cbc:ChargeTotalAmount? cbc:PayableAmount',
  'cac:InvoiceLine': 'cbc:ID cbc:InvoicedQuantity cbc:LineExtensionAmount cac:InvoicePeriod? cac:Item cac:Price',
  'cac:CreditNoteLine': 'cbc:ID cbc:CreditedQuantity cbc:LineExtensionAmount cac:InvoicePeriod? cac:Item cac:Price',
  'cac:Item': 'cbc:Description? cbc:Name cac:ClassifiedTaxCategory',
  'cac:Price': 'cbc:PriceAmount',
};
const COUNTS: Readonly<Record<string, string>> = { '?': '?', '*': '*', '+': '+' };

const patternOf = (parts: string): RegExp =>
  new RegExp(
    `^${parts
      .split(' ')
      .map((part) => {
        const count = COUNTS[part.slice(-1)] ?? '';
        return `(?:${count === '' ? part : part.slice(0, -1)} )${count}`;
      })
      .join('')}$`,
  );

const AMOUNT = /^-?\d+(?:\.\d+)?$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** What the text of an element may be, by how its name ends, and which attribute it needs and may have. */
const contentOf = (name: string): { readonly form: RegExp; readonly attribute?: string } => {
  if (name.endsWith('Amount')) {
    return { form: AMOUNT, attribute: 'currencyID' };
  }
  if (name.endsWith('Quantity')) {
    return { form: AMOUNT, attribute: 'unitCode' };
  }
  if (name.endsWith('Date')) {
    return { form: DAY };
  }
  if (name === 'cbc:EndpointID') {
    return { form: /\S/, attribute: 'schemeID' };
  }
  if (name.endsWith('Percent')) {
    return { form: AMOUNT };
  }
  return { form: name.endsWith('Indicator') ? /^(?:true|false)$/ : /\S/ };
};

const faultOf = (element: Element): string | undefined => {
  const { nodeName, prefix, namespaceURI, children, attributes } = element;
  const isRoot = element.parentElement === null;
  if (namespaceURI !== (isRoot ? `${UBL}${nodeName}-2` : NAMESPACES[prefix ?? ''])) {
    return `the namespace of ${nodeName}`;
  }
  const names = attributes.map(({ name }) => name).filter((name) => !name.startsWith('xmlns'));
  const parts = PARTS[nodeName];
  if (parts !== undefined) {
    const inside = children.map((child) => `${child.nodeName} `).join('');
    return patternOf(parts).test(inside) && names.length === 0 ? undefined : `${nodeName} holds ${inside}`;
  }
  const { form, attribute } = contentOf(nodeName);
  const isRight = prefix === 'cbc' && children.length === 0 && form.test(element.textContent ?? '');
  return isRight && names.join(' ') === (attribute ?? '') ? undefined : `${nodeName}: ${element.textContent} ${names.join(' ')}`;
};

/** What is not as the schema has it, each in a few words. */
export const structureFaults = (root: Element): string[] =>
  [root, ...root.getElementsByTagName('*')].map(faultOf).filter((fault) => fault !== undefined);
