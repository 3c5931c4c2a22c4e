import type { Element } from 'slimdom';
import { allowancesOf, at, breakdownOf, categoryOf, cents, chargesOf, every, has, linesOf, rule, type Rule, sum, text } from './read.ts';

const SELLER = 'cac:AccountingSupplierParty/cac:Party';
const BUYER = 'cac:AccountingCustomerParty/cac:Party';
const TOTAL = 'cac:LegalMonetaryTotal';

/** Something is said at this place, in each element that is given. */
const said = (id: string, of: (root: Element) => readonly Element[], path: string): Rule =>
  rule(id, (root) => of(root).every((each) => text(each, path) !== ''));
const whole = (root: Element): Element[] => [root];
const below =
  (path: string) =>
  (root: Element): Element[] =>
    at(root, path);
const reasoned = (id: string, of: (root: Element) => readonly Element[]): Rule =>
  rule(id, (root) => of(root).every((each) => has(each, 'cbc:AllowanceChargeReason|cbc:AllowanceChargeReasonCode')));
const categorised = (id: string, of: (root: Element) => readonly Element[]): Rule =>
  rule(id, (root) => of(root).every((each) => text(categoryOf(each) ?? each, 'cbc:ID') !== '' && categoryOf(each) !== undefined));
const inOrder = (period: Element): boolean => {
  const [from, to] = [text(period, 'cbc:StartDate'), text(period, 'cbc:EndDate')];
  return from === '' || to === '' || from <= to;
};

