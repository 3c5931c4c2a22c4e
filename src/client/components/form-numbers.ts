import * as z from 'zod/mini';
import { isDiscountWhole } from '#shared/domain/customer-billing.ts';
import { because } from '#shared/messages/because.ts';
import { decimalOf } from '#client/lib/typed-number.ts';

/** A number as a field holds it; nothing is null, and what cannot be read is none, which the contract refuses. */
export const wholeOf = (held: string): number | null | undefined => (held === '' ? null : Number(decimalOf(held) ?? Number.NaN));

/** The same as the text of its decimal. */
const decimalTextOf = (held: string): string | null | undefined => (held === '' ? null : (decimalOf(held) ?? held));

/** A schema of the contract for a number, which a form holds as text. */
export const heldWhole = <O>(schema: z.ZodMiniType<O, number | null | undefined>) =>
  z.pipe(z.pipe(z.string(), z.transform(wholeOf)), schema);

/** The same for a decimal. */
export const heldDecimal = <O>(schema: z.ZodMiniType<O, string | null | undefined>) =>
  z.pipe(z.pipe(z.string(), z.transform(decimalTextOf)), schema);

interface Discount {
  readonly discountPercent?: string | null | undefined;
  readonly discountDays?: number | null | undefined;
}

/** Says, under what is missing, that a discount for paying early needs a percentage and days. */
export const wholeDiscount = z.check<Discount>(({ value: { discountPercent = null, discountDays = null }, issues }) => {
  if (!isDiscountWhole({ discountPercent, discountDays })) {
    const path = [discountDays === null ? 'discountDays' : 'discountPercent'];
    issues.push({ code: 'custom', path, message: because('discountNeedsBoth'), input: discountDays });
  }
});
