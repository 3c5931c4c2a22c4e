import * as z from 'zod/mini';

/** The strongest first. */
export const HINT_KINDS = [
  'tooLong',
  'duplicate',
  'decimalSlip',
  'longDay',
  'overlap',
  'unlikeBefore',
  'future',
  'beforeJob',
  'otherSeason',
  'noHours',
  'noFuel',
] as const;
export type HintKind = (typeof HINT_KINDS)[number];

export const hint = z.object({
  kind: z.enum(HINT_KINDS),
  /**
   * The number it is about: `totalHours`, `fuel`, `loads`, or `own:` and the name of a field; of an overlap by the clock `operatorIds` or
   * `equipmentIds`; null: none.
   */
  measure: z.nullable(z.string()),
  /** What was noted: the number, the hours of the whole day, the minutes in two entries, or how many other entries. */
  value: z.number(),
  /** What would be usual for this entry, and from how many entries that is known. */
  usual: z.nullable(z.number()),
  count: z.nullable(z.int()),
  /** Whether the usual is that of the service, for want of the machine's own. */
  isOfService: z.boolean(),
  /** The number with its decimal point moved, which would be usual. */
  suggestion: z.nullable(z.number()),
  /** The operator or machine whose day it is about. */
  aboutId: z.nullable(z.int()),
  /** Other entries it is about. */
  others: z.array(z.int()),
});
export type Hint = z.output<typeof hint>;
