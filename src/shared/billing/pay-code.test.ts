import { describe, expect, test } from 'vitest';
import type { DocumentBuyer, DocumentPayment, DocumentSeller } from './document.ts';
import { epcPayload, payCodeOf } from './pay-code.ts';
import type { Payable } from './payable.ts';
import { creditorReference, formatReference, qrCheckDigit, qrReference, toCreditorReference } from './payment-references.ts';
import { swissBillOf, swissPayload } from './swiss-bill.ts';

const NOBODY = { street: null, postalCode: null, town: null, region: null, email: null, phoneNumber: null, taxNumber: null };
const seller = (given: Partial<DocumentSeller>): DocumentSeller => ({
  name: 'Kilbride Agri Contracting Ltd',
  addressLines: [],
  country: 'IE',
  taxName: null,
  taxRegistration: null,
  taxScheme: 'usual',
  footer: null,
  ...NOBODY,
  ...given,
});
const buyer = (given: Partial<DocumentBuyer>): DocumentBuyer => ({
  name: 'Rathmoyle Dairy Farm',
  addressLines: [],
  country: 'IE',
  number: null,
  contactName: null,
  reference: null,
  taxTreatment: 'usual',
  taxNote: null,
  ...NOBODY,
  ...given,
});
const payment = (given: Partial<DocumentPayment>): DocumentPayment => ({
  holder: null,
  account: 'IE29 AIBK 9311 5212 3456 78',
  code: 'AIBKIE2D',
  bankName: null,
  qrIban: null,
  reference: '2025-0147',
  text: null,
  ...given,
});
const bill = (given: Partial<Payable>): Payable => ({
  number: '2025-0147',
  currency: 'EUR',
  seller: seller({}),
  buyer: buyer({}),
  payment: payment({}),
  openCents: 1_568_127,
  ...given,
});

const GERMAN = payment({ account: 'DE89370400440532013000', code: null, holder: 'Lohnunternehmen Süß & Söhne' });
const CHF = {
  currency: 'CHF',
  seller: seller({ name: 'Robert Schneider AG', street: 'Rue du Lac 1268', postalCode: '2501', town: 'Biel', country: 'CH' }),
  buyer: buyer({
    name: 'Pia-Maria Rutschmann-Schnyder',
    street: 'Grosse Marktgasse 28',
    postalCode: '9400',
    town: 'Rorschach',
    country: 'CH',
  }),
} as const;
const CREDITOR = ['S', 'Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel', 'CH'];
const DEBTOR = ['S', 'Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse', '28', '9400', 'Rorschach', 'CH'];
const NONE = ['', '', '', '', '', '', ''];
const LINES_ABOVE = ['CH5800791123000889012', 'S', 'Lohn AG', 'Hof', '3a', '8400', 'Winterthur', 'CH', ...NONE];

