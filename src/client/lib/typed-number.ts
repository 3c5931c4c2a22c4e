import { pageLocale } from '#client/lib/language.ts';

/** Longer numbers exceed what JavaScript keeps exactly: nobody measures like that, and what is sent has to be what was typed. */
export const MOST_DIGITS = 15;

/** How a locale writes numbers, as its own formats show it. */
interface Signs {
  /** Nearly always one; if money is written with another one, both are accepted. */
  readonly decimals: readonly string[];
  readonly groups: readonly string[];
  /** Sizes of the last group and of those before it: 3 and 3 except in India. */
  readonly sizes: readonly [last: number, others: number];
  /** The locale's own digits, 0 to 9. */
  readonly digits: readonly string[];
  readonly grouped: Intl.NumberFormat;
  readonly plain: Intl.NumberFormat;
}

// Nobody takes these for a decimal separator, so they group in every locale.
const SPACE = ' ';
const APOSTROPHE = "'";

const sameSign = (text: string): string => text.replaceAll(/\s/g, SPACE).replaceAll(/[’‘ʼ′´`]/g, APOSTROPHE);

const digitsIn = (text: string): string[] => text.match(/\p{Nd}/gu) ?? [];

const makeSigns = (locale: string | undefined): Signs => {
  const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false });
  const partsOf = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).formatToParts(1_234_567_890.5);
  const signIn = (parts: readonly Intl.NumberFormatPart[], type: string) =>
    parts.filter((part) => part.type === type).map(({ value }) => sameSign(value));
  const parts = partsOf({});
  const decimal = signIn(parts, 'decimal')[0] ?? '.';
  const group = signIn(parts, 'group')[0] ?? SPACE;
  // Money may have its own separators: in Austria its groups have a point, in French-speaking Switzerland its decimals.
  const money = partsOf({ style: 'currency', currency: 'EUR' });
  const unlikeNumbers = (sign: string | undefined): string[] => (sign === undefined || sign === decimal || sign === group ? [] : [sign]);
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => digitsIn(value).length);
  return {
    decimals: [decimal, ...unlikeNumbers(signIn(money, 'decimal')[0])],
    groups: [...new Set([group, ...unlikeNumbers(signIn(money, 'group')[0]), SPACE, APOSTROPHE])],
    sizes: [sizes.at(-1) ?? 3, sizes.at(-2) ?? 3],
    digits: digitsIn(plain.format(9_876_543_210)).toReversed(),
    grouped,
    plain,
  };
};

const known = new Map<string | undefined, Signs>();
const signsOf = (locale: string | undefined): Signs => {
  const signs = known.get(locale) ?? makeSigns(locale);
  known.set(locale, signs);
  return signs;
};

const FULL_WIDTH = /[\uFF0B-\uFF19]/g;
const FULL_WIDTH_SHIFT = 0xfe_e0;
/** Directional marks and invisible characters. */
const UNSEEN = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069]/g;

/** The text with digits 0 to 9 and one character for each separator, however they were typed. */
const plainly = (text: string, { digits }: Signs): string =>
  sameSign(text.replaceAll(UNSEEN, ''))
    .replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - FULL_WIDTH_SHIFT))
    .replaceAll(/[\u2010-\u2015\u2212\uFE63]/g, '-')
    .replaceAll(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit))
    .trim();

const escaped = (sign: string): string => sign.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether the separator divides the digits into groups, the first of which does not start with zero: '0,250' is meant as a fraction. */
const isGrouped = (whole: string, sign: string, [last, others]: Signs['sizes']): boolean => {
  const matches = (first: number, rest: number) =>
    new RegExp(String.raw`^[1-9]\d{0,${rest - 1}}(${escaped(sign)}\d{${rest}})*${escaped(sign)}\d{${first}}$`).test(whole);
  return matches(3, 3) || matches(last, others);
};

/** The decimal with a point, or null if the separators are not where they belong. */
const decimalBy = (text: string, { decimals, groups, sizes }: Pick<Signs, 'decimals' | 'groups' | 'sizes'>): string | null => {
  const [, minus = '', rest = ''] = /^(?:\+|(-))? ?(.*)$/s.exec(text) ?? [];
  const found = decimals.map((sign) => rest.indexOf(sign)).filter((index) => index >= 0);
  const end = Math.min(rest.length, ...found);
  const whole = rest.slice(0, end);
  const fraction = rest.slice(end + 1);
  const isWhole = /^\d*$/.test(whole) || groups.some((sign) => isGrouped(whole, sign, sizes));
  if (!isWhole || !/^\d*$/.test(fraction) || whole + fraction === '') {
    return null;
  }
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const sign = /[1-9]/.test(digits + fraction) ? minus : '';
  return `${sign}${digits}${fraction === '' ? '' : `.${fraction}`}`;
};

/** What the number may have meant in the other convention: comma and point swapped. */
const meantElsewhere = (text: string, signs: Signs): string | null =>
  decimalBy(text, {
    ...signs,
    decimals: ['.', ','].filter((sign) => !signs.decimals.includes(sign)),
    groups: [...signs.decimals, SPACE, APOSTROPHE],
  });

export type ReadNumber =
  /** With a point, and as many decimals as were typed: '-1250.50'. */
  | { readonly decimal: string }
  /** `instead` is what may have been meant, for the user to confirm. */
  | { readonly why: 'unclear' | 'tooLong'; readonly instead: string | null };

const isTooLong = (decimal: string): boolean => decimal.replaceAll(/\D/g, '').length > MOST_DIGITS;

/**
 * Reads a typed number by the conventions of the user's locale. A grouping separator groups or the number is refused; it never becomes a
 * decimal separator. Only digits, separators and spaces are accepted.
 */
export const readNumber = (text: string, locale = pageLocale()): ReadNumber => {
  const signs = signsOf(locale);
  const plain = plainly(text, signs);
  const decimal = decimalBy(plain, signs);
  if (decimal === null) {
    const instead = meantElsewhere(plain, signs);
    return { why: 'unclear', instead: instead !== null && isTooLong(instead) ? null : instead };
  }
  return isTooLong(decimal) ? { why: 'tooLong', instead: null } : { decimal };
};

/** Prefix of input that is not a number here. No contract accepts it, and no decimal begins with it. */
const UNREAD = '?';

/**
 * What a form holds for a number field: '' for nothing, the decimal with a point, or marked input that could not be read. The same in every
 * language: a draft that was begun in German is the same number in English.
 */
export const heldNumber = (text: string, locale = pageLocale()): string => {
  if (text.trim() === '') {
    return '';
  }
  const read = readNumber(text, locale);
  return 'decimal' in read ? read.decimal : UNREAD + text;
};

const DECIMAL = /^(-?)(\d*)\.?(\d*)$/;

/** The decimal that a form holds; null if it holds none. Forms kept by earlier versions may begin or end with the point. */
export const decimalOf = (held: string): string | null => {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(held.trim()) ?? [];
  return whole + fraction === '' ? null : `${minus}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Input that could not be read; null if a form holds a number or nothing. */
export const unreadIn = (held: string): string | null =>
  held.trim() === '' || decimalOf(held) !== null ? null : held.startsWith(UNREAD) ? held.slice(UNREAD.length) : held;

const written = (held: string, format: (signs: Signs) => Intl.NumberFormat, locale: string | undefined): string => {
  const decimal = decimalOf(held);
  if (decimal === null) {
    return unreadIn(held) ?? '';
  }
  const signs = signsOf(locale);
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const decimals = fraction.replaceAll(/\d/g, (digit) => signs.digits[Number(digit)] ?? digit);
  return `${minus}${format(signs).format(BigInt(whole))}${fraction === '' ? '' : `${signs.decimals[0]}${decimals}`}`;
};

/** What a form holds in the locale's format, with all of its decimals; unreadable input as it was typed. */
export const shownNumber = (held: string, locale = pageLocale()): string => written(held, ({ grouped }) => grouped, locale);

/** The same for further typing: without groups, which the next digit would break. */
export const editedNumber = (held: string, locale = pageLocale()): string => written(held, ({ plain }) => plain, locale);

/** A number as a form holds it; JavaScript writes very small and very large ones with an exponent. */
export const heldOf = (value: number): string =>
  String(value).includes('e')
    ? new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 }).format(value)
    : String(value);
