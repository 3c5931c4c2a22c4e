import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import type { Sentence } from '#shared/billing/line-words.ts';
import { calculationOf, oppositeSentence, sentencesOf } from '#shared/billing/sentences.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { BillingDocument } from '#shared/billing/document.ts';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';
import { toLinesCsv } from '#server/billing/documents/csv.ts';
import { writtenIn } from '#server/billing/documents/numbers.ts';
import { toPdf } from '#tests/support/draw-pdf.ts';
import { toUbl } from '#server/billing/documents/ubl.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { sized } from '#tests/support/proof-size.ts';
import { inputs } from './arbitraries.ts';
import { faultsOf } from './en16931/check.ts';
import { documentOfBill } from './en16931/kinds.ts';
import { entry, fuel, line, numberFields, rate } from './make.ts';
import { add, type Fraction, halfAwayFromZero, multiply, read, same } from './reckoning.ts';
import { said } from './said.ts';

const ZERO: Fraction = [0n, 1n];
const numberIn = ({ values }: Sentence, name: string): Fraction => {
  const value = values[name];
  return typeof value === 'string' ? read(value) : ZERO;
};
const amountIn = (sentence: Sentence): Fraction => numberIn(sentence, 'amount');
const makesAmount = ({ values }: Sentence): boolean => typeof values['amount'] === 'string';

/** The text of the line, as a customer would add it up: the sentences below it, or else quantity times price. */
const addedUp = (each: BillLine, sentences: readonly Sentence[]): Fraction =>
  sentences.some(makesAmount)
    ? sentences.map(amountIn).reduce(add, ZERO)
    : multiply(read(each.quantity ?? 'none'), read(each.price ?? 'none'));

describe('any bill', () => {
  test('adds up on paper: the text under each line comes to its amount, rounded once', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const bill = computeBill(input);
        const smallest = BigInt(smallestCents(bill.currency));
        for (const each of bill.lines) {
          const sentences = calculationOf(each);
          const exact = addedUp(each, sentences);
          expect([each.key, smallest * halfAwayFromZero(multiply(exact, [100n, smallest]))]).toEqual([each.key, BigInt(each.cents)]);
          // Its reversal says the same, negated.
          expect(
            same(
              sentences.map(oppositeSentence).map(amountIn).reduce(add, ZERO),
              multiply(sentences.map(amountIn).reduce(add, ZERO), [-1n, 1n]),
            ),
          ).toBe(true);
          // Each product that is said is one.
          for (const sentence of sentences.filter(({ key }) => /^(product|step)/.test(key))) {
            const product = multiply(numberIn(sentence, 'quantity'), numberIn(sentence, 'price'));
            expect([sentence.key, same(product, amountIn(sentence))]).toEqual([sentence.key, true]);
          }
        }
        expect(bill.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(
          bill.netCents + bill.taxes.reduce((sum, tax) => sum + (tax.taxIncluded ? tax.taxCents : 0), 0),
        );
      }),
      { numRuns: sized({ push: 100, proofs: 1000 }) },
    );
  });

  test('says no number of a row, in any language', () => {
    const many = { ...entry(1, { totalHours: 2, equipmentIds: [7] }) };
    const rates = [
      rate(4711, [line('hour', '80')]),
      rate(4712, [line('hour', '90')], { customerId: 1, validFrom: '2025-01-01' }),
      rate(4713, [line('hour', '100')], { jobId: 1, equipmentId: 7 }),
    ];
    const none = { currency: 'EUR', taxPercent: '0', taxIncluded: false };
    const lines = rates.flatMap(
      (_, place) => computeBill({ entries: [many], rates: rates.slice(0, place + 1), fields: [], terms: none }).lines,
    );
    expect(lines).toHaveLength(3);
    for (const language of LANGUAGE_IDS) {
      expect(lines.flatMap((each) => said(sentencesOf(each), language)).join(' ')).not.toMatch(/47\d\d|#/);
    }
  });

  test('whose old record does not say how it was computed has no words for it, and is no failure', () => {
    const lost = { explanation: undefined, cents: 100, label: 'Old' } as unknown as BillLine;
    expect(calculationOf(lost)).toEqual([]);
    expect(said(sentencesOf(lost))).toEqual(['Together 1.00']);
  });
});

const terms = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
const at = (upTo: string | null, price: string) => ({ upTo, price });
const SAID = computeBill({
  terms,
  fields: numberFields('Acres'),
  rates: [
    rate(1, [
      line('flat', '150', { per: 'job', label: 'Call-out' }),
      line('load', '0', { per: 'job', prices: [at('10', '100'), at(null, '90')] }),
      line('hour', '10', { minimumCents: 15_000, label: 'Standby' }),
    ]),
    rate(2, [line('acre', '24.50', { per: 'job' })], {
      serviceTypeId: 2,
      name: 'Price list 2025',
      fuel: fuel('surchargeByPercent', { price: '3.92', basePrice: '3.50', step: '0.10', percent: '1' }),
    }),
  ],
  entries: [
    entry(1, { loads: 25, totalHours: 2 }),
    entry(2, { serviceTypeId: 2, customFieldValues: { Acres: 100 } }),
    entry(3, { serviceTypeId: 2, customFieldValues: { Acres: 194 } }),
  ],
});

