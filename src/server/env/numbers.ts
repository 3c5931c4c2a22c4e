import * as z from 'zod/mini';

/** A whole number within bounds. */
export const whole = (name: string, least: number, most: number) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
          `${name} must be a whole number from ${least} to ${most}`,
        ),
      ),
  );
