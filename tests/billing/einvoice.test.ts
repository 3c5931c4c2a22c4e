import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillingDocument } from '#shared/billing/document.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { toCii } from '#server/billing/documents/cii.ts';
import type { Profile } from '#server/billing/documents/einvoice-profile.ts';
import { missingForEInvoice } from '#server/billing/documents/einvoice-missing.ts';
import { toQuickBooksCsv } from '#server/billing/documents/accounting-csv.ts';
import { toDatev } from '#server/billing/documents/datev.ts';
import { toUbl } from '#server/billing/documents/ubl.ts';
import { sized } from '#tests/support/proof-size.ts';
import { inputs } from './arbitraries.ts';
import { BILL, REVERSAL } from './documents.ts';
import { BROKEN, BROKEN_XRECHNUNG, KEPT, XRECHNUNG } from './en16931/broken.ts';
import { brokenRules, brokenXRechnungRules, faultsOf, RULES } from './en16931/check.ts';
import { CHARGED, documentOfBill, MIXED, UNTAXED } from './en16931/kinds.ts';
import { rootOf } from './en16931/read.ts';
import { CURRENCY_CODES } from './en16931/rules.ts';
import { schemaFaults } from './en16931/schema.ts';
import { structureFaults } from './en16931/structure.ts';
import { allTexts, termsIn } from './en16931/terms.ts';
import { XRECHNUNG_RULES } from './en16931/xrechnung.ts';
import { WORKED_BILLS } from './worked-bills.ts';
import { documentOfLaw } from './law-documents.ts';
import { WORKED_LAW } from './worked-law.ts';

describe('the rules of EN 16931', () => {
  test('each has a document that breaks it, and is counted once', () => {
    expect(Object.keys(BROKEN).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(BROKEN))('%s finds what breaks it', (id, [base, change]) => {
    expect(brokenRules(base)).not.toContain(id);
    expect(brokenRules(change(base))).toContain(id);
  });

  test.each(Object.entries(KEPT))('a document of category %s keeps all of them', (_, xml) => {
    expect(brokenRules(xml)).toEqual([]);
  });

  test.each([
    ['an element that nobody knows', '<cbc:Note>', '<cbc:Colour>red</cbc:Colour><cbc:Note>'],
    ['another order', /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)(<cbc:DueDate>.*?<\/cbc:DueDate>)/, '$2$1'],
    ['the same twice', /(<cbc:DueDate>.*?<\/cbc:DueDate>)/, '$1$1'],
    ['an amount in words', /(<cbc:PayableAmount[^>]*>)[^<]*/, '$1much'],
    ['no day', '<cbc:IssueDate>2025', '<cbc:IssueDate>25'],
    ['an attribute that is missing', ' currencyID="EUR"', ''],
    ['another namespace', 'CommonBasicComponents-2', 'CommonBasicComponents-3'],
  ])('the schema refuses %s', (_, from, to) => {
    expect(structureFaults(rootOf(toUbl(BILL).replace(from, to)))).not.toEqual([]);
  });

  test('know every currency that a bill can have', () => {
    expect(CURRENCIES.filter((code) => !CURRENCY_CODES.has(code))).toEqual([]);
  });
});

describe('the rules of XRechnung', () => {
  test('each has a document that breaks it, and is counted once', () => {
    expect(Object.keys(BROKEN_XRECHNUNG).toSorted()).toEqual(XRECHNUNG_RULES.map(({ id }) => id).toSorted());
    expect(brokenXRechnungRules(XRECHNUNG)).toEqual([]);
  });

  test.each(Object.entries(BROKEN_XRECHNUNG))('%s finds what breaks it', (id, change) => {
    expect(brokenXRechnungRules(change(XRECHNUNG))).toContain(id);
  });
});

const us: BillingDocument = { ...BILL, units: 'us', seller: { ...BILL.seller, country: 'US', taxNumber: '12-3456789' }, currency: 'USD' };
const KINDS: readonly (readonly [string, BillingDocument])[] = [
  ['tax included and on top, a discount, a price below zero', BILL],
  ['what takes it back', { ...REVERSAL, dueOn: REVERSAL.issuedOn }],
  ['a charge', CHARGED],
  ['no tax', UNTAXED],
  ['several rates, one of them none', MIXED],
  ['a tax number that is no VAT number', us],
  ['a buyer with a VAT number', { ...BILL, buyer: { ...BILL.buyer, taxNumber: 'ES B12345678' } }],
  ['a buyer with another number', { ...BILL, buyer: { ...BILL.buyer, taxNumber: '77' } }],
  ['yen', { ...BILL, currency: 'JPY' }],
  ['no days, no notes, one line of an address', { ...BILL, from: null, to: null, notes: null, buyer: { ...BILL.buyer, addressLines: [] } }],
  ['notes with signs of their own', { ...BILL, notes: 'Fields #5 & #6 <north>\u0007\nsecond' }],
  ...WORKED_LAW.flatMap((law) =>
    (['bill', 'reversal', 'credit', 'deposit'] as const).map((kind) => {
      const document = documentOfLaw(law, kind);
      return [`${law.name}, ${kind}`, { ...document, dueOn: document.dueOn ?? document.issuedOn }] as const;
    }),
  ),
];
const complete = (document: BillingDocument, profile: Profile): boolean => missingForEInvoice(document, profile).length === 0;
const WHOLE = KINDS.filter(([, document]) => complete(document, 'core'));

/** Faults of both syntaxes, and where they differ in what they say. */
const allFaults = (document: BillingDocument, profile: Profile): unknown[] => {
  const [ubl, cii] = [toUbl(document, profile), toCii(document, profile)];
  const [inUbl, inCii] = [termsIn(ubl), termsIn(cii)];
  const differences = Object.keys({ ...inUbl, ...inCii })
    .map((term) => [term, inUbl[term], inCii[term]] as const)
    .filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other));
  return [...faultsOf(ubl), ...schemaFaults(cii), ...differences, ...(profile === 'xrechnung' ? brokenXRechnungRules(ubl) : [])];
};

