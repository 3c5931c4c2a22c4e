// Sellers and customers of the worked bills.

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

export const issuer = (given: Partial<BillingContent['issuer']> & { readonly name: string }): BillingContent['issuer'] => ({
  address: [given.street, [given.postalCode, given.town].filter(Boolean).join(' ')].join('\n'),
  logo: null,
  taxName: null,
  taxNumber: null,
  phoneNumber: '+49 4321 555 0',
  email: 'office@example.com',
  taxScheme: 'usual',
  ...given,
});
export const customer = (given: Partial<BillingContent['customer']> & { readonly businessName: string }): BillingContent['customer'] => ({
  id: 1,
  address: [given.street, [given.postalCode, given.town].filter(Boolean).join(' ')].join('\n'),
  phoneNumber: null,
  email: 'farm@example.com',
  externalNumber: '10042',
  taxTreatment: 'usual',
  ...given,
});

export const BRANDT = {
  name: 'Lohnunternehmen Brandt',
  street: 'Dorfstraße 3',
  postalCode: '24616',
  town: 'Brokstedt',
  country: 'DE',
} as const;
export const GERMAN = { ...BRANDT, taxName: 'USt', taxNumber: 'DE136695976' };
export const WIESE = { businessName: 'Hof Wiese', street: 'Am Moor 7', postalCode: '24632', town: 'Lentföhrden', country: 'DE' } as const;
export const GRUBER = { name: 'Agrarservice Gruber', street: 'Feldgasse 2', postalCode: '4600', town: 'Wels', country: 'AT' } as const;
export const AUER = { businessName: 'Hof Auer', street: 'Moos 1', postalCode: '5020', town: 'Salzburg', country: 'AT' } as const;
export const KELLER = { name: 'Keller Lohnarbeiten', street: 'Seeweg 4', postalCode: '8580', town: 'Amriswil', country: 'CH' } as const;
export const HUBER = {
  businessName: 'Huber Landwirtschaft',
  street: 'Rain 9',
  postalCode: '8590',
  town: 'Romanshorn',
  country: 'CH',
} as const;
export const LUNA = {
  name: 'Servicios Agrícolas Luna',
  street: 'Calle Mayor 8',
  postalCode: '34001',
  town: 'Palencia',
  country: 'ES',
} as const;
export const FINCA = {
  businessName: 'Finca El Soto, S.L.',
  street: 'Camino Real 2',
  postalCode: '34005',
  town: 'Palencia',
  country: 'ES',
} as const;
export const HILL = { name: 'Hill Farm Contracting', street: 'Mill Lane', town: 'Ripon', postalCode: 'HG4 1AA', country: 'GB' } as const;
export const MOOR = { businessName: 'Moor Estates Ltd', street: 'The Hall', town: 'Masham', postalCode: 'HG4 4AA', country: 'GB' } as const;
export const RYAN = {
  name: 'Ryan Agri Contractors',
  street: 'Main Street',
  town: 'Tullamore',
  postalCode: 'R35 X5V0',
  country: 'IE',
} as const;
export const KELLY = {
  businessName: 'Kelly Dairy Farm',
  street: 'Ballyduff',
  town: 'Birr',
  postalCode: 'R42 AK20',
  country: 'IE',
} as const;
export const PRAIRIE = {
  name: 'Prairie Custom Harvesting',
  street: '12 County Road 5',
  town: 'Colby',
  region: 'KS',
  postalCode: '67701',
  country: 'US',
} as const;
export const RIDGE = {
  businessName: 'Pine Ridge Farms',
  street: '88 Ridge Road',
  town: 'Goodland',
  region: 'KS',
  postalCode: '67735',
  country: 'US',
} as const;

export const EURO_ACCOUNT = { account: 'DE89 3704 0044 0532 0130 00', code: 'COBADEFFXXX' };
export const MAIZE = { name: 'Mais häckseln', basis: 'hectare', quantity: 12.5, price: '180' } as const;
export const HOURS = { name: 'Mulchen', basis: 'hour', quantity: 10, price: '65' } as const;

export const AUSTRIAN = { ...GRUBER, taxName: 'USt', taxNumber: 'ATU87654321' };
export const AUSTRIAN_ACCOUNT = { account: 'AT61 1904 3002 3457 3201', code: 'BKAUATWW' };
export const SPANISH_ACCOUNT = { account: 'ES91 2100 0418 4502 0005 1332', code: 'CAIXESBB' };
export const BRITISH_ACCOUNT = { account: '12345678', code: '12-34-56' };
