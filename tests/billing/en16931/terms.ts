import type { Element } from 'slimdom';
import { rootOf } from './read.ts';

/** `name`, `name[path=value]`, `name[@attribute=value]`, or `@attribute` at the end. */
const STEP = /^([^[]+)(?:\[([^=\]]+)=([^\]]+)\])?$/;

const texts = (from: readonly Element[], path: string): string[] => {
  const [step = '', ...rest] = path.split(/\/(?![^[]*\])/);
  if (step.startsWith('@')) {
    return from.flatMap((each) => each.getAttribute(step.slice(1)) ?? []);
  }
  const [, name, where, value] = STEP.exec(step) ?? [];
  const found = from.flatMap(({ children }) => children.filter(({ nodeName }) => nodeName === name));
  const kept = found.filter((each) => where === undefined || texts([each], where).includes(value ?? ''));
  return rest.length === 0 ? kept.map((each) => each.textContent ?? '') : texts(kept, rest.join('/'));
};

const [SELLER, BUYER] = ['cac:AccountingSupplierParty/cac:Party', 'cac:AccountingCustomerParty/cac:Party'];
const TRADE = 'rsm:SupplyChainTradeTransaction';
const [AGREED, DELIVERED, SETTLED] = [
  `${TRADE}/ram:ApplicableHeaderTradeAgreement`,
  `${TRADE}/ram:ApplicableHeaderTradeDelivery`,
  `${TRADE}/ram:ApplicableHeaderTradeSettlement`,
];
const SUMS = `${SETTLED}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const DAY = 'udt:DateTimeString';

const party = (numbers: readonly number[], ubl: string, cii: string): Term[] => {
  const [name, id, vat, street, second, third, town, code, region, country, contact, phone, mail, endpoint] = numbers;
  const place = `${cii}/ram:PostalTradeAddress`;
  const person = `${cii}/ram:DefinedTradeContact`;
  return [
    [name, `${ubl}/cac:PartyLegalEntity/cbc:RegistrationName`, `${cii}/ram:Name`],
    [id, `${ubl}/cac:PartyIdentification/cbc:ID`, `${cii}/ram:ID`],
    [vat, `${ubl}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID`, `${cii}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]`],
    [street, `${ubl}/cac:PostalAddress/cbc:StreetName`, `${place}/ram:LineOne`],
    [second, `${ubl}/cac:PostalAddress/cbc:AdditionalStreetName`, `${place}/ram:LineTwo`],
    [third, `${ubl}/cac:PostalAddress/cac:AddressLine/cbc:Line`, `${place}/ram:LineThree`],
    [town, `${ubl}/cac:PostalAddress/cbc:CityName`, `${place}/ram:CityName`],
    [code, `${ubl}/cac:PostalAddress/cbc:PostalZone`, `${place}/ram:PostcodeCode`],
    [region, `${ubl}/cac:PostalAddress/cbc:CountrySubentity`, `${place}/ram:CountrySubDivisionName`],
    [country, `${ubl}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, `${place}/ram:CountryID`],
    [contact, `${ubl}/cac:Contact/cbc:Name`, `${person}/ram:PersonName`],
    [phone, `${ubl}/cac:Contact/cbc:Telephone`, `${person}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`],
    [mail, `${ubl}/cac:Contact/cbc:ElectronicMail`, `${person}/ram:EmailURIUniversalCommunication/ram:URIID`],
    [endpoint, `${ubl}/cbc:EndpointID[@schemeID=EM]`, `${cii}/ram:URIUniversalCommunication/ram:URIID[@schemeID=EM]`],
  ];
};

/** Its number in the standard (BT), where UBL has it, and where CII has it. `*` in UBL stands for the kind of the document. */
type Term = readonly [number: number | undefined, ubl: string, cii: string];

