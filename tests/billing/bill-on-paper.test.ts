import { describe, expect, test } from 'vitest';
import type { BillingDocument } from '#shared/billing/document.ts';
import { payCodeOf } from '#shared/billing/pay-code.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { codesOf } from '#tests/support/pdf-codes.ts';
import { toPdf } from '#tests/support/draw-pdf.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { BILL } from './documents.ts';

const PAYMENT: NonNullable<BillingDocument['payment']> = {
  holder: 'Müller & Söhne Lohnunternehmen GmbH',
  account: 'DE89370400440532013000',
  code: 'COBADEFFXXX',
  bankName: null,
  qrIban: null,
  reference: '2025-0147',
  text: null,
};
const TERMS = { paymentDays: 30, discountPercent: null, discountDays: null, discountUntil: null };
const GERMAN: BillingDocument = { ...BILL, payment: PAYMENT, terms: TERMS };
const SWISS: BillingDocument = {
  ...GERMAN,
  currency: 'CHF',
  lines: BILL.lines.slice(0, 2),
  seller: { ...BILL.seller, name: 'Häfliger AG', street: 'Dorfstrasse 7', postalCode: '6206', town: 'Neuenkirch', country: 'CH' },
  buyer: { ...BILL.buyer, name: 'Hof Süess', street: 'Bachweg 3', postalCode: '9400', town: 'Rorschach', country: 'CH' },
  payment: { ...PAYMENT, account: 'CH5800791123000889012', reference: 'RF18539007547034' },
};
const AMERICAN: BillingDocument = {
  ...GERMAN,
  language: 'en',
  units: 'us',
  currency: 'USD',
  seller: { ...BILL.seller, name: 'Amsler Custom Farming', country: 'US' },
  payment: { ...PAYMENT, account: '000123456789', code: '021000021', text: 'Checks payable to Amsler.' },
};

const withLines = (document: BillingDocument, count: number): BillingDocument => ({
  ...document,
  lines: Array.from({ length: count }, (_, place) => ({ ...Object(BILL.lines[0]), text: `Line ${place + 1}` })),
});
const draw = (document: BillingDocument, more: { readonly isPreview?: boolean } = {}) => toPdf(document, { hasAnnex: false, ...more });
const pagesOf = async (document: BillingDocument): Promise<string[]> => pdfPages(await draw(document));

/** Width and height of the first page, in points. */
const sizeOf = (pdf: Buffer): number[] =>
  (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []).slice(1).map((text) => Math.round(Number(text)));

describe('the code on the page', () => {
  test('is read by a scanner as it was written: EPC', async () => {
    expect(await codesOf(await draw(GERMAN))).toEqual([payCodeOf(GERMAN)?.text]);
    expect(payCodeOf(GERMAN)?.text).toContain('Müller & Söhne');
  });

  test('is read by a scanner as it was written: Swiss, with its cross', async () => {
    expect(await codesOf(await draw(SWISS))).toEqual([payCodeOf(SWISS)?.text]);
    expect(payCodeOf(SWISS)?.kind).toBe('swiss');
  });

  test('is still on page 1 of a bill of many lines, and the Swiss payment part at the foot of its last page', async () => {
    const [german, swiss] = [withLines(GERMAN, 14), withLines(SWISS, 12)];
    expect(await codesOf(await draw(german))).toEqual([payCodeOf(german)?.text, null]);
    const codes = await codesOf(await draw(swiss));
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.filter((code) => code !== null)).toEqual([codes.at(-1)]);
  });

  test('of a preview cannot be paid', async () => {
    for (const document of [GERMAN, SWISS]) {
      const pdf = await draw(document, { isPreview: true });
      expect(await codesOf(pdf)).toEqual(['VORSCHAU']);
      expect(pdfPages(pdf)[0]).not.toContain('2025-0147');
    }
  });

  test.each<[string, Partial<BillingDocument>]>([
    ['paid', { openCents: 0 }],
    ['void', { openCents: 0, status: { kind: 'void', reversedBy: '2025-0150' } }],
    ['a credit note', { openCents: 0, kind: 'credit' }],
  ])('is missing where nothing is to be paid: %s', async (_, given) => {
    const pdf = await draw({ ...GERMAN, ...given });
    expect(await codesOf(pdf)).toEqual([null]);
    expect(pdfPages(pdf)[0]).not.toMatch(/IBAN|zahlbar bis/i);
  });
});

