import { describe, expect, test } from 'vitest';
import { payCodeOf } from './pay-code.ts';
import { testPayable } from './test-code.ts';

const issuer = {
  name: 'Hof Petersen',
  address: null,
  logo: null,
  taxName: null,
  taxNumber: null,
  street: 'Dorfstrasse 7',
  postalCode: '8400',
  town: 'Winterthur',
  country: 'CH',
};
const payment: Parameters<typeof testPayable>[1] = {
  holder: 'Anna Petersen',
  account: 'DE89370400440532013000',
  code: 'COBADEFFXXX',
  bankName: null,
  qrIban: null,
  hasReference: false,
  text: null,
};
const linesOf = (more: Partial<typeof payment> = {}, currency = 'EUR') =>
  payCodeOf(testPayable(issuer, { ...payment, ...more }, currency))?.text.split('\n');

describe('the code to try an account with', () => {
  test('asks for one cent, as a bill in euros would be paid', () => {
    const text = 'BCD|002|1|SCT|COBADEFFXXX|Anna Petersen|DE89370400440532013000|EUR0.01|||TEST|';
    expect(linesOf()).toEqual(text.split('|'));
    expect(linesOf({ hasReference: true })?.[9]).toMatch(/^RF\d\dTEST$/);
  });

  test('is a QR-bill for a Swiss account, with the reference that its bank reads, and nobody who owes it', () => {
    const plain = linesOf({ account: 'CH5604835012345678009' }, 'CHF') ?? [];
    expect(plain.slice(0, 4)).toEqual(['SPC', '0200', '1', 'CH5604835012345678009']);
    expect(plain.slice(18, 20)).toEqual(['0.01', 'CHF']);
    expect(plain.slice(20, 27)).toEqual(['', '', '', '', '', '', '']);
    expect(plain[27]).toBe('SCOR');
    const byReference = linesOf({ account: 'CH5604835012345678009', qrIban: 'CH4431999123000889012' }, 'CHF') ?? [];
    expect([byReference[3], byReference[27]]).toEqual(['CH4431999123000889012', 'QRR']);
  });

  test('is none where bills have none: without an account, and in other currencies', () => {
    expect(linesOf({ account: null })).toBeUndefined();
    expect(linesOf({}, 'USD')).toBeUndefined();
  });
});
