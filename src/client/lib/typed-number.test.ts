import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, editedNumber, heldNumber, readNumber, shownNumber, unreadIn } from '#client/lib/typed-number.ts';

const LOCALES = ['en-US', 'en-GB', 'de-DE', 'de-CH', 'de-AT', 'es-ES', 'es-MX', 'fr-CH', 'en-IN', 'sv', 'ar-EG', 'pl'];

test.each([
  // In the United States: commas group, the point is the decimal separator.
  ['en-US', '1,250', '1250'],
  ['en-US', '1,250.5', '1250.5'],
  ['en-US', '1,234,567.25', '1234567.25'],
  ['en-US', '1250', '1250'],
  ['en-US', ' 7.50 ', '7.50'],
  ['en-US', '+3', '3'],
  ['en-US', '.5', '0.5'],
  ['en-US', '12.', '12'],
  ['en-US', '007', '7'],
  ['en-US', '0.1', '0.1'],
  ['en-US', '-5', '-5'],
  ['en-US', '−5.5', '-5.5'],
  ['en-US', '- 5', '-5'],
  ['en-US', '-0.0', '0.0'],
  ['en-US', '１，２５０．５', '1250.5'],
  ['en-US', "1'250.5", '1250.5'],
  ['en-US', '1 250.5', '1250.5'],
  // In Germany and Spain the other way round.
  ['de-DE', '1.250', '1250'],
  ['de-DE', '1.250,5', '1250.5'],
  ['de-DE', '12,5', '12.5'],
  ['de-DE', ',5', '0.5'],
  ['de-DE', '7,250', '7.250'],
  ['de-DE', '1 250', '1250'],
  ['de-DE', '1\u202F250,25', '1250.25'],
  ['de-DE', '1\u00A0250', '1250'],
  ['es-ES', '1.250', '1250'],
  ['es-ES', '1250', '1250'],
  ['es-ES', '12.500,75', '12500.75'],
  ['es-MX', '1,250.5', '1250.5'],
  // Money has its own separators in Austria and in French-speaking Switzerland.
  ['de-AT', '1.250,5', '1250.5'],
  ['de-AT', '1 250,5', '1250.5'],
  ['fr-CH', '12.50', '12.50'],
  ['fr-CH', '12,50', '12.50'],
  ['de-CH', '1’250.5', '1250.5'],
  ['de-CH', "1'250.5", '1250.5'],
  // Lakhs.
  ['en-IN', '12,34,567.5', '1234567.5'],
  ['en-IN', '1,234,567.5', '1234567.5'],
])('in %s, %j is %s', (locale, typed, decimal) => {
  expect(readNumber(typed, locale)).toEqual({ decimal });
});

test.each([
  ['en-US', '1,25', '1.25'],
  ['en-US', '12,50', '12.50'],
  ['en-US', '12,5', '12.5'],
  ['en-US', ',5', '0.5'],
  ['en-US', '0,250', '0.250'],
  ['en-US', '1.250,5', '1250.5'],
  ['en-US', '1,2500', '1.2500'],
  ['en-US', '1250,5', '1250.5'],
  ['de-DE', '12.5', '12.5'],
  ['de-DE', '0.250', '0.250'],
  ['de-DE', '1,250.5', '1250.5'],
  ['de-CH', '12,5', '12.5'],
  ['es-ES', '7.5', '7.5'],
  ['en-US', '1,2,3', null],
  ['en-US', '1.2.3', null],
  ['en-US', '1,250 000', null],
  ['en-US', '12 50', null],
  ['en-US', '1.250 5', null],
  ['en-US', '7:30', null],
  ['en-US', '1e3', null],
  ['en-US', '0x10', null],
  ['en-US', '5 m²', null],
  ['en-US', '½', null],
  ['en-US', '-', null],
  ['en-US', '.', null],
  ['en-US', '--5', null],
  ['en-US', 'Infinity', null],
])('in %s, %j is refused, and what may be meant is %s', (locale, typed, instead) => {
  expect(readNumber(typed, locale)).toEqual({ why: 'unclear', instead });
});

