import { type CalendarDate, isCalendarDate } from '#shared/lib/dates.ts';
import { plainWords } from '#shared/lib/plain-words.ts';

/** In which order a date written in numbers has day, month and year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** The first letters of the months in English, German and Spanish; longer ones before those that they begin with. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['feb'],
  ['mar', 'mrz', 'maer'],
  ['apr', 'abr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

const two = (value: number): string => String(value).padStart(2, '0');

/** Two digits are of this century: nobody brings along work from before. */
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

const dateOf = (year: string, month: number, day: number): CalendarDate | null => {
  const date = `${fullYear(year)}-${two(month)}-${two(day)}`;
  return isCalendarDate(date) ? date : null;
};

/** The time of a moment, and the name of a day of the week, say nothing of the date. */
const withoutTime = (text: string): string =>
  text
    .trim()
    .replace(/^\p{L}+\.?,\s*/u, '')
    .replace(/[T\s,]+\d{1,2}:\d{2}.*$/, '');

const byWords = (text: string): CalendarDate | null => {
  const plain = plainWords(text.replaceAll('ä', 'ae')).replaceAll(/[.,]/g, ' ');
  const word = /[a-z]{3,}/.exec(plain.replaceAll(/\bde\b/g, ' '))?.[0];
  const month = word === undefined ? -1 : MONTHS.findIndex((names) => names.some((name) => word.startsWith(name)));
  const [first, second, ...more] = plain.match(/\d+/g) ?? [];
  if (month === -1 || first === undefined || second === undefined || more.length > 0) {
    return null;
  }
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return dateOf(year, month + 1, Number(day));
};

const PARTS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?$/;

/** The date that a cell of text means; null if it does not read like one, or not in this order. Years first read alike in every order. */
export const readDateBy = (text: string, order: DateOrder | null): CalendarDate | null => {
  const plain = withoutTime(text);
  const joined = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (joined) {
    return dateOf(joined[1] ?? '', Number(joined[2]), Number(joined[3]));
  }
  const [, first = '', sign, second = '', third = ''] = PARTS.exec(plain) ?? [];
  if (sign === undefined) {
    return byWords(plain);
  }
  if (first.length === 4) {
    return dateOf(first, Number(second), Number(third));
  }
  if (third.length !== 2 && third.length !== 4) {
    return null;
  }
  const seen = sign === '.' ? 'dmy' : order;
  if (seen === 'ymd') {
    return dateOf(first, Number(second), Number(third));
  }
  return seen === null
    ? null
    : seen === 'dmy'
      ? dateOf(third, Number(second), Number(first))
      : dateOf(third, Number(first), Number(second));
};

/** Whether the text is a date that reads differently by the order. */
export const isUnclearDate = (text: string): boolean => {
  const [byDay, byMonth] = [readDateBy(text, 'dmy'), readDateBy(text, 'mdy')];
  return byDay !== null && byMonth !== null && byDay !== byMonth;
};

/** The order that most of the cells show; undefined if none of them does. */
export const guessDateOrder = (texts: Iterable<string>): DateOrder | undefined => {
  let votes = 0;
  let isKnown = false;
  for (const text of texts) {
    const [byDay, byMonth] = [readDateBy(text, 'dmy'), readDateBy(text, 'mdy')];
    const isShown = (byDay === null) !== (byMonth === null);
    votes += isShown ? (byDay === null ? -1 : 1) : 0;
    isKnown ||= isShown;
  }
  return isKnown ? (votes >= 0 ? 'dmy' : 'mdy') : undefined;
};

const EPOCH = Date.UTC(1899, 11, 30);

/** The day of a workbook's number of days, for a date that was not formatted as one; null outside of 1955 to 2119. */
export const dateOfSerial = (days: number): CalendarDate | null =>
  days >= 20_000 && days < 80_000 ? new Date(EPOCH + Math.floor(days) * 86_400_000).toISOString().slice(0, 10) : null;
