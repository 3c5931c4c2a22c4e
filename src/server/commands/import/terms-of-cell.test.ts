import { expect, test } from 'vitest';
import { termsOfCell } from './terms-of-cell.ts';

test.each([
  ['Net 30', { paymentDays: 30 }],
  ['30', { paymentDays: 30 }],
  ['14 Tage', { paymentDays: 14 }],
  ['2% 10 Net 30', { paymentDays: 30, discountPercent: '2', discountDays: 10 }],
  ['2/10, net 30', { paymentDays: 30, discountPercent: '2', discountDays: 10 }],
  ['2/10 n/30', { paymentDays: 30, discountPercent: '2', discountDays: 10 }],
  ['1,5% 10 net 45', { paymentDays: 45, discountPercent: '1.5', discountDays: 10 }],
  ['14 Tage 2 % Skonto, 30 Tage netto', { paymentDays: 30, discountPercent: '2', discountDays: 14 }],
  ['Due on receipt', { paymentDays: 0 }],
  ['sofort', { paymentDays: 0 }],
  ['Al contado', { paymentDays: 0 }],
  ['whenever', undefined],
])('%s', (text, terms) => expect(termsOfCell(text)).toEqual(terms));