const LINE = 'cac:*Line';
const ITEM = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`;
const LINE_TAX = `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`;
const [TAX, TAXED] = ['cac:TaxTotal/cac:TaxSubtotal', `${SETTLED}/ram:ApplicableTradeTax`];
const MONEY = 'cac:PaymentMeans/cac:PayeeFinancialAccount';
const MEANS = `${SETTLED}/ram:SpecifiedTradeSettlementPaymentMeans`;
const allowance = (numbers: readonly number[], isCharge: boolean): Term[] => {
  const ubl = `cac:AllowanceCharge[cbc:ChargeIndicator=${isCharge}]`;
  const cii = `${SETTLED}/ram:SpecifiedTradeAllowanceCharge[ram:ChargeIndicator/udt:Indicator=${isCharge}]`;
  const [amount, category, percent, reason] = numbers;
  return [
    [amount, `${ubl}/cbc:Amount`, `${cii}/ram:ActualAmount`],
    [category, `${ubl}/cac:TaxCategory/cbc:ID`, `${cii}/ram:CategoryTradeTax/ram:CategoryCode`],
    [percent, `${ubl}/cac:TaxCategory/cbc:Percent`, `${cii}/ram:CategoryTradeTax/ram:RateApplicablePercent`],
    [reason, `${ubl}/cbc:AllowanceChargeReason`, `${cii}/ram:Reason`],
  ];
};

const TERMS: readonly Term[] = [
  [1, 'cbc:ID', 'rsm:ExchangedDocument/ram:ID'],
  [2, 'cbc:IssueDate', `rsm:ExchangedDocument/ram:IssueDateTime/${DAY}[@format=102]`],
  [3, 'cbc:*TypeCode', 'rsm:ExchangedDocument/ram:TypeCode'],
  [5, 'cbc:DocumentCurrencyCode', `${SETTLED}/ram:InvoiceCurrencyCode`],
  [10, 'cbc:BuyerReference', `${AGREED}/ram:BuyerReference`],
  [20, 'cac:PaymentTerms/cbc:Note', `${SETTLED}/ram:SpecifiedTradePaymentTerms/ram:Description`],
  [22, 'cbc:Note', 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content'],
  [23, 'cbc:ProfileID', 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'],
  [24, 'cbc:CustomizationID', 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'],
  [25, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', `${SETTLED}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`],
  [
    26,
    'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate',
    `${SETTLED}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString[@format=102]`,
  ],
  ...party([27, 29, 31, 35, 36, 162, 37, 38, 39, 40, 41, 42, 43, 34], SELLER, `${AGREED}/ram:SellerTradeParty`),
  [
    32,
    `${SELLER}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=TAX]/cbc:CompanyID`,
    `${AGREED}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]`,
  ],
  ...party([44, 46, 48, 50, 51, 163, 52, 53, 54, 55, 56, 57, 58, 49], BUYER, `${AGREED}/ram:BuyerTradeParty`),
  [72, 'cac:Delivery/cbc:ActualDeliveryDate', `${DELIVERED}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${DAY}[@format=102]`],
  [73, 'cac:InvoicePeriod/cbc:StartDate', `${SETTLED}/ram:BillingSpecifiedPeriod/ram:StartDateTime/${DAY}[@format=102]`],
  [74, 'cac:InvoicePeriod/cbc:EndDate', `${SETTLED}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${DAY}[@format=102]`],
  [81, 'cac:PaymentMeans/cbc:PaymentMeansCode', `${MEANS}/ram:TypeCode`],
  [83, 'cac:PaymentMeans/cbc:PaymentID', `${SETTLED}/ram:PaymentReference`],
  [85, `${MONEY}/cbc:Name`, `${MEANS}/ram:PayeePartyCreditorFinancialAccount/ram:AccountName`],
  [86, `${MONEY}/cac:FinancialInstitutionBranch/cbc:ID`, `${MEANS}/ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID`],
  ...allowance([92, 95, 96, 97], false),
  ...allowance([99, 102, 103, 104], true),
  [106, 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount', `${SUMS}/ram:LineTotalAmount`],
  [107, 'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount', `${SUMS}/ram:AllowanceTotalAmount`],
  [108, 'cac:LegalMonetaryTotal/cbc:ChargeTotalAmount', `${SUMS}/ram:ChargeTotalAmount`],
  [109, 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount', `${SUMS}/ram:TaxBasisTotalAmount`],
  [110, 'cac:TaxTotal/cbc:TaxAmount', `${SUMS}/ram:TaxTotalAmount`],
  [112, 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', `${SUMS}/ram:GrandTotalAmount`],
  [115, 'cac:LegalMonetaryTotal/cbc:PayableAmount', `${SUMS}/ram:DuePayableAmount`],
  [116, `${TAX}/cbc:TaxableAmount`, `${TAXED}/ram:BasisAmount`],
  [117, `${TAX}/cbc:TaxAmount`, `${TAXED}/ram:CalculatedAmount`],
  [118, `${TAX}/cac:TaxCategory/cbc:ID`, `${TAXED}/ram:CategoryCode`],
  [119, `${TAX}/cac:TaxCategory/cbc:Percent`, `${TAXED}/ram:RateApplicablePercent`],
  [120, `${TAX}/cac:TaxCategory/cbc:TaxExemptionReason`, `${TAXED}/ram:ExemptionReason`],
  [121, `${TAX}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, `${TAXED}/ram:ExemptionReasonCode`],
  [126, `${LINE}/cbc:ID`, `${ITEM}/ram:AssociatedDocumentLineDocument/ram:LineID`],
  [129, `${LINE}/cbc:*edQuantity`, `${ITEM}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`],
  [130, `${LINE}/cbc:*edQuantity/@unitCode`, `${ITEM}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode`],
  [
    131,
    `${LINE}/cbc:LineExtensionAmount`,
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ],
  [
    134,
    `${LINE}/cac:InvoicePeriod/cbc:StartDate`,
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:StartDateTime/${DAY}[@format=102]`,
  ],
  [
    135,
    `${LINE}/cac:InvoicePeriod/cbc:EndDate`,
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:EndDateTime/${DAY}[@format=102]`,
  ],
  [146, `${LINE}/cac:Price/cbc:PriceAmount`, `${ITEM}/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount`],
  [151, `${LINE}/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`, `${LINE_TAX}/ram:CategoryCode`],
  [152, `${LINE}/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent`, `${LINE_TAX}/ram:RateApplicablePercent`],
  [153, `${LINE}/cac:Item/cbc:Name`, `${ITEM}/ram:SpecifiedTradeProduct/ram:Name`],
  [154, `${LINE}/cac:Item/cbc:Description`, `${ITEM}/ram:SpecifiedTradeProduct/ram:Description`],
];