describe('an e-invoice keeps them', () => {
  test.each(WHOLE)('%s, in both syntaxes', (_, document) => {
    expect(allFaults(document, 'core')).toEqual([]);
  });

  test.each(WHOLE.filter(([, document]) => complete(document, 'xrechnung')))('%s, as XRechnung', (_, document) => {
    expect(allFaults(document, 'xrechnung')).toEqual([]);
  });

  test.each(WORKED_BILLS.map(({ name, input }) => [name, computeBill(input)] as const))('%s, and its reversal', (_, bill) => {
    expect(allFaults(documentOfBill(bill), 'core')).toEqual([]);
    expect(allFaults({ ...documentOfBill(bill, 'reversal'), dueOn: '2026-01-19' }, 'core')).toEqual([]);
  });

  test('whatever the engine bills, and both syntaxes say the same', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom('bill' as const, 'reversal' as const), (input, kind) => {
        const document = { ...documentOfBill(computeBill(input), kind), dueOn: '2026-01-19' };
        const missing = missingForEInvoice(document, 'core');
        // Without any rate there is no line, and nothing else may be missing.
        expect(missing.filter((each) => each.term !== 'a line')).toEqual([]);
        const faults = missing.length > 0 ? [] : allFaults(document, 'core');
        // The standard computes in hundredths: a tax in whole yen may differ by a yen from its rules (decision 0035).
        const inWhole = document.currency === 'JPY' ? ['BR-CO-17', 'BR-S-09'] : [];
        expect(faults.filter((fault) => !inWhole.some((rule) => rule === fault))).toEqual([]);
      }),
      { numRuns: sized({ push: 20, proofs: 200 }) },
    );
  });

  test('all that UBL says, CII says: no text is in one alone', () => {
    for (const [, document] of WHOLE) {
      const [ubl, cii] = [toUbl(document), toCii(document)].map((xml) => new Set(Object.values(termsIn(xml)).flat()));
      // The same words in other places: the indicator of an allowance, and what sorts numbers, accounts and taxes.
      const code = /^(?:true|false|VAT|TAX|\d{8})$/;
      expect(allTexts(toUbl(document)).filter((each) => !code.test(each) && !ubl?.has(each))).toEqual([]);
      expect(allTexts(toCii(document)).filter((each) => !code.test(each) && !cii?.has(each) && each !== '')).toEqual([]);
    }
  });

  test('the schema of CII refuses what it does not know, and another order', () => {
    const cii = toCii(BILL);
    expect(schemaFaults(cii)).toEqual([]);
    expect(schemaFaults(cii.replace('<ram:CountryID>', '<ram:Colour>red</ram:Colour><ram:CountryID>'))).not.toEqual([]);
    expect(
      schemaFaults(cii.replace(/(<ram:TypeCode>380<\/ram:TypeCode>)(<ram:IssueDateTime>.*?<\/ram:IssueDateTime>)/, '$2$1')),
    ).not.toEqual([]);
  });
});