const PAPER: Readonly<Record<LanguageId, readonly string[]>> = {
  en: [
    'Flat amount, once for the job',
    'Up to 10: 10 loads × €100.00 = €1,000.00',
    'Above 10: 15 loads × €90.00 = €1,350.00',
    'Minimum charge of €150.00 applies (2 hrs × €10.00 = €20.00)',
    'Fuel at €3.92, base price €3.50: 4 full steps of €0.10 above it',
    '4 × 1% of €7,203.00 = €288.12',
  ],
  de: [
    'Pauschale, einmal je Auftrag',
    'Bis 10: 10 Fuhren × 100,00 € = 1.000,00 €',
    'Über 10: 15 Fuhren × 90,00 € = 1.350,00 €',
    'Es gilt der Mindestbetrag von 150,00 € (2 Std. × 10,00 € = 20,00 €)',
    'Kraftstoff zu 3,92 €, kalkuliert mit 3,50 €: 4 volle Stufen zu 0,10 € darüber',
    '4 × 1 % von 7.203,00 € = 288,12 €',
  ],
  es: [
    'Importe fijo, una vez por trabajo',
    'Hasta 10: 10 viajes × 100,00 € = 1000,00 €',
    'Más de 10: 15 viajes × 90,00 € = 1350,00 €',
    'Se aplica el cargo mínimo de 150,00 € (2 h × 10,00 € = 20,00 €)',
    'Combustible a 3,92 €, precio base 3,50 €: 4 escalones completos de 0,10 € por encima',
    '4 × 1 % de 7203,00 € = 288,12 €',
  ],
};

const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
/** As it reads where a line of the page ends within it. */
const unbroken = (text: string): string => plain(text).replaceAll(/\s+/g, '');
const invoice = (language: LanguageId, kind: 'bill' | 'reversal' = 'bill'): BillingDocument => documentOfBill(SAID, kind, {}, language);

describe('steps, minimum and call-out', () => {
  test.each(LANGUAGE_IDS)('read the same in the PDF, the CSV and the e-invoice, in %s', async (language) => {
    const document = invoice(language);
    const [page = ''] = pdfPages(await toPdf(document, { hasAnnex: false }));
    const csv = plain(toLinesCsv([document]));
    const xml = plain(toUbl(document));
    for (const words of PAPER[language]) {
      expect(unbroken(page)).toContain(unbroken(words));
      expect(csv).toContain(words);
      expect(xml).toContain(words);
    }
    expect(faultsOf(toUbl(document))).toEqual([]);
    expect(faultsOf(toUbl(invoice(language, 'reversal')))).toEqual([]);
  });

  test('of a reversal are negated, and name the bill and its date', async () => {
    const [page = ''] = pdfPages(await toPdf(invoice('de', 'reversal'), { hasAnnex: false }));
    expect(page).toContain('Storno zu 2025-1 vom 19. Dezember 2025');
    expect(unbroken(page)).toContain(unbroken('Über 10: −15 Fuhren × 90,00 € = −1.350,00 €'));
    expect(toUbl(invoice('es', 'reversal'))).toContain('Anulación de 2025-1 del 19 de diciembre de 2025');
  });

  test('on the screen are next to the rate, in the words of the trade', () => {
    const [callOut = [], loads = [], standby = [], acres = [], surcharge = []] = SAID.lines.map((each) => said(sentencesOf(each)));
    expect(acres).toEqual(['294 from 2 entries × 24.50 (Service 2, Price list 2025) = 7203.00', 'Counted in: Acres']);
    expect(callOut[0]).toBe('Rate: Call-out, standard');
    expect(loads.at(-2)).toBe('Together 2350.00');
    expect(standby[1]).toBe('Minimum charge of 150.00 applies (2 × 10 = 20)');
    expect(surcharge.at(-1)).toBe('Rate: Service 2, Price list 2025');
  });

  test('of an e-invoice have units in the language of the bill, not in English', () => {
    expect(toUbl(invoice('de'))).toContain('(25 Fuhren)');
    expect(toUbl(invoice('es'))).toContain('(25 viajes)');
    expect(toUbl(invoice('de'))).not.toMatch(/\((\d+) (load|hour|flat)\)/);
  });
});

test('lines of several jobs name their job, on paper and in the e-invoice', async () => {
  const bill = computeBill({
    terms,
    fields: [],
    rates: [rate(1, [line('hour', '80', { per: 'job' })])],
    entries: [entry(1, { totalHours: 2 }), entry(2, { totalHours: 2, jobId: 2 })],
  });
  const jobs = [
    { id: 1, name: 'North Quarter' },
    { id: 2, name: 'Gravel Pit' },
  ];
  const document = documentOfBill(bill, 'bill', { jobs });
  const names = [...toUbl(document).matchAll(/<cbc:Name>([^<]*)</g)].map(([, name]) => name);
  expect(names).toEqual(['Service 1, North Quarter', 'Service 1, Gravel Pit']);
  const [page = ''] = pdfPages(await toPdf(document, { hasAnnex: false }));
  expect(page).toMatch(/Service 1 North Quarter, .* Service 1 Gravel Pit, /);
});

test('a tax of zero is printed only next to another one', async () => {
  const hand = (taxPercent: string) => ({
    label: 'Advice',
    jobId: null,
    quantity: '1',
    unit: null,
    price: '80',
    taxPercent,
    taxIncluded: false,
  });
  const pageOf = async (...percents: string[]) => {
    const bill = computeBill({ terms, fields: [], rates: [], entries: [], manualLines: percents.map(hand) });
    return pdfPages(await toPdf(documentOfBill(bill), { hasAnnex: false })).join(' ');
  };
  expect(await pageOf('0')).not.toMatch(/Tax 0|Net /);
  expect(await pageOf('0', '7')).toMatch(/Tax 0% of €80.00.*Tax 7% of €80.00/);
});

test('yen are on paper without decimals, dinars with three', () => {
  expect(['125000', '125050'].map((cents) => writtenIn('en', 'us', 'JPY').money(Number(cents)))).toEqual(['¥1,250', '¥1,250.50']);
  expect(plain(writtenIn('en', 'us', 'KWD').money(1_234))).toBe('KWD 12.340');
});