test('more digits than are kept exactly are refused, wherever they are', () => {
  expect(readNumber('123456789012345', 'en-US')).toEqual({ decimal: '123456789012345' });
  expect(readNumber('1234567890123456', 'en-US')).toEqual({ why: 'tooLong', instead: null });
  expect(readNumber('0.1234567890123456', 'en-US')).toEqual({ why: 'tooLong', instead: null });
  expect(readNumber('0,1234567890123456', 'en-US')).toEqual({ why: 'unclear', instead: null });
});

describe('every number', () => {
  /** Decimals of up to 12 digits before and 3 after the point. */
  const decimals = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.stringMatching(/^\d{0,3}$/))
    .map(([isBelow, whole, fraction]) => {
      const decimal = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
      return isBelow && /[1-9]/.test(decimal) ? `-${decimal}` : decimal;
    });

  test.each(LOCALES)('as Intl writes it in %s reads back as itself', (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
    fc.assert(
      fc.property(decimals, (decimal) => {
        const read = readNumber(format.format(Number(decimal)), locale);
        expect('decimal' in read && Number(read.decimal)).toBe(Number(decimal));
      }),
    );
  });

  test.each(LOCALES)('that a form holds is shown in %s so that it reads back exactly', (locale) => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        expect(heldNumber(shownNumber(decimal, locale), locale)).toBe(decimal);
        expect(heldNumber(editedNumber(decimal, locale), locale)).toBe(decimal);
      }),
    );
  });

  test.each(LOCALES)('whatever is typed in %s is kept as it was typed, or as its number', (locale) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,' −a-]{0,12}$/), (typed) => {
        const held = heldNumber(typed, locale);
        const decimal = decimalOf(held);
        expect(decimal === null ? (unreadIn(held) ?? '').trim() : decimal.replaceAll(/\D/g, '').replace(/^0+/, '')).toBe(
          decimal === null ? typed.trim() : typed.replaceAll(/\D/g, '').replace(/^0+/, ''),
        );
      }),
    );
  });

  test('with as many digits as are read is the same JavaScript number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,8}\.\d{0,5}[1-9]$/), (decimal) => {
        expect(String(Number(decimal))).toBe(decimal);
      }),
    );
  });
});

test('numbers are shown with the groups of the locale and the typed decimals; for further typing without groups', () => {
  expect(shownNumber('1250', 'en-US')).toBe('1,250');
  expect(shownNumber('7.50', 'en-US')).toBe('7.50');
  expect(shownNumber('1250.5', 'de-DE')).toBe('1.250,5');
  expect(shownNumber('1250', 'es-ES')).toBe('1250');
  expect(shownNumber('12500', 'es-ES')).toBe('12.500');
  expect(shownNumber('-0.5', 'de-DE')).toBe('-0,5');
  expect(editedNumber('1250.5', 'de-DE')).toBe('1250,5');
  expect(shownNumber('', 'de-DE')).toBe('');
});

test('unreadable input stays as it was typed, and is a number in no other language', () => {
  const held = heldNumber('12.5', 'de-DE');
  expect(decimalOf(held)).toBeNull();
  expect(shownNumber(held, 'de-DE')).toBe('12.5');
  expect(shownNumber(held, 'en-US')).toBe('12.5');
  expect(unreadIn(held)).toBe('12.5');
});

test('forms kept by earlier versions open: their decimals have a point, and may begin or end with it', () => {
  expect(shownNumber('1250.5', 'de-DE')).toBe('1.250,5');
  expect(shownNumber('.5', 'de-DE')).toBe('0,5');
  expect(shownNumber('12.', 'de-DE')).toBe('12');
  expect(decimalOf(' 7.5 ')).toBe('7.5');
  expect(unreadIn('1.234.5')).toBe('1.234.5');
  expect(shownNumber('abc', 'de-DE')).toBe('abc');
});
