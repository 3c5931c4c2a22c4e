import { formatDate, formatDates, formatDay, formatLongDate, formatWeekday } from '#client/lib/formats.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import type { NumberKey } from './desk-numbers.ts';
import type { RowGroup } from './desk-lines.ts';
import type { DaySpan, Grouping, Period, RecordFilter, SortKey } from './desk-filter.ts';

export const PERIOD_WORDS: Readonly<Record<Period, PlainText>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  lastWeek: 'Last week',
  month: 'This month',
  lastMonth: 'Last month',
  season: 'This season',
};

export const RECORD_WORDS: Readonly<Record<RecordFilter, PlainText>> = {
  customer: 'Customer',
  job: 'Job',
  service: 'Service',
  machine: 'Equipment',
  operator: 'Operator',
};

export const GROUP_WORDS: Readonly<Record<Grouping, PlainText>> = {
  job: 'Job',
  machine: 'Equipment',
  operator: 'Operator',
  day: 'Day',
  none: 'None',
};

const SORT_WORDS: Readonly<Record<string, PlainText>> = {
  date: 'Date',
  operator: 'Operator',
  service: 'Service',
  machine: 'Equipment',
  job: 'Job',
  hours: 'Hours',
  fuel: 'Fuel',
  loads: 'Loads',
};

/** What an order is called: own fields by their name. */
export const sortWords = (key: SortKey): string => {
  const word = SORT_WORDS[key];
  return word === undefined ? key.slice(4) : t(word);
};

/** The days of a filter, such as 'Nov 23 – 29, 2026', 'From Nov 1, 2026'. */
export const spanWords = ({ from, to }: DaySpan): string =>
  from === null
    ? to === null
      ? t('All dates')
      : t('Until {day}', { day: formatDate(to) })
    : to === null
      ? t('From {day}', { day: formatDate(from) })
      : formatDates(from, to);

const fixed = cached(
  (locale: string | undefined, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** A number with the decimals of its column: all points stand below each other. */
export const formatFixed = (value: number, digits: number): string => fixed(pageLocale(), digits).format(value);

/** The day as it stands in a row: 'Wed 8' while all are of one month, else 'Oct 8'. */
export const dayInRow = (date: string, isOneMonth: boolean): string =>
  isOneMonth ? `${formatWeekday(date)} ${Number(date.slice(8))}` : formatDay(date);

const COLUMN_WORDS: Readonly<Record<string, PlainText>> = { totalHours: 'Hours', fuel: 'Fuel', loads: 'Loads' };

/** The head of a column of numbers. */
export const numberWords = (key: NumberKey): string => {
  const word = COLUMN_WORDS[key];
  return word === undefined ? key.slice(4) : t(word);
};

/** The head of a group of a day says the day in full. */
export const groupTitle = (group: RowGroup, by: Grouping): string =>
  group.title === null ? (by === 'machine' ? t('No machine') : t('No operator')) : by === 'day' ? formatLongDate(group.title) : group.title;