describe('the paper', () => {
  test('is A4 or US letter by the seller’s country, not by units', async () => {
    const us: BillingDocument = { ...AMERICAN, units: 'metric' };
    expect(sizeOf(await draw(us))).toEqual([612, 792]);
    expect(sizeOf(await draw({ ...GERMAN, units: 'us' }))).toEqual([595, 842]);
    expect(sizeOf(await draw({ ...us, seller: { ...us.seller, country: 'MX' } }))).toEqual([612, 792]);
  });

  test('says by when, how and where to pay, in words of the country', async () => {
    const [german = ''] = await pagesOf({
      ...GERMAN,
      terms: { paymentDays: 30, discountPercent: '2', discountDays: 10, discountUntil: '2025-09-29' },
      payment: { ...PAYMENT, reference: 'RF18539007547034' },
    });
    expect(german).toMatch(/Zahlbar bis 19\. Oktober 2025 30 Tage/);
    expect(german).toContain('17.468,51 € zahlbar bis 19. Oktober 2025 Oder bis 29. September 2025 mit 2 % Skonto: 17.119,14 €');
    expect(german).toContain('IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX Verwendungszweck RF18 5390 0754 7034');
    const [american = ''] = await pagesOf(AMERICAN);
    expect(american).toContain('Please pay by October 19, 2025 Net 30');
    expect(american).toMatch(/Account no\. 000123456789 Routing no\. 021000021 Reference 2025-0147 Checks payable to Amsler\./);
    const pounds: BillingDocument = { ...AMERICAN, currency: 'GBP', seller: { ...BILL.seller, country: 'GB' } };
    expect((await pagesOf(pounds))[0]).toMatch(/October 2025 30 days.*Sort code 021000021/);
  });

  test('says nothing twice, and no line that says nothing', async () => {
    const [page = ''] = await pagesOf({
      ...AMERICAN,
      taxes: [{ taxPercent: '0', taxIncluded: false, cents: 1, taxCents: 0 }],
      taxCents: 0,
    });
    expect(page.match(/Amsler Custom Farming/g)).toHaveLength(1);
    expect(page).not.toMatch(/Tax 0|0%|Net [^3]|Claas/);
    expect(page.match(/Chopping/g)).toHaveLength(1);
  });

  test('names a machine where its own rate makes a second line of a service', async () => {
    const [line] = BILL.lines;
    const lines = ['Claas 970', 'Fendt 724'].map((rateMachineName) => ({ ...Object(line), rateMachineName }));
    expect((await pagesOf({ ...GERMAN, lines }))[0]).toMatch(/Chopping, Claas 970 .*Chopping, Fendt 724 /);
    expect((await pagesOf({ ...GERMAN, lines: lines.slice(0, 1) }))[0]).not.toContain('Claas');
  });

  test('of a bill paid in part says what is open', async () => {
    const [page = ''] = await pagesOf({ ...GERMAN, openCents: 1_000_000 });
    expect(page).toContain('Bereits bezahlt −7.468,51 € Noch zu zahlen 10.000,00 €');
    expect(page).toContain('10.000,00 € zahlbar bis');
  });

  test('is titled by what it is, and a voided one says so', async () => {
    const titleOf = async (given: Partial<BillingDocument>, language: 'en' | 'de' | 'es') =>
      (await pagesOf({ ...GERMAN, openCents: 0, language, ...given }))[0] ?? '';
    const preceding = { number: '2025-0140', issuedOn: '2025-09-01' };
    expect(await titleOf({ kind: 'credit', preceding }, 'es')).toContain(
      'Factura rectificativa de 2025-0140 del 1 de septiembre de 2025 2025-0147',
    );
    expect(await titleOf({ kind: 'credit', preceding }, 'de')).toContain('Rechnungskorrektur zu 2025-0140 vom 1. September 2025 2025-0147');
    expect(await titleOf({ kind: 'deposit' }, 'de')).toContain('Abschlagsrechnung 2025-0147');
    expect(await titleOf({ kind: 'credit', preceding }, 'en')).toContain('Credit note for 2025-0140 of 1 September 2025 2025-0147');
    expect(await titleOf({ status: { kind: 'void', reversedBy: '2025-0150' } }, 'en')).toContain('Voided by 2025-0150');
  });

  test.each(LANGUAGE_IDS)('is the same bytes for the same bill, in %s, and two bills are not', async (language) => {
    const bill = { ...withLines(GERMAN, 20), language };
    const [first, again, other] = [await draw(bill), await draw(bill), await draw({ ...bill, number: '2025-0148' })];
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  test('prints names in other scripts, and what no typeface has as a question mark', async () => {
    const [page = ''] = await pagesOf({ ...GERMAN, buyer: { ...BILL.buyer, name: 'Агро Ελιά Łódź 農 🚜' } });
    expect(page.replaceAll(' ', '')).toContain('АгроΕλιάŁódź??');
  });

  test('holds notes that are longer than a page, and the last page of each is numbered', async () => {
    const pages = await pagesOf({ ...GERMAN, notes: 'Ein langer Satz über die Arbeit. '.repeat(300) });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toContain('IBAN');
    expect(pages.at(-1)).toContain(`2025-0147, Seite ${pages.length} von ${pages.length}`);
  });
});