describe('references', () => {
  test('are those that ISO 11649 and the Swiss guidelines publish', () => {
    expect(toCreditorReference('539007547034')).toBe('RF18539007547034');
    expect(toCreditorReference('2348231')).toBe('RF712348231');
    expect(qrCheckDigit('21000000000313947143000901')).toBe(7);
    expect(formatReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
    expect(formatReference('210000000003139471430009017')).toBe('21 00000 00003 13947 14300 09017');
    expect(formatReference('2025-0147')).toBe('2025-0147');
  });

  test('of a bill are its number, where letters and digits can say it', () => {
    expect(creditorReference({ label: 'RE-2025-0147', year: 2025, number: 147 })).toBe('RF27RE20250147');
    expect(creditorReference({ label: 'Ü2025-147', year: 2025, number: 147 })).toBe(toCreditorReference('2025147'));
    expect(qrReference({ label: '2025-147', year: 2025, number: 147 })).toBe('000000000000002025000001477');
  });
});

describe('the code of', () => {
  const epc: readonly (readonly [string, Partial<Payable>, readonly string[]])[] = [
    ['an Irish bill', {}, ['AIBKIE2D', 'Kilbride Agri Contracting Ltd', 'IE29AIBK93115212345678', 'EUR15681.27', '', '', '2025-0147', '']],
    [
      'a German bill with umlauts and without a BIC',
      { payment: GERMAN, openCents: 100 },
      ['', 'Lohnunternehmen Süß & Söhne', 'DE89370400440532013000', 'EUR1.00', '', '', '2025-0147', ''],
    ],
    [
      'a Spanish bill with a creditor reference',
      { payment: payment({ account: 'ES91 2100 0418 4502 0005 1332', code: null, reference: 'RF18539007547034' }), openCents: 5 },
      ['', 'Kilbride Agri Contracting Ltd', 'ES9121000418450200051332', 'EUR0.05', '', 'RF18539007547034', '', ''],
    ],
    [
      'a holder of 75 characters',
      { payment: payment({ holder: 'Landwirtschaftliches Lohnunternehmen und Maschinenring Vorder-Oberland eG x' }) },
      [
        'AIBKIE2D',
        'Landwirtschaftliches Lohnunternehmen und Maschinenring Vorder-Oberland',
        'IE29AIBK93115212345678',
        'EUR15681.27',
        '',
        '',
        '2025-0147',
        '',
      ],
    ],
    [
      'a field for the BIC with something else in it',
      { payment: payment({ code: '12-34-56' }) },
      ['', 'Kilbride Agri Contracting Ltd', 'IE29AIBK93115212345678', 'EUR15681.27', '', '', '2025-0147', ''],
    ],
    [
      'the largest amount there may be',
      { openCents: 99_999_999_999 },
      ['AIBKIE2D', 'Kilbride Agri Contracting Ltd', 'IE29AIBK93115212345678', 'EUR999999999.99', '', '', '2025-0147', ''],
    ],
  ];
  test.each(epc)('%s has the twelve lines of EPC069-12', (_, given, rest) => {
    expect(payCodeOf(bill(given))).toEqual({ kind: 'epc', text: ['BCD', '002', '1', 'SCT', ...rest].join('\n') });
  });

  const swiss: readonly (readonly [string, Partial<Payable>, readonly string[]])[] = [
    [
      'a Swiss bill with a QR-IBAN',
      {
        ...CHF,
        payment: payment({ account: 'CH5800791123000889012', qrIban: 'CH4431999123000889012', reference: '210000000003139471430009017' }),
        openCents: 194_975,
      },
      ['CH4431999123000889012', ...CREDITOR, ...NONE, '1949.75', 'CHF', ...DEBTOR, 'QRR', '210000000003139471430009017', '2025-0147'],
    ],
    [
      'a Swiss bill with an ordinary IBAN',
      { ...CHF, payment: payment({ account: 'CH58 0079 1123 0008 8901 2', reference: 'RF18539007547034' }), openCents: 10_000 },
      ['CH5800791123000889012', ...CREDITOR, ...NONE, '100.00', 'CHF', ...DEBTOR, 'SCOR', 'RF18539007547034', '2025-0147'],
    ],
    [
      'a bill in euros to a Swiss account, for a customer whose place is not known',
      {
        ...CHF,
        currency: 'EUR',
        buyer: buyer({ addressLines: ['Beim Bach'], country: 'CH' }),
        payment: payment({ account: 'CH5800791123000889012', reference: 'RF18539007547034' }),
        openCents: 1,
      },
      ['CH5800791123000889012', ...CREDITOR, ...NONE, '0.01', 'EUR', ...NONE, 'SCOR', 'RF18539007547034', '2025-0147'],
    ],
    [
      'addresses that were written as lines',
      {
        ...CHF,
        seller: seller({ name: 'Lohn AG', addressLines: ['Hof 3a', '8400 Winterthur'], country: 'CH' }),
        buyer: buyer({ name: 'Hof Süß', addressLines: ['Weiler', 'D-79761 Waldshut'], country: 'DE' }),
        payment: payment({ account: 'CH5800791123000889012', reference: 'RF18539007547034' }),
        openCents: 100,
      },
      [...LINES_ABOVE, '1.00', 'CHF', 'S', 'Hof Süß', 'Weiler', '', '79761', 'Waldshut', 'DE', 'SCOR', 'RF18539007547034', '2025-0147'],
    ],
  ];
  test.each(swiss)('%s is as the Swiss guidelines have it', (_, given, rest) => {
    expect(payCodeOf(bill(given))).toEqual({ kind: 'swiss', text: ['SPC', '0200', '1', ...rest, 'EPD'].join('\n') });
  });

  test.each<[string, Partial<Payable>]>([
    ['nothing open', { openCents: 0 }],
    ['more than a code can say', { openCents: 100_000_000_000 }],
    ['pounds', { currency: 'GBP', payment: payment({ account: 'GB29 NWBK 6016 1331 9268 19' }) }],
    ['dollars', { currency: 'USD', payment: payment({ account: '000123456789', code: '021000021' }) }],
    ['a mistyped IBAN', { payment: payment({ account: 'IE30 AIBK 9311 5212 3456 78' }) }],
    ['euros to an account outside of SEPA', { payment: payment({ account: 'BR15 0000 0000 0000 1093 2840 814P 2' }) }],
    ['no account', { payment: payment({ account: null }) }],
    ['an old bill', { payment: null }],
    ['francs to a Swiss account of somebody whose place is not known', { ...CHF, seller: seller({ country: 'CH' }) }],
  ])('%s is none', (_, given) => {
    expect(payCodeOf(bill(given))).toBeNull();
  });
});

test('the information of the biller follows the trailer, as in the published example', () => {
  const swiss = swissBillOf(
    bill({ ...CHF, payment: payment({ account: 'CH4431999123000889012', reference: '210000000003139471430009017' }) }),
  );
  const coded = '//S1/10/10201409/11/200701/20/140.000-53/30/102673831/31/200615/32/7.7/33/7.7:139.40/40/0:30';
  expect(swiss && swissPayload(swiss, coded).split('\n').slice(27)).toEqual([
    'QRR',
    '210000000003139471430009017',
    '2025-0147',
    'EPD',
    coded,
  ]);
});

test('a name in letters of many bytes is cut, so that the code has at most 331 bytes', () => {
  const text = epcPayload({
    name: '農'.repeat(70),
    iban: 'IE29AIBK93115212345678',
    bic: 'AIBKIE2DXXX',
    cents: 1,
    reference: 'x'.repeat(200),
  });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331);
  expect(Buffer.byteLength(text)).toBeGreaterThan(328);
  expect(text.split('\n')).toHaveLength(12);
});
