import * as z from 'zod/mini';
import { DAY_MS, isoMoment } from '#shared/lib/dates.ts';
import { because } from '#shared/messages/because.ts';

/** The most spans of one entry, and the longest of them. */
export const MOST_SPANS = 50;
const LONGEST_MS = DAY_MS;

const MOMENT = because('mustBeMoment');
/** A fraction of a second may have any number of digits. */
const LONGEST_MOMENT = 40;

/** A moment with the offset of the device's zone, such as `2025-10-09T07:05:00-05:00`. */
export const momentOfWork = z.string(MOMENT).check(z.maxLength(LONGEST_MOMENT, MOMENT), z.iso.datetime({ offset: true, error: MOMENT }));

/** A stretch of time in which something was worked. */
export const span = z.object({ from: momentOfWork, to: momentOfWork });
export type Span = z.output<typeof span>;

/** Milliseconds from its beginning to its end. */
export const lengthOf = ({ from, to }: Span): number => Date.parse(to) - Date.parse(from);

/** A stretch of time in pieces that an entry may hold. */
export const inPieces = ({ from, to }: Span): Span[] => {
  const pieces = Math.max(1, Math.ceil(lengthOf({ from, to }) / LONGEST_MS));
  const border = (piece: number): string => (piece === pieces ? to : isoMoment(Date.parse(from) + piece * LONGEST_MS));
  return Array.from({ length: pieces }, (_, piece) => ({ from: piece === 0 ? from : border(piece), to: border(piece + 1) }));
};

const isOrderly = (each: Span): boolean => lengthOf(each) >= 0 && lengthOf(each) <= LONGEST_MS;

/** The spans in the order of their beginnings. */
export const inTimeOrder = (spans: readonly Span[]): Span[] =>
  [...spans].sort((one, other) => Date.parse(one.from) - Date.parse(other.from));

/** Whether two of them share a moment other than an end that is the next one's beginning. */
export const doOverlap = (spans: readonly Span[]): boolean => {
  const ordered = inTimeOrder(spans);
  return ordered.some(({ from }, index) => index > 0 && Date.parse(from) < Date.parse(ordered[index - 1]?.to ?? ''));
};

/** When an entry was worked: at most `MOST_SPANS`, none longer than a day or ending before it begins, none overlapping another. */
export const spans = z.array(span).check(
  z.maxLength(MOST_SPANS, because('atMost', { most: MOST_SPANS })),
  z.refine((all) => all.every(isOrderly), because('spanTooLong')),
  z.refine((all) => !doOverlap(all), because('spansOverlap')),
);

/** The milliseconds that two lists of spans have in common. */
export const sharedMs = (some: readonly Span[], others: readonly Span[]): number =>
  some.reduce(
    (sum, one) =>
      sum +
      others.reduce((shared, other) => {
        const [from, to] = [Math.max(Date.parse(one.from), Date.parse(other.from)), Math.min(Date.parse(one.to), Date.parse(other.to))];
        return shared + Math.max(0, to - from);
      }, 0),
    0,
  );

const TENTH_OF_AN_HOUR = 360_000;

/** What the spans come to, in hours to the tenth. */
export const hoursOf = (all: readonly Span[]): number =>
  Math.round(all.reduce((sum, each) => sum + Math.max(0, lengthOf(each)), 0) / TENTH_OF_AN_HOUR) / 10;

/**
 * The hours that an entry holds after its spans changed: what they come to, until somebody types another number, which stays. `held` are
 * the hours that it holds now.
 */
export const hoursAfter = (before: readonly Span[], after: readonly Span[], held: number | null): number | null => {
  const isTyped = held !== null && held !== hoursOf(before);
  return isTyped || after.length === 0 ? held : hoursOf(after);
};
