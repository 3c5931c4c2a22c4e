import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Something that a law asks for: what, by which article, and its words on the paper. */
export type Asked = readonly [what: string, law: string, words: string];

export interface WorkedLaw {
  readonly name: string;
  readonly language: LanguageId;
  readonly currency: string;
  readonly taxPercent: string;
  readonly issuer: BillingContent['issuer'];
  readonly customer: BillingContent['customer'];
  readonly work: { readonly name: string; readonly basis: 'hectare' | 'acre' | 'hour'; readonly quantity: number; readonly price: string };
  readonly account: { readonly account: string; readonly code: string | null } | null;
  /** What it comes to, worked out in docs/billing-law.md. */
  readonly totals: readonly [net: number, tax: number, gross: number];
  readonly asked: readonly Asked[];
}

const issuer = (given: Partial<BillingContent['issuer']> & { readonly name: string }): BillingContent['issuer'] => ({
  address: [given.street, [given.postalCode, given.town].filter(Boolean).join(' ')].join('\n'),
  logo: null,
  taxName: null,
  taxNumber: null,
  phoneNumber: '+49 4321 555 0',
  email: 'office@example.com',
  taxScheme: 'usual',
  ...given,
});
const customer = (given: Partial<BillingContent['customer']> & { readonly businessName: string }): BillingContent['customer'] => ({
  id: 1,
  address: [given.street, [given.postalCode, given.town].filter(Boolean).join(' ')].join('\n'),
  phoneNumber: null,
  email: 'farm@example.com',
  externalNumber: '10042',
  taxTreatment: 'usual',
  ...given,
});

const BRANDT = { name: 'Lohnunternehmen Brandt', street: 'Dorfstraße 3', postalCode: '24616', town: 'Brokstedt', country: 'DE' } as const;
const GERMAN = { ...BRANDT, taxName: 'USt', taxNumber: 'DE136695976' };
const WIESE = { businessName: 'Hof Wiese', street: 'Am Moor 7', postalCode: '24632', town: 'Lentföhrden', country: 'DE' } as const;
const GRUBER = { name: 'Agrarservice Gruber', street: 'Feldgasse 2', postalCode: '4600', town: 'Wels', country: 'AT' } as const;
const AUER = { businessName: 'Hof Auer', street: 'Moos 1', postalCode: '5020', town: 'Salzburg', country: 'AT' } as const;
const KELLER = { name: 'Keller Lohnarbeiten', street: 'Seeweg 4', postalCode: '8580', town: 'Amriswil', country: 'CH' } as const;
const HUBER = { businessName: 'Huber Landwirtschaft', street: 'Rain 9', postalCode: '8590', town: 'Romanshorn', country: 'CH' } as const;
const LUNA = { name: 'Servicios Agrícolas Luna', street: 'Calle Mayor 8', postalCode: '34001', town: 'Palencia', country: 'ES' } as const;
const FINCA = {
  businessName: 'Finca El Soto, S.L.',
  street: 'Camino Real 2',
  postalCode: '34005',
  town: 'Palencia',
  country: 'ES',
} as const;
const HILL = { name: 'Hill Farm Contracting', street: 'Mill Lane', town: 'Ripon', postalCode: 'HG4 1AA', country: 'GB' } as const;
const MOOR = { businessName: 'Moor Estates Ltd', street: 'The Hall', town: 'Masham', postalCode: 'HG4 4AA', country: 'GB' } as const;
const RYAN = { name: 'Ryan Agri Contractors', street: 'Main Street', town: 'Tullamore', postalCode: 'R35 X5V0', country: 'IE' } as const;
const KELLY = { businessName: 'Kelly Dairy Farm', street: 'Ballyduff', town: 'Birr', postalCode: 'R42 AK20', country: 'IE' } as const;
const PRAIRIE = {
  name: 'Prairie Custom Harvesting',
  street: '12 County Road 5',
  town: 'Colby',
  region: 'KS',
  postalCode: '67701',
  country: 'US',
} as const;
const RIDGE = {
  businessName: 'Pine Ridge Farms',
  street: '88 Ridge Road',
  town: 'Goodland',
  region: 'KS',
  postalCode: '67735',
  country: 'US',
} as const;

const EURO_ACCOUNT = { account: 'DE89 3704 0044 0532 0130 00', code: 'COBADEFFXXX' };
const MAIZE = { name: 'Mais häckseln', basis: 'hectare', quantity: 12.5, price: '180' } as const;
const HOURS = { name: 'Mulchen', basis: 'hour', quantity: 10, price: '65' } as const;

