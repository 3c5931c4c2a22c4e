import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillingDocument } from '#shared/billing/document.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { missingForUbl, toUbl } from '#server/billing/documents/ubl.ts';
import { sized } from '#tests/support/proof-size.ts';
import { inputs } from './arbitraries.ts';
import { BILL, REVERSAL } from './documents.ts';
import { BROKEN, KEPT } from './en16931/broken.ts';
import { brokenRules, faultsOf, RULES } from './en16931/check.ts';
import { CHARGED, documentOfBill, MIXED, UNTAXED } from './en16931/kinds.ts';
import { rootOf } from './en16931/read.ts';
import { CURRENCY_CODES } from './en16931/rules.ts';
import { structureFaults } from './en16931/structure.ts';
import { WORKED_BILLS } from './worked-bills.ts';

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

const us: BillingDocument = { ...BILL, units: 'us', seller: { ...BILL.seller, country: 'US', taxNumber: '12-3456789' }, currency: 'USD' };
const KINDS: readonly (readonly [string, BillingDocument])[] = [
  ['tax included and on top, a discount, a price below zero', BILL],
  ['what takes it back', REVERSAL],
  ['a charge', CHARGED],
  ['no tax', UNTAXED],
  ['several rates, one of them none', MIXED],
  ['a tax number that is no VAT number', us],
  ['a buyer with a VAT number', { ...BILL, buyer: { ...BILL.buyer, taxNumber: 'ES B12345678' } }],
  ['a buyer with another number', { ...BILL, buyer: { ...BILL.buyer, taxNumber: '77' } }],
  ['yen', { ...BILL, currency: 'JPY' }],
  ['no days, no notes, one line of an address', { ...BILL, from: null, to: null, notes: null, buyer: { ...BILL.buyer, addressLines: [] } }],
  ['notes with signs of their own', { ...BILL, notes: 'Fields #5 & #6 <north>\u0007\nsecond' }],
];

describe('an e-invoice keeps them', () => {
  test.each(KINDS)('%s', (_, document) => {
    expect(faultsOf(toUbl(document))).toEqual([]);
  });

  test.each(WORKED_BILLS.map(({ name, input }) => [name, computeBill(input)] as const))('%s, and its reversal', (_, bill) => {
    expect(faultsOf(toUbl(documentOfBill(bill)))).toEqual([]);
    expect(faultsOf(toUbl(documentOfBill(bill, 'reversal')))).toEqual([]);
  });

  test('whatever the engine bills', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom('bill' as const, 'reversal' as const), (input, kind) => {
        const document = documentOfBill(computeBill(input), kind);
        const missing = missingForUbl(document);
        // Without any rate there is no line, and nothing else may be missing.
        expect(missing.filter((each) => each.term !== 'a line')).toEqual([]);
        const faults = missing.length > 0 ? [] : faultsOf(toUbl(document));
        // The standard computes in hundredths: a tax in whole yen may differ by a yen from its rules (decision 0035).
        const inWhole = document.currency === 'JPY' ? ['BR-CO-17', 'BR-S-09'] : [];
        expect(faults.filter((fault) => !inWhole.includes(fault))).toEqual([]);
      }),
      { numRuns: sized({ push: 20, proofs: 200 }) },
    );
  });
});

describe('what is missing is named, with what to do', () => {
  const nobody = { country: null, taxNumber: null };
  test.each([
    ['the country of the organization', { ...BILL, seller: { ...BILL.seller, country: null } }],
    ['the country of the customer', { ...BILL, buyer: { ...BILL.buyer, country: null } }],
    ['the tax number of the organization', { ...BILL, seller: { ...BILL.seller, taxNumber: null } }],
    ['the day on which it is due', { ...BILL, dueOn: null }],
    ['a line', { ...BILL, lines: [] }],
  ])('%s', (words, document) => {
    expect(() => toUbl(document)).toThrow(`An e-invoice needs ${words}. Add what is missing and try again.`);
  });

  test('all at once', () => {
    const document = { ...BILL, seller: { ...BILL.seller, ...nobody }, buyer: { ...BILL.buyer, ...nobody }, dueOn: null, lines: [] };
    expect(() => toUbl(document)).toThrow(
      'An e-invoice needs the country of the organization, the country of the customer, the day on which it is due, a line, the tax number of the organization.',
    );
  });
});