const isDay = (path: string): boolean => /(?:udt|qdt):DateTimeString\[@format=102\]$/.test(path);

const dashed = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

/** What an e-invoice says, by the numbers of the standard, whichever syntax it has. What occurs several times is in order. */
export const termsIn = (xml: string): Readonly<Record<string, readonly string[]>> => {
  const root = rootOf(xml);
  const kind = root.localName;
  const isCii = kind === 'CrossIndustryInvoice';
  const inKind = (path: string): string =>
    path.replaceAll('cbc:*ed', kind === 'Invoice' ? 'cbc:Invoiced' : 'cbc:Credited').replaceAll('*', kind);
  const found = TERMS.map(([number, ubl, cii]) => {
    const path = isCii ? cii : inKind(ubl);
    return [`BT-${number}`, texts([root], path).map((text) => (isCii && isDay(path) ? dashed(text) : text))] as const;
  });
  // These stand in other places by the kind of the document, or of the account.
  const due = isCii
    ? texts([root], `${SETTLED}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/${DAY}[@format=102]`).map(dashed)
    : [...texts([root], 'cbc:DueDate'), ...texts([root], 'cac:PaymentMeans/cbc:PaymentDueDate')];
  const account = isCii
    ? ['ram:IBANID', 'ram:ProprietaryID'].flatMap((name) => texts([root], `${MEANS}/ram:PayeePartyCreditorFinancialAccount/${name}`))
    : texts([root], `${MONEY}/cbc:ID`);
  return Object.fromEntries([...found, ['BT-9', due] as const, ['BT-84', account] as const].filter(([, said]) => said.length > 0));
};

/** All texts and values of attributes of a document: what is said that no term finds would be here and not there. */
export const allTexts = (xml: string): string[] =>
  [...rootOf(xml).getElementsByTagName('*')].filter(({ children }) => children.length === 0).map(({ textContent }) => textContent ?? '');
