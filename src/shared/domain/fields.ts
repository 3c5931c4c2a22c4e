import * as z from 'zod/mini';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { oneLine } from '#shared/lib/one-line.ts';
import { because } from '#shared/messages/because.ts';

/** The longest name, address or note that is accepted; longer input is refused, never cut. */
export const MAX_LINE = 300;
export const MAX_TEXT = 10_000;

const tooLong = (max: number) => because('textTooLong', { most: max });

/** Any JSON. */
export const jsonValue = z.json();

/** One line, as all names are, that must not be blank (`oneLine`); `message` is the sentence for a missing one. */
export const requiredLine = (message: string) =>
  z.string(message).check(z.overwrite(oneLine), z.trim(), z.minLength(1, message), z.maxLength(MAX_LINE, tooLong(MAX_LINE)));

const emptyIsNull = z.transform((text: string): string | null => (text === '' ? null : text));

/** One line (`oneLine`) that may be absent, empty or null, and that passes the checks; empty is stored as null (specification 4.10). */
export const optionalLineThat = (...checks: z.core.$ZodCheck<string>[]) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string(because('mustBeText')).check(z.overwrite(oneLine), z.trim(), z.maxLength(MAX_LINE, tooLong(MAX_LINE)), ...checks),
        emptyIsNull,
      ),
    ),
  );

export const optionalLine = optionalLineThat();

/** Text other than a name that may have several lines, such as a description: as short as a line, and as optional. */
export const optionalLines = z.optional(
  z.nullable(z.pipe(z.string(because('mustBeText')).check(z.trim(), z.maxLength(MAX_LINE, tooLong(MAX_LINE))), emptyIsNull)),
);

/** Longer text, such as notes, that may be absent or null. */
export const optionalText = z.optional(
  z.nullable(
    z.pipe(
      z.string(because('mustBeText')).check(z.maxLength(MAX_TEXT, tooLong(MAX_TEXT))),
      z.transform((text: string): string | null => (text.trim() === '' ? null : text)),
    ),
  ),
);

/** A language of Headland that may be absent or null. */
export const optionalLanguage = z.optional(z.nullable(z.enum(LANGUAGE_IDS, because('languageUnknown', { languages: LANGUAGE_IDS }))));

const PERCENTAGE = because('mustBePercentage');

/** A percentage as decimal text: up to 100, with up to four decimals. */
export const decimalPercent = z.string(PERCENTAGE).check(z.regex(/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/, PERCENTAGE));

/** A day, `yyyy-MM-dd`. */
export const calendarDate = (message = because('mustBeDate')) => z.string(message).check(z.refine(isCalendarDate, message));

/** A measured amount: zero or more, at most a billion. */
export const amount = (label: string) => {
  const message = because('fieldMustBeNumber', { field: label });
  return z.optional(z.nullable(z.number(message).check(z.minimum(0, message), z.maximum(1_000_000_000, message))));
};

export const flag = z.optional(z.boolean(because('mustBeTrueOrFalse')));

/** The fields that every stored record has besides its own. Timestamps are ISO 8601 in UTC. */
export const recordFields = {
  id: z.int(),
  organizationId: z.int(),
  /** Grows by one with every change (specification 9.9). */
  version: z.int(),
  createdBy: z.nullable(z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const nullableText = z.nullable(z.string());
export const nullableNumber = z.nullable(z.number());

const LIMIT_MESSAGE = because('mustBeOneTo1000');

const listLimit = z.optional(
  z.pipe(
    z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, LIMIT_MESSAGE)),
    z.transform((text: string) => Number(text)),
  ),
);

// Two lines of the greatest length, each character of which JSON may write as six, in base64.
const LONGEST_CURSOR = Math.ceil(((2 * MAX_LINE * 6 + 30) * 4) / 3);

/**
 * `limit` and `cursor` of every list: the size of a page, and where it continues (specification 9.7). The next cursor is in the `Link`
 * header.
 */
export const pageQuery = {
  limit: listLimit,
  cursor: z.optional(z.string().check(z.maxLength(LONGEST_CURSOR, because('mustBeEarlierCursor')))),
};
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}