/** What must be there (BR-01 to BR-61). What belongs to groups that are never written, `structure.ts` refuses as a whole. */
const PRESENCE: readonly Rule[] = [
  said('BR-01', whole, 'cbc:CustomizationID'),
  said('BR-02', whole, 'cbc:ID'),
  said('BR-03', whole, 'cbc:IssueDate'),
  said('BR-04', whole, 'cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode'),
  said('BR-05', whole, 'cbc:DocumentCurrencyCode'),
  said('BR-06', whole, `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  said('BR-07', whole, `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  rule('BR-08', (root) => has(root, `${SELLER}/cac:PostalAddress`)),
  said('BR-09', below(`${SELLER}/cac:PostalAddress`), 'cac:Country/cbc:IdentificationCode'),
  rule('BR-10', (root) => has(root, `${BUYER}/cac:PostalAddress`)),
  said('BR-11', below(`${BUYER}/cac:PostalAddress`), 'cac:Country/cbc:IdentificationCode'),
  said('BR-12', below(TOTAL), 'cbc:LineExtensionAmount'),
  said('BR-13', below(TOTAL), 'cbc:TaxExclusiveAmount'),
  said('BR-14', below(TOTAL), 'cbc:TaxInclusiveAmount'),
  said('BR-15', below(TOTAL), 'cbc:PayableAmount'),
  rule('BR-16', (root) => linesOf(root).length > 0),
  said('BR-21', linesOf, 'cbc:ID'),
  said('BR-22', linesOf, 'cbc:InvoicedQuantity|cbc:CreditedQuantity'),
  rule('BR-23', (root) =>
    linesOf(root).every((line) => at(line, 'cbc:InvoicedQuantity|cbc:CreditedQuantity').every((each) => each.hasAttribute('unitCode'))),
  ),
  said('BR-24', linesOf, 'cbc:LineExtensionAmount'),
  said('BR-25', linesOf, 'cac:Item/cbc:Name'),
  said('BR-26', linesOf, 'cac:Price/cbc:PriceAmount'),
  rule('BR-27', (root) =>
    linesOf(root)
      .flatMap((line) => at(line, 'cac:Price/cbc:PriceAmount'))
      .every((each) => Number(each.textContent) >= 0),
  ),
  rule('BR-29', (root) => at(root, 'cac:InvoicePeriod').every(inOrder)),
  rule('BR-30', (root) => linesOf(root).every((line) => at(line, 'cac:InvoicePeriod').every(inOrder))),
  said('BR-31', allowancesOf, 'cbc:Amount'),
  categorised('BR-32', allowancesOf),
  reasoned('BR-33', allowancesOf),
  said('BR-36', chargesOf, 'cbc:Amount'),
  categorised('BR-37', chargesOf),
  reasoned('BR-38', chargesOf),
  said('BR-45', breakdownOf, 'cbc:TaxableAmount'),
  said('BR-46', breakdownOf, 'cbc:TaxAmount'),
  categorised('BR-47', breakdownOf),
  rule('BR-48', (root) =>
    breakdownOf(root).every((each) => text(each, 'cac:TaxCategory/cbc:Percent') !== '' || text(each, 'cac:TaxCategory/cbc:ID') === 'O'),
  ),
  said('BR-49', below('cac:PaymentMeans'), 'cbc:PaymentMeansCode'),
  said('BR-50', below('cac:PaymentMeans/cac:PayeeFinancialAccount'), 'cbc:ID'),
  said('BR-55', below('cac:BillingReference'), 'cac:InvoiceDocumentReference/cbc:ID'),
  rule('BR-62', (root) => at(root, `${SELLER}/cbc:EndpointID`).every((each) => each.hasAttribute('schemeID'))),
  rule('BR-63', (root) => at(root, `${BUYER}/cbc:EndpointID`).every((each) => each.hasAttribute('schemeID'))),
  rule('BR-61', (root) =>
    at(root, 'cac:PaymentMeans').every(
      (each) => !['30', '58'].includes(text(each, 'cbc:PaymentMeansCode')) || has(each, 'cac:PayeeFinancialAccount/cbc:ID'),
    ),
  ),
];

const totalOf = (root: Element, name: string): number => cents(text(root, `${TOTAL}/cbc:${name}`));
const orNone = (amount: number): number => (Number.isNaN(amount) ? 0 : amount);
const amountsOf = (elements: readonly Element[], name: string): number => sum(elements.map((each) => cents(text(each, `cbc:${name}`))));

/** The sum of what is taken off (or put on) is there exactly where something is. */
const sumsUp = (id: string, of: (root: Element) => readonly Element[], name: string): Rule =>
  rule(id, (root) => (of(root).length === 0 ? !has(root, `${TOTAL}/cbc:${name}`) : totalOf(root, name) === amountsOf(of(root), 'Amount')));

/** A tax amount may be off by less than one unit of the currency, for it may be the sum of taxes that were rounded apart. */
export const isAbout = (tax: number, taxable: number, percent: number): boolean =>
  Math.abs(Math.abs(tax) - Math.round(Math.abs(taxable) * percent) / 100) < 100;

/** What must fit together (BR-CO). BR-CO-05 and 06 compare words with codes that are never written. */
const CONDITIONS: readonly Rule[] = [
  categorised('BR-CO-04', linesOf),
  rule('BR-CO-10', (root) => totalOf(root, 'LineExtensionAmount') === amountsOf(linesOf(root), 'LineExtensionAmount')),
  sumsUp('BR-CO-11', allowancesOf, 'AllowanceTotalAmount'),
  sumsUp('BR-CO-12', chargesOf, 'ChargeTotalAmount'),
  rule(
    'BR-CO-13',
    (root) =>
      totalOf(root, 'TaxExclusiveAmount') ===
      totalOf(root, 'LineExtensionAmount') - orNone(totalOf(root, 'AllowanceTotalAmount')) + orNone(totalOf(root, 'ChargeTotalAmount')),
  ),
  rule('BR-CO-14', (root) => cents(text(root, 'cac:TaxTotal/cbc:TaxAmount')) === amountsOf(breakdownOf(root), 'TaxAmount')),
  rule(
    'BR-CO-15',
    (root) => totalOf(root, 'TaxInclusiveAmount') === totalOf(root, 'TaxExclusiveAmount') + cents(text(root, 'cac:TaxTotal/cbc:TaxAmount')),
  ),
  rule('BR-CO-16', (root) => totalOf(root, 'PayableAmount') === totalOf(root, 'TaxInclusiveAmount')),
  rule('BR-CO-17', (root) =>
    breakdownOf(root).every((each) =>
      isAbout(
        cents(text(each, 'cbc:TaxAmount')),
        cents(text(each, 'cbc:TaxableAmount')),
        Number(text(each, 'cac:TaxCategory/cbc:Percent')),
      ),
    ),
  ),
  rule('BR-CO-18', (root) => breakdownOf(root).length > 0),
  rule('BR-CO-19', (root) => at(root, 'cac:InvoicePeriod').every((each) => has(each, 'cbc:StartDate|cbc:EndDate'))),
  rule('BR-CO-20', (root) =>
    linesOf(root).every((line) => at(line, 'cac:InvoicePeriod').every((each) => has(each, 'cbc:StartDate|cbc:EndDate'))),
  ),
  reasoned('BR-CO-21', allowancesOf),
  reasoned('BR-CO-22', chargesOf),
  rule(
    'BR-CO-25',
    (root) => totalOf(root, 'PayableAmount') <= 0 || text(root, 'cbc:DueDate') !== '' || text(root, 'cac:PaymentTerms/cbc:Note') !== '',
  ),
  rule('BR-CO-26', (root) =>
    at(root, SELLER).every(
      (seller) =>
        at(seller, 'cac:PartyTaxScheme').some(
          (each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT' && text(each, 'cbc:CompanyID') !== '',
        ) ||
        text(seller, 'cac:PartyIdentification/cbc:ID') !== '' ||
        text(seller, 'cac:PartyLegalEntity/cbc:CompanyID') !== '',
    ),
  ),
];

const atMostTwo = (id: string, of: (root: Element) => readonly Element[], name: string): Rule =>
  rule(id, (root) => of(root).every((each) => !/\.\d{3,}$/.test(text(each, name))));

/** At most two decimals (BR-DEC). */
const DECIMALS: readonly Rule[] = [
  atMostTwo('BR-DEC-01', allowancesOf, 'cbc:Amount'),
  atMostTwo('BR-DEC-05', chargesOf, 'cbc:Amount'),
  atMostTwo('BR-DEC-09', below(TOTAL), 'cbc:LineExtensionAmount'),
  atMostTwo('BR-DEC-10', below(TOTAL), 'cbc:AllowanceTotalAmount'),
  atMostTwo('BR-DEC-11', below(TOTAL), 'cbc:ChargeTotalAmount'),
  atMostTwo('BR-DEC-12', below(TOTAL), 'cbc:TaxExclusiveAmount'),
  atMostTwo('BR-DEC-13', below('cac:TaxTotal'), 'cbc:TaxAmount'),
  atMostTwo('BR-DEC-14', below(TOTAL), 'cbc:TaxInclusiveAmount'),
  atMostTwo('BR-DEC-18', below(TOTAL), 'cbc:PayableAmount'),
  atMostTwo('BR-DEC-19', breakdownOf, 'cbc:TaxableAmount'),
  atMostTwo('BR-DEC-20', breakdownOf, 'cbc:TaxAmount'),
  atMostTwo('BR-DEC-23', linesOf, 'cbc:LineExtensionAmount'),
];

const codes = (text_: string): ReadonlySet<string> => new Set(text_.trim().split(/\s+/));
export const COUNTRIES = codes(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL
  CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU
  GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC
  MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT
  PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA
  UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`);
/** ISO 4217, without funds, metals and test codes. ANG, which ended in 2025, is still in the published list. */
export const CURRENCY_CODES = codes(`
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK
  DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
  KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB
  PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD
  TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`);
const CATEGORIES = codes('AE L M E S Z G O K B');
/** Those of UN/ECE Recommendation 20 that are ever written. */
const UNITS = codes('HUR ACR H18 SMI KMT STN TNE GLL LTR C62');
const EXEMPTIONS = codes('VATEX-EU-AE VATEX-EU-G VATEX-EU-IC VATEX-EU-O VATEX-EU-132-1A VATEX-FR-FRANCHISE');

const coded = (id: string, of: (root: Element) => readonly string[], list: ReadonlySet<string>): Rule =>
  rule(id, (root) => of(root).every((code) => list.has(code)));
const textsOf = (elements: readonly Element[]): string[] => elements.map(({ textContent }) => textContent?.trim() ?? '');
const attributes = (elements: readonly Element[], name: string): string[] => elements.flatMap((each) => each.getAttribute(name) ?? []);

/** Codes (BR-CL), each from its published list, or from the part of that list that may be written. */
const CODES: readonly Rule[] = [
  rule('BR-CL-01', (root) =>
    root.localName === 'Invoice'
      ? ['380', '386', '326'].includes(text(root, 'cbc:InvoiceTypeCode'))
      : text(root, 'cbc:CreditNoteTypeCode') === '381',
  ),
  coded('BR-CL-03', (root) => attributes(every(root, '*'), 'currencyID'), CURRENCY_CODES),
  coded('BR-CL-04', (root) => textsOf(at(root, 'cbc:DocumentCurrencyCode')), CURRENCY_CODES),
  // A note may begin with `#code#`; a # written for another reason would be mistaken for that.
  rule('BR-CL-08', (root) => textsOf(at(root, 'cbc:Note')).every((note) => !note.includes('#'))),
  coded('BR-CL-14', (root) => textsOf(every(root, 'cbc:IdentificationCode')), COUNTRIES),
  coded('BR-CL-16', (root) => textsOf(every(root, 'cbc:PaymentMeansCode')), codes('1 30 42 58')),
  coded('BR-CL-17', (root) => textsOf(every(root, 'cac:TaxCategory').flatMap((each) => at(each, 'cbc:ID'))), CATEGORIES),
  coded('BR-CL-18', (root) => textsOf(every(root, 'cac:ClassifiedTaxCategory').flatMap((each) => at(each, 'cbc:ID'))), CATEGORIES),
  coded('BR-CL-22', (root) => textsOf(every(root, 'cbc:TaxExemptionReasonCode')), EXEMPTIONS),
  coded('BR-CL-23', (root) => attributes(every(root, '*'), 'unitCode'), UNITS),
  coded('BR-CL-25', (root) => attributes(every(root, 'cbc:EndpointID'), 'schemeID'), codes('EM')),
  rule('BR-CO-09', (root) =>
    every(root, 'cac:PartyTaxScheme')
      .filter((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT')
      .every((each) => COUNTRIES.has(text(each, 'cbc:CompanyID').slice(0, 2).replace('EL', 'GR'))),
  ),
];

export const GENERAL_RULES: readonly Rule[] = [...PRESENCE, ...CONDITIONS, ...DECIMALS, ...CODES];
