import { describe, expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { missingByLaw } from '#shared/billing/missing-by-law.ts';
import { COUNTRY_WORDS, OTHER_WORDS, UNION_WORDS } from '#shared/billing/tax-words.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import type { BillTerms } from '#shared/billing/schemas/bill.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { SELLER_TAX_SCHEMES } from '#shared/billing/schemas/billing-settings.ts';
import { TAX_TREATMENTS } from '#shared/domain/customer-billing.ts';
import { entry, line, rate } from './make.ts';

type Issuer = Partial<BillingContent['issuer']>;
type Customer = Partial<BillingContent['customer']>;
const contentOf = (issuer: Issuer, customer: Customer = {}): Pick<BillingContent, 'issuer' | 'customer'> => ({
  issuer: { name: 'Lohnhof', address: 'Weg 1', logo: null, taxName: null, taxNumber: null, ...issuer },
  customer: { id: 1, businessName: 'Hof', address: 'Dorf 2', phoneNumber: null, ...customer },
});

const TERMS: BillTerms = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
const billWith = (terms: BillTerms, taxIncluded: boolean | null = null) =>
  computeBill({
    entries: [entry(1, { totalHours: 2 })],
    rates: [rate(1, [line('hour', '119')], { taxIncluded })],
    fields: [],
    terms,
    manualLines: [{ label: 'Salt', jobId: null, quantity: '1', unit: null, price: '10', taxPercent: '7', taxIncluded: null }],
  });

describe('who bills no tax', () => {
  test.each([
    ['a small business', 'smallBusiness', 'usual'],
    ['to a customer who is exempt', 'usual', 'exempt'],
    ['to one who owes it', 'usual', 'reverseCharge'],
    ['for work abroad', 'usual', 'abroad'],
    ['a farmer to one who owes it', 'farmFlatRate', 'reverseCharge'],
  ] as const)('%s: no line has any, whatever its rate says', (_, scheme, treatment) => {
    const bill = billWith({ ...TERMS, standing: { scheme, treatment } });
    expect(bill.taxes).toEqual([{ taxPercent: '0', taxIncluded: false, cents: 24_800, taxCents: 0 }]);
    expect([bill.netCents, bill.taxCents, bill.grossCents]).toEqual([24_800, 0, 24_800]);
  });

  test('others bill it as ever', () => {
    for (const standing of [undefined, { scheme: 'usual', treatment: 'usual' }, { scheme: 'farmFlatRate', treatment: 'usual' }] as const) {
      expect(billWith({ ...TERMS, standing }).taxCents).toBe(4592);
    }
  });

  test('a price that includes tax stays as it was agreed, and is pointed out', () => {
    const bill = billWith({ ...TERMS, standing: { scheme: 'usual', treatment: 'reverseCharge' } }, true);
    expect(bill.grossCents).toBe(24_800);
    expect(bill.warnings).toMatchObject([{ kind: 'taxInPrice', rateId: 1, serviceTypeId: 1 }]);
    // Those who bill no tax have no other prices.
    expect(billWith({ ...TERMS, standing: { scheme: 'smallBusiness', treatment: 'usual' } }, true).warnings).toEqual([]);
    expect(billWith(TERMS, true).warnings).toEqual([]);
  });
});

describe('what a bill says of it', () => {
  test('nothing where tax is as usual', () => {
    expect(taxPositionOf(contentOf({ country: 'DE' }))).toBeNull();
  });

  test.each([
    ['DE', { taxScheme: 'smallBusiness' }, {}, 'E', null, 'Steuerbefreiung für Kleinunternehmer'],
    ['DE', {}, { taxTreatment: 'reverseCharge' }, 'AE', 'VATEX-EU-AE', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['DE', {}, { taxTreatment: 'reverseCharge', country: 'AT' }, 'AE', 'VATEX-EU-AE', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['DE', { taxScheme: 'farmFlatRate' }, {}, 'S', null, '§ 24 UStG'],
    ['DE', {}, { taxTreatment: 'abroad' }, 'O', 'VATEX-EU-O', '§ 3a UStG'],
    ['DE', {}, { taxTreatment: 'exempt', taxNote: '§ 4 Nr. 12 UStG.' }, 'E', null, ': § 4 Nr. 12 UStG.'],
    ['AT', { taxScheme: 'smallBusiness' }, {}, 'E', null, '§ 6 Abs. 1 Z 27 UStG 1994'],
    ['AT', {}, { taxTreatment: 'reverseCharge' }, 'AE', 'VATEX-EU-AE', '§ 19 UStG 1994'],
    ['AT', { taxScheme: 'farmFlatRate' }, {}, 'S', null, '§ 22 UStG 1994'],
    ['ES', {}, { taxTreatment: 'reverseCharge' }, 'AE', 'VATEX-EU-AE', 'nversión del sujeto pasivo'],
    ['ES', {}, { taxTreatment: 'exempt' }, 'E', null, 'art. 20 Ley 37/1992'],
    ['GB', { taxScheme: 'smallBusiness' }, {}, 'O', 'VATEX-EU-O', 'not registered for VAT'],
    ['GB', { taxScheme: 'farmFlatRate' }, {}, 'S', null, 'flat rate addition'],
    ['GB', {}, { taxTreatment: 'reverseCharge' }, 'AE', 'VATEX-EU-AE', 'section 55A'],
    ['IE', { taxScheme: 'farmFlatRate' }, {}, 'S', null, 'section 86'],
    ['FR', { taxScheme: 'smallBusiness' }, {}, 'E', 'VATEX-FR-FRANCHISE', 'TVA non applicable, art. 293 B du CGI'],
    ['US', {}, { taxTreatment: 'exempt', taxNote: 'ST-129, no. 77' }, 'E', null, ': ST-129, no. 77.'],
    ['PL', {}, { taxTreatment: 'reverseCharge', country: 'PL' }, 'AE', 'VATEX-EU-AE', 'everse'],
  ] as const)('%s %o %o', (country, issuer, customer, category, reasonCode, words) => {
    const position = taxPositionOf(contentOf({ country, ...issuer }, { country, ...customer }));
    expect(position).toMatchObject({ category, reasonCode });
    const sentences = Object.values(position?.notes ?? {}).flat();
    expect(sentences).toHaveLength(3);
    // The law's own words in every language; of `reverse` in Poland only what all have.
    expect(sentences.filter((sentence) => country === 'PL' || sentence.includes(words))).toEqual(sentences);
  });

  test('not a word of the tax where a Swiss seller is not registered (Art. 27 MWSTG)', () => {
    const position = taxPositionOf(contentOf({ country: 'CH', taxScheme: 'smallBusiness' }));
    expect(position).toEqual({ category: 'O', reasonCode: 'VATEX-EU-O', notes: { en: [], de: [], es: [] } });
  });

  test('every country, scheme and treatment has whole sentences without a gap', () => {
    for (const country of [...Object.keys(COUNTRY_WORDS), 'PL', 'BR', null]) {
      for (const taxScheme of SELLER_TAX_SCHEMES) {
        for (const taxTreatment of TAX_TREATMENTS) {
          const position = taxPositionOf(contentOf({ country, taxScheme }, { country: 'AT', taxTreatment }));
          const sentences = Object.values(position?.notes ?? {}).flat();
          expect(sentences.filter((each) => !/^\p{Lu}.*[^.]\.$/u.test(each) || /[{}]/.test(each))).toEqual([]);
        }
      }
    }
    expect(Object.keys(UNION_WORDS)).toEqual(Object.keys(OTHER_WORDS));
  });
});

describe('what the law asks for and a bill lacks', () => {
  const bill = billWith(TERMS);
  const large = { ...bill, grossCents: 99_999 };
  const days = [{ date: '2025-06-01' }];
  const missing = (issuer: Issuer, customer: Customer = {}, more = {}) =>
    missingByLaw({ ...contentOf(issuer, customer), bill: large, entries: days, ...more });
  const known = { country: 'DE', taxNumber: 'DE123456789' };

  test('nothing of a whole one', () => {
    expect(missing(known)).toEqual([]);
    expect(missing({ country: 'DE', taxRegistration: '12/345/67890' })).toEqual([]);
  });

  test.each([
    ['the tax number of the organization', { country: 'DE' }, {}, {}],
    ['the address of the organization', { ...known, address: null }, {}, {}],
    ['the address of the customer', known, { address: null }, {}],
    ['the days of the work', known, {}, { entries: [] }],
    ['the tax number of the customer', known, { taxTreatment: 'reverseCharge', country: 'AT' }, {}],
    ['the tax number of the customer', { country: 'AT', taxNumber: 'ATU1' }, { taxTreatment: 'reverseCharge', country: 'AT' }, {}],
    ['the days of the work', { country: 'GB', taxNumber: 'GB1' }, {}, { bill, entries: [] }],
    ['the days of the work', { country: 'AT', taxNumber: 'ATU1' }, {}, { bill, entries: [] }],
    ['the days of the work', { country: 'ES', taxNumber: 'ESB1' }, {}, { bill, entries: [] }],
    ['the address of the customer', { country: 'CH', taxNumber: 'CHE-123.456.788 MWST' }, { address: null }, { bill }],
    ['the address of the customer', { country: 'DE', taxRegistration: '1', taxScheme: 'smallBusiness' }, { address: null }, {}],
    ['the tax number of the customer', { country: 'ES', taxNumber: 'ESB1' }, { country: 'ES' }, {}],
    ['the tax number of the customer', { country: 'AT', taxNumber: 'ATU1' }, {}, { bill: { ...bill, grossCents: 1_000_001 } }],
    ['the reason why there is no tax', known, { taxTreatment: 'exempt' }, {}],
    ['the reason why there is no tax', known, {}, { bill: { ...large, lines: bill.lines.map((each) => ({ ...each, taxPercent: '0' })) } }],
    ['the reason why there is no tax', { country: 'US' }, { taxTreatment: 'exempt' }, {}],
    ['the tax number of the organization', { country: 'GB' }, {}, {}],
    ['the tax number of the organization', { country: 'CH' }, {}, {}],
  ] as const)('%s: %o %o %o', (need, issuer, customer, more) => {
    expect(missing(issuer, customer, more)).toEqual([need]);
  });

  test('where the customer of the same country owes the tax, German and British law ask for no number of theirs', () => {
    expect(missing(known, { country: 'DE', taxTreatment: 'reverseCharge' })).toEqual([]);
    expect(missing({ country: 'GB', taxNumber: 'GB1' }, { country: 'GB', taxTreatment: 'reverseCharge' })).toEqual([]);
  });

  test('a small business says no day in Germany, and no customer or number in Austria', () => {
    expect(missing({ country: 'DE', taxRegistration: '1', taxScheme: 'smallBusiness' }, {}, { entries: [] })).toEqual([]);
    expect(missing({ country: 'AT', taxScheme: 'smallBusiness' }, { address: null })).toEqual([]);
  });

  test('a small German bill needs neither customer nor days, and an American one nothing', () => {
    expect(missing(known, { address: null }, { bill: { ...bill, grossCents: 25_000 }, entries: [] })).toEqual([]);
    expect(missing({ country: 'US', address: null }, { address: null }, { entries: [] })).toEqual([]);
  });

  test('who is not registered has no number; a German small business has', () => {
    expect(missing({ country: 'GB', taxScheme: 'smallBusiness' })).toEqual([]);
    expect(missing({ country: 'CH', taxScheme: 'smallBusiness' })).toEqual([]);
    expect(missing({ country: 'DE', taxScheme: 'smallBusiness' })).toEqual(['the tax number of the organization']);
  });
});