const german = documentOfLaw(WORKED_LAW[0] ?? Object(null));
const termsOfLaw = (name: string, kind: 'bill' | 'credit' | 'deposit' = 'bill', profile: Profile = 'core') => {
  const law = WORKED_LAW.find((each) => each.name === name);
  return law === undefined ? {} : termsIn(toUbl({ ...documentOfLaw(law, kind), dueOn: '2026-10-30' }, profile));
};

describe('what an e-invoice says', () => {
  test('where it is paid to, by when, and with which discount', () => {
    expect(termsOfLaw('Germany', 'bill', 'xrechnung')).toMatchObject({
      'BT-9': ['2026-10-30'],
      'BT-10': ['10042'],
      'BT-20': ['#SKONTO#TAGE=10#PROZENT=2.00#\n'],
      'BT-81': ['58'],
      'BT-83': ['RE-2026-7'],
      'BT-84': ['DE89370400440532013000'],
      'BT-85': ['Lohnunternehmen Brandt'],
      'BT-86': ['COBADEFFXXX'],
    });
    expect(termsOfLaw('Germany')['BT-20']?.[0]).toMatch(/^2 % Skonto bei Zahlung bis .*2026\.$/);
    expect(termsOfLaw('United Kingdom')).toMatchObject({ 'BT-81': ['30'], 'BT-84': ['12345678'] });
    expect(termsOfLaw('United Kingdom')['BT-86']).toBeUndefined();
  });

  test('parts of addresses, contacts and electronic addresses', () => {
    expect(termsOfLaw('Germany')).toMatchObject({
      'BT-34': ['office@example.com'],
      'BT-35': ['Dorfstraße 3'],
      'BT-37': ['Brokstedt'],
      'BT-38': ['24616'],
      'BT-41': ['Lohnunternehmen Brandt'],
      'BT-49': ['farm@example.com'],
      'BT-52': ['Lentföhrden'],
      'BT-53': ['24632'],
      'BT-72': ['2026-09-16'],
    });
    // Of an address that was typed as lines, the one with a code and a town is found.
    expect(termsIn(toUbl(BILL))).toMatchObject({
      'BT-35': ['Hauptstr. 1'],
      'BT-37': ['Münster'],
      'BT-38': ['48143'],
      'BT-51': ['Línea <2>'],
    });
  });

  test.each([
    ['Germany', ['S'], undefined, undefined],
    ['Germany, small business', ['E'], undefined, 'Steuerbefreiung für Kleinunternehmer'],
    ['Germany to Austria, reverse charge', ['AE'], ['VATEX-EU-AE'], 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['Austria, small business', ['E'], undefined, '§ 6 Abs. 1 Z 27'],
    ['United Kingdom, reverse charge', ['AE'], ['VATEX-EU-AE'], 'section 55A'],
  ])('%s: its category, code and reason', (name, category, code, reason) => {
    const terms = termsOfLaw(name);
    expect([terms['BT-118'], terms['BT-121']]).toEqual([category, code]);
    expect(terms['BT-120']?.[0] ?? '').toContain(reason ?? '');
  });

  test('a credit note credits, a deposit is one', () => {
    expect(termsOfLaw('Germany', 'credit')).toMatchObject({
      'BT-3': ['381'],
      'BT-25': ['RE-2026-1'],
      'BT-26': ['2026-09-20'],
      'BT-115': ['2677.50'],
    });
    expect(termsOfLaw('Germany', 'deposit')['BT-3']).toEqual(['386']);
    expect(termsOfLaw('Germany', 'deposit', 'xrechnung')['BT-3']).toEqual(['326']);
  });

  test('a credit note that was voided still credits, in every file', () => {
    const [live, voided] = [null, 9].map((reversedById) => documentOfLaw(WORKED_LAW[0] ?? Object(null), 'credit', { reversedById }));
    const BOOKS = { consultant: 29_098, client: 55_003, chart: '03', at: new Date('2026-10-30T12:00:00Z') } as const;
    const written = (document = german) => [
      toUbl({ ...document, dueOn: '2026-10-30' }),
      toQuickBooksCsv([document]),
      toDatev([document], BOOKS),
    ];
    expect(voided?.status).toEqual({ kind: 'void', reversedBy: 'RE-2026-1' });
    expect(written(voided)).toEqual(written(live));
  });

  test('outside of the tax nobody has a VAT number, and the numbers stand elsewhere', () => {
    const law = {
      ...german,
      taxPosition: { category: 'O', reasonCode: 'VATEX-EU-O' },
      taxes: [{ taxPercent: '0', taxIncluded: false, cents: 225_000, taxCents: 0 }],
    } as const;
    const lines = law.lines.map((each) => ({ ...each, taxPercent: '0' }));
    const document: BillingDocument = { ...law, lines, taxCents: 0, grossCents: 225_000 };
    expect(allFaults(document, 'xrechnung')).toEqual([]);
    const terms = termsIn(toUbl(document));
    expect([terms['BT-31'], terms['BT-29'], terms['BT-32'], terms['BT-152']]).toEqual([
      undefined,
      ['DE136695976'],
      ['DE136695976'],
      undefined,
    ]);
  });
});

const lacks = (words: string): string =>
  `An e-invoice needs ${words}, which this bill does not have. Add it to the organization or the customer, then bill again.`;

describe('what is missing is named, with what to do', () => {
  const nobody = { country: null, taxNumber: null };
  test.each([
    ['the country of the organization', { ...BILL, seller: { ...BILL.seller, country: null } }],
    ['the country of the customer', { ...BILL, buyer: { ...BILL.buyer, country: null } }],
    ['the tax number of the organization', { ...BILL, seller: { ...BILL.seller, taxNumber: null } }],
    ['the day on which it is due', { ...BILL, dueOn: null }],
    ['a line', { ...BILL, lines: [] }],
    ['the VAT number of the customer', { ...BILL, taxPosition: { category: 'AE', reasonCode: 'VATEX-EU-AE' } }],
    ['the reason why there is no tax', { ...UNTAXED, seller: BILL.seller }],
  ] as const)('%s', (words, document) => {
    expect(() => toUbl(document)).toThrow(lacks(words));
    expect(() => toCii(document)).toThrow(lacks(words));
  });

  test.each([
    ['the ZIP and town of the organization', { ...german, seller: { ...german.seller, town: null, postalCode: null, addressLines: [] } }],
    ['the phone number of the organization', { ...german, seller: { ...german.seller, phoneNumber: null } }],
    ['the email of the organization', { ...german, seller: { ...german.seller, email: null } }],
    ['the bank account of the organization', { ...german, payment: null }],
    ['the ZIP and town of the customer', { ...german, buyer: { ...german.buyer, town: null, postalCode: null, addressLines: [] } }],
    ['the email of the customer', { ...german, buyer: { ...german.buyer, email: null } }],
    ['the reference of the customer', { ...german, buyer: { ...german.buyer, reference: null, number: null } }],
  ])('for XRechnung %s', (words, document) => {
    expect(() => toUbl(document, 'xrechnung')).toThrow(lacks(words));
    expect(toUbl(document)).toContain('<Invoice');
  });

  test('all at once', () => {
    const document = { ...BILL, seller: { ...BILL.seller, ...nobody }, buyer: { ...BILL.buyer, ...nobody }, dueOn: null, lines: [] };
    expect(() => toUbl(document)).toThrow(
      lacks(
        'the country of the organization, the country of the customer, the day on which it is due, a line, the tax number of the organization',
      ),
    );
  });
});
