import { pageLocale } from '#client/lib/language.ts';

/** More digits than a number of JavaScript keeps, whatever they are: nobody measures so, and what is sent has to be what was typed. */
export const MOST_DIGITS = 15;

/** How a locale writes numbers, as its own formats show it. */
interface Signs {
  /** Nearly always one; where money is written with another one, both are read. */
  readonly decimals: readonly string[];
  readonly groups: readonly string[];
  /** Sizes of the last group and of those before it: 3 and 3 but in India. */
  readonly sizes: readonly [last: number, others: number];
  /** The locale's own digits, 0 to 9. */
  readonly digits: readonly string[];
  readonly grouped: Intl.NumberFormat;
  readonly plain: Intl.NumberFormat;
}

// Nobody takes these for a decimal sign, so they group in every locale.
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
  // Money may have signs of its own: in Austria its groups have a point, in French Switzerland its decimals.
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
/** What only says in which direction text runs, and what is not seen at all. */
const UNSEEN = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069]/g;

/** The text with digits 0 to 9 and one character for each sign, however they were typed. */
const plainly = (text: string, { digits }: Signs): string =>
  sameSign(text.replaceAll(UNSEEN, ''))
    .replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - FULL_WIDTH_SHIFT))
    .replaceAll(/[\u2010-\u2015\u2212\uFE63]/g, '-')
    .replaceAll(/\p{Nd}/gu, (digit) => (digits.includes(digit) ? String(digits.indexOf(digit)) : digit))
    .trim();

const escaped = (sign: string): string => sign.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether one sign parts the digits into groups, the first of which begins with no zero: '0,250' is a fraction for whoever writes so. */
const isGrouped = (whole: string, sign: string, [last, others]: Signs['sizes']): boolean => {
  const by = (first: number, rest: number) =>
    new RegExp(String.raw`^[1-9]\d{0,${rest - 1}}(${escaped(sign)}\d{${rest}})*${escaped(sign)}\d{${first}}$`).test(whole);
  return by(3, 3) || by(last, others);
};

/** The decimal with a point, or null if the signs do not stand where they belong. */
const decimalBy = (text: string, { decimals, groups, sizes }: Pick<Signs, 'decimals' | 'groups' | 'sizes'>): string | null => {
  const [, minus = '', rest = ''] = /^(?:\+|(-))? ?(.*)$/s.exec(text) ?? [];
  const found = decimals.map((sign) => rest.indexOf(sign)).filter((at) => at >= 0);
  const at = Math.min(rest.length, ...found);
  const whole = rest.slice(0, at);
  const fraction = rest.slice(at + 1);
  const isWhole = /^\d*$/.test(whole) || groups.some((sign) => isGrouped(whole, sign, sizes));
  if (!isWhole || !/^\d*$/.test(fraction) || whole + fraction === '') {
    return null;
  }
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const sign = /[1-9]/.test(digits + fraction) ? minus : '';
  return `${sign}${digits}${fraction === '' ? '' : `.${fraction}`}`;
};

/** What somebody may have meant who writes as it is written elsewhere: comma and point the other way round. */
const meantElsewhere = (text: string, signs: Signs): string | null =>
  decimalBy(text, {
    ...signs,
    decimals: ['.', ','].filter((sign) => !signs.decimals.includes(sign)),
    groups: [...signs.decimals, SPACE, APOSTROPHE],
  });

export type ReadNumber =
  /** With a point, its decimals as many as were typed: '-1250.50'. */
  | { readonly decimal: string }
  /** `instead` is what may have been meant, for the person to say. */
  | { readonly why: 'unclear' | 'tooLong'; readonly instead: string | null };

const isTooLong = (decimal: string): boolean => decimal.replaceAll(/\D/g, '').length > MOST_DIGITS;

/**
 * Reads what a person typed by the way their locale writes numbers. A grouping sign groups or the number is refused; it never becomes a
 * decimal sign. Nothing but digits, signs and spaces is read.
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

/** Stands before what was typed and is no number here. No contract takes it, and no decimal begins with it. */
const UNREAD = '?';

/**
 * What a form holds of a number field: '' for nothing, the decimal with a point, or what was typed and could not be read, marked so.
 * The same in every language: a draft that was begun in German is no other number in English.
 */
export const heldNumber = (text: string, locale = pageLocale()): string => {
  if (text.trim() === '') {
    return '';
  }
  const read = readNumber(text, locale);
  return 'decimal' in read ? read.decimal : UNREAD + text;
};

const DECIMAL = /^(-?)(\d*)\.?(\d*)$/;

/** The decimal that a form holds; null where it holds none. Forms kept by earlier versions may begin or end with the point. */
export const decimalOf = (held: string): string | null => {
  const [, minus = '', whole = '', fraction = ''] = DECIMAL.exec(held.trim()) ?? [];
  return whole + fraction === '' ? null : `${minus}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** What was typed and could not be read; null where a form holds a number or nothing. */
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

/** What a form holds as the locale writes it, with all of its decimals; what could not be read as it was typed. */
export const shownNumber = (held: string, locale = pageLocale()): string => written(held, ({ grouped }) => grouped, locale);

/** The same to go on typing in: without groups, which would be broken by the next digit. */
export const editedNumber = (held: string, locale = pageLocale()): string => written(held, ({ plain }) => plain, locale);

/** A number as a form holds it; JavaScript itself writes very small and very large ones with an exponent. */
export const heldOf = (value: number): string =>
  String(value).includes('e')
    ? new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 }).format(value)
    : String(value);