const GERMAN_BASICS: readonly Asked[] = [
  ['seller and address', '§ 14 Abs. 4 Nr. 1 UStG', 'Dorfstraße 3'],
  ['customer and address', '§ 14 Abs. 4 Nr. 1 UStG', 'Am Moor 7'],
  ['date of issue', '§ 14 Abs. 4 Nr. 3 UStG', '30. September 2026'],
  ['number', '§ 14 Abs. 4 Nr. 4 UStG', 'RE-2026-7'],
  ['what was done', '§ 14 Abs. 4 Nr. 5 UStG', 'Mais häckseln'],
  ['when', '§ 14 Abs. 4 Nr. 6 UStG', '16. September 2026'],
];

export const WORKED_LAW: readonly WorkedLaw[] = [
  {
    name: 'Germany',
    language: 'de',
    currency: 'EUR',
    taxPercent: '19',
    issuer: issuer(GERMAN),
    customer: customer(WIESE),
    work: MAIZE,
    account: EURO_ACCOUNT,
    totals: [225_000, 42_750, 267_750],
    asked: [
      ...GERMAN_BASICS,
      ['VAT number', '§ 14 Abs. 4 Nr. 2 UStG', 'DE136695976'],
      ['net by rate', '§ 14 Abs. 4 Nr. 7 UStG', '2.250,00'],
      ['rate and tax', '§ 14 Abs. 4 Nr. 8 UStG', '427,50'],
    ],
  },
  {
    name: 'Germany, small business',
    language: 'de',
    currency: 'EUR',
    taxPercent: '0',
    issuer: issuer({ ...BRANDT, taxRegistration: '20/123/45678', taxScheme: 'smallBusiness' }),
    customer: customer(WIESE),
    work: HOURS,
    account: EURO_ACCOUNT,
    totals: [65_000, 0, 65_000],
    asked: [
      ['seller and address', '§ 34a Satz 1 Nr. 1 UStDV', 'Dorfstraße 3'],
      ['tax number', '§ 34a Satz 1 Nr. 2 UStDV', '20/123/45678'],
      ['date of issue', '§ 34a Satz 1 Nr. 3 UStDV', '30. September 2026'],
      ['what was done', '§ 34a Satz 1 Nr. 4 UStDV', 'Mulchen'],
      ['that the exemption applies', '§ 34a Satz 1 Nr. 5 UStDV', 'Steuerbefreiung für Kleinunternehmer'],
    ],
  },
  {
    name: 'Germany to Austria, reverse charge',
    language: 'de',
    currency: 'EUR',
    taxPercent: '19',
    issuer: issuer(GERMAN),
    customer: customer({ ...AUER, taxNumber: 'ATU12345675', taxTreatment: 'reverseCharge' }),
    work: MAIZE,
    account: EURO_ACCOUNT,
    totals: [225_000, 0, 225_000],
    asked: [
      ['the words', '§ 14a Abs. 1 UStG', 'Steuerschuldnerschaft des Leistungsempfängers'],
      ['own VAT number', '§ 14a Abs. 1 UStG', 'DE136695976'],
      ['VAT number of the customer', '§ 14a Abs. 1 UStG', 'ATU12345675'],
    ],
  },
  {
    name: 'Germany, average rate of agriculture',
    language: 'de',
    currency: 'EUR',
    taxPercent: '7.8',
    issuer: issuer({ ...GERMAN, taxScheme: 'farmFlatRate' }),
    customer: customer(WIESE),
    work: { ...HOURS, price: '88' },
    account: EURO_ACCOUNT,
    totals: [88_000, 6864, 94_864],
    asked: [
      ['the rate and its tax', '§ 24 Abs. 1 Satz 5 UStG', '68,64'],
      ['which rate it is', '§ 24 UStG', 'Durchschnittssatz'],
    ],
  },
  {
    name: 'Austria',
    language: 'de',
    currency: 'EUR',
    taxPercent: '20',
    issuer: issuer({ ...GRUBER, taxName: 'USt', taxNumber: 'ATU87654321' }),
    customer: customer(AUER),
    work: { ...MAIZE, quantity: 15, price: '120' },
    account: { account: 'AT61 1904 3002 3457 3201', code: 'BKAUATWW' },
    totals: [180_000, 36_000, 216_000],
    asked: [
      ['seller and address', '§ 11 Abs. 1 Z 3 lit. a UStG 1994', 'Feldgasse 2'],
      ['customer and address', '§ 11 Abs. 1 Z 3 lit. b UStG 1994', 'Moos 1'],
      ['what and how much', '§ 11 Abs. 1 Z 3 lit. c UStG 1994', 'Mais häckseln'],
      ['day or time', '§ 11 Abs. 1 Z 3 lit. d UStG 1994', '16. September 2026'],
      ['rate', '§ 11 Abs. 1 Z 3 lit. e UStG 1994', 'USt 20 %'],
      ['tax', '§ 11 Abs. 1 Z 3 lit. f UStG 1994', '360,00'],
      ['date, number, VAT number', '§ 11 Abs. 1 Z 3 lit. g, h, i UStG 1994', 'ATU87654321'],
    ],
  },
  {
    name: 'Austria, small business',
    language: 'de',
    currency: 'EUR',
    taxPercent: '0',
    issuer: issuer({ ...GRUBER, taxRegistration: '46 123/4567', taxScheme: 'smallBusiness' }),
    customer: customer(AUER),
    work: HOURS,
    account: { account: 'AT61 1904 3002 3457 3201', code: 'BKAUATWW' },
    totals: [65_000, 0, 65_000],
    asked: [['that it is exempt', '§ 11 Abs. 1 Z 3 lit. e, § 6 Abs. 1 Z 27 UStG 1994', 'Kleinunternehmer (§ 6 Abs. 1 Z 27 UStG 1994)']],
  },
  {
    name: 'Switzerland',
    language: 'de',
    currency: 'CHF',
    taxPercent: '8.1',
    issuer: issuer({ ...KELLER, taxName: 'MWST', taxNumber: 'CHE-123.456.788 MWST' }),
    customer: customer(HUBER),
    work: { ...HOURS, quantity: 6, price: '150' },
    account: { account: 'CH93 0076 2011 6238 5295 7', code: null },
    totals: [90_000, 7290, 97_290],
    asked: [
      ['seller, place and VAT number', 'Art. 26 Abs. 2 Bst. a MWSTG', 'CHE-123.456.788 MWST'],
      ['customer and place', 'Art. 26 Abs. 2 Bst. b MWSTG', 'Romanshorn'],
      ['date or time of the service', 'Art. 26 Abs. 2 Bst. c MWSTG', '16. September 2026'],
      ['what was done', 'Art. 26 Abs. 2 Bst. d MWSTG', 'Mulchen'],
      ['price', 'Art. 26 Abs. 2 Bst. e MWSTG', '900.00'],
      ['rate and tax', 'Art. 26 Abs. 2 Bst. f MWSTG', '72.90'],
    ],
  },
  {
    name: 'Switzerland, not registered',
    language: 'de',
    currency: 'CHF',
    taxPercent: '0',
    issuer: issuer({ ...KELLER, taxScheme: 'smallBusiness' }),
    customer: customer(HUBER),
    work: { ...HOURS, quantity: 6, price: '150' },
    account: { account: 'CH93 0076 2011 6238 5295 7', code: null },
    totals: [90_000, 0, 90_000],
    asked: [['seller and place', 'Art. 26 Abs. 2 Bst. a MWSTG', 'Amriswil']],
  },
  {
    name: 'Spain',
    language: 'es',
    currency: 'EUR',
    taxPercent: '10',
    issuer: issuer({ ...LUNA, taxName: 'IVA', taxNumber: 'B34123456' }),
    customer: customer({ ...FINCA, taxNumber: 'B34654321' }),
    work: { name: 'Cosecha de trigo', basis: 'hectare', quantity: 25, price: '60' },
    account: { account: 'ES91 2100 0418 4502 0005 1332', code: 'CAIXESBB' },
    totals: [150_000, 15_000, 165_000],
    asked: [
      ['number and series', 'RD 1619/2012, art. 6.1.a', 'RE-2026-7'],
      ['date', 'RD 1619/2012, art. 6.1.b', '30 de septiembre de 2026'],
      ['names', 'RD 1619/2012, art. 6.1.c', 'Finca El Soto, S.L.'],
      ['NIF of the seller', 'RD 1619/2012, art. 6.1.d', 'B34123456'],
      ['NIF of the customer', 'RD 1619/2012, art. 6.1.d', 'B34654321'],
      ['addresses', 'RD 1619/2012, art. 6.1.e', 'Calle Mayor 8'],
      ['what was done and its price', 'RD 1619/2012, art. 6.1.f', 'Cosecha de trigo'],
      ['rate', 'RD 1619/2012, art. 6.1.g', 'IVA 10 %'],
      ['tax', 'RD 1619/2012, art. 6.1.h', '150,00'],
      ['when it was done', 'RD 1619/2012, art. 6.1.i', '16 de septiembre de 2026'],
    ],
  },
  {
    name: 'Spain, reverse charge',
    language: 'es',
    currency: 'EUR',
    taxPercent: '21',
    issuer: issuer({ ...LUNA, taxName: 'IVA', taxNumber: 'ESB34123456' }),
    customer: customer({ ...FINCA, taxNumber: 'ESB34654321', taxTreatment: 'reverseCharge' }),
    work: { name: 'Movimiento de tierras', basis: 'hour', quantity: 20, price: '75' },
    account: { account: 'ES91 2100 0418 4502 0005 1332', code: 'CAIXESBB' },
    totals: [150_000, 0, 150_000],
    asked: [['the mention', 'RD 1619/2012, art. 6.1.m', 'Inversión del sujeto pasivo']],
  },
  {
    name: 'United Kingdom',
    language: 'en',
    currency: 'GBP',
    taxPercent: '20',
    issuer: issuer({ ...HILL, taxName: 'VAT', taxNumber: 'GB 123 4567 82' }),
    customer: customer(MOOR),
    work: { name: 'Combining', basis: 'acre', quantity: 40, price: '28' },
    account: { account: '12345678', code: '12-34-56' },
    totals: [112_000, 22_400, 134_400],
    asked: [
      ['number', 'SI 1995/2518, reg. 14(1)(a)', 'RE-2026-7'],
      ['time of the supply', 'SI 1995/2518, reg. 14(1)(b)', '16 September 2026'],
      ['date of issue', 'SI 1995/2518, reg. 14(1)(c)', '30 September 2026'],
      ['seller, address and number', 'SI 1995/2518, reg. 14(1)(d)', 'GB 123 4567 82'],
      ['customer and address', 'SI 1995/2518, reg. 14(1)(e)', 'Masham'],
      ['what was done', 'SI 1995/2518, reg. 14(1)(g)', 'Combining'],
      ['quantity, rate, amount', 'SI 1995/2518, reg. 14(1)(h)', '1,120.00'],
      ['total without VAT and VAT', 'SI 1995/2518, reg. 14(1)(i), (l)', '224.00'],
      ['cash discount', 'SI 1995/2518, reg. 14(1)(j)', '2% off'],
    ],
  },
  {
    name: 'United Kingdom, reverse charge',
    language: 'en',
    currency: 'GBP',
    taxPercent: '20',
    issuer: issuer({ ...HILL, taxName: 'VAT', taxNumber: 'GB 123 4567 82' }),
    customer: customer({ ...MOOR, taxNumber: 'GB 987 6543 21', taxTreatment: 'reverseCharge' }),
    work: { name: 'Drainage', basis: 'hour', quantity: 16, price: '70' },
    account: { account: '12345678', code: '12-34-56' },
    totals: [112_000, 0, 112_000],
    asked: [['the reference, and that the customer accounts for it', 'VAT Act 1994 s. 55A; VATREVCON37100', 'Customer to account to HMRC']],
  },
  {
    name: 'Ireland',
    language: 'en',
    currency: 'EUR',
    taxPercent: '13.5',
    issuer: issuer({ ...RYAN, taxName: 'VAT', taxNumber: 'IE1234567T' }),
    customer: customer(KELLY),
    work: { name: 'Slurry spreading', basis: 'acre', quantity: 30, price: '45' },
    account: { account: 'IE29 AIBK 9311 5212 3456 78', code: 'AIBKIE2D' },
    totals: [135_000, 18_225, 153_225],
    asked: [
      ['VAT number', 'VAT Regulations 2010, reg. 20', 'IE1234567T'],
      ['rate and tax', 'VAT Regulations 2010, reg. 20', '182.25'],
    ],
  },
  {
    name: 'United States',
    language: 'en',
    currency: 'USD',
    taxPercent: '0',
    issuer: issuer(PRAIRIE),
    customer: customer(RIDGE),
    work: { name: 'Custom harvesting', basis: 'acre', quantity: 120, price: '24.50' },
    account: { account: '000123456789', code: '021000021' },
    totals: [294_000, 0, 294_000],
    asked: [['no law of the federation; who, what and how much', 'custom', 'Custom harvesting']],
  },
  {
    name: 'United States, exempt',
    language: 'en',
    currency: 'USD',
    taxPercent: '7.5',
    issuer: issuer({ ...PRAIRIE, taxName: 'Sales tax' }),
    customer: customer({ ...RIDGE, taxTreatment: 'exempt', taxNote: 'certificate ST-28F, no. 4711' }),
    work: { name: 'Custom harvesting', basis: 'acre', quantity: 120, price: '24.50' },
    account: { account: '000123456789', code: '021000021' },
    totals: [294_000, 0, 294_000],
    asked: [['why no tax was charged', 'K.S.A. 79-3651 (Kansas)', 'Exempt from sales tax: certificate ST-28F, no. 4711.']],
  },
];
