import type { JobEntry } from '#shared/domain/job-entry.ts';
import { cached } from '#client/lib/cached.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { pageLocale } from '#client/lib/language.ts';
import { wordsOf } from '#client/lib/texts.ts';

const hours = cached((locale: string | undefined) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }));
const dates = cached((locale: string | undefined, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

const atNoonUtc = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** Hours with one decimal at least, so that those below each other line up: '3.0'. */
export const hoursNumber = (value: number): string => hours(pageLocale()).format(value);

/** The same with their unit: '3.0 hrs'. */
export const hoursWords = (value: number): string => `${hoursNumber(value)} ${wordsOf('hrs')}`;

/** A number with its unit, where there is one. */
export const countWords = (value: number | null, unit: string): string => (value === null ? '' : `${formatNumber(value)} ${wordsOf(unit)}`);

/** The weekday in full, such as 'Tuesday'. */
export const weekdayWords = (date: string): string => dates(pageLocale(), { weekday: 'long', timeZone: 'UTC' }).format(atNoonUtc(date));

/** From one day to another without the year, such as 'Sep 29 – Oct 12'. */
export const spanWords = (from: string, to: string): string =>
  dates(pageLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).formatRange(atNoonUtc(from), atNoonUtc(to));

/** The time of day on this device, such as '7:10': in a list that is in the order of time nobody needs AM and PM. */
export const timeWords = (moment: string): string =>
  dates(pageLocale(), { hour: 'numeric', minute: '2-digit' })
    .formatToParts(new Date(moment))
    .filter(({ type, value }) => type !== 'dayPeriod' && value.trim() !== '')
    .map(({ value }) => value)
    .join('');

/** What was done, with which machines. */
export const workTitle = ({ serviceTypeName, equipmentNames }: Pick<JobEntry, 'serviceTypeName' | 'equipmentNames'>): string =>
  [serviceTypeName, ...equipmentNames].join(', ');
