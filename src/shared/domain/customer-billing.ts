import * as z from 'zod/mini';
import { optionalEmail } from '#shared/domain/email.ts';
import { optionalLine, requiredLine } from '#shared/domain/fields.ts';
import { because } from '#shared/messages/because.ts';

/** What one bill is for: all jobs of the customer that are billed at once, or one job. */
export const BILL_GROUPINGS = ['customer', 'job'] as const;
export type BillGrouping = (typeof BILL_GROUPINGS)[number];

/** How a customer gets their bills. */
export const BILL_WAYS = ['mail', 'print'] as const;
export type BillWay = (typeof BILL_WAYS)[number];

/**
 * Why a customer's bills have the tax that they have: `usual`, as the rates and the organization say; `exempt`, this customer pays none, for
 * a reason that `taxNote` names; `reverseCharge`, the customer owes it; `abroad`, the place of the service is outside of the country.
 */
export const TAX_TREATMENTS = ['usual', 'exempt', 'reverseCharge', 'abroad'] as const;
export type TaxTreatment = (typeof TAX_TREATMENTS)[number];

export const MOST_CONTACTS = 10;

const contactInput = z.object({
  name: requiredLine(because('contactNameRequired')),
  email: optionalEmail,
  phoneNumber: optionalLine,
  /** Whether bills and reminders are sent to them, too. */
  getsBills: z.boolean(because('mustBeTrueOrFalse')),
});

export const contactsInput = z.array(contactInput).check(z.maxLength(MOST_CONTACTS, because('atMostContacts', { most: MOST_CONTACTS })));

/** A person at a customer's. */
export const contact = z.object({
  name: z.string(),
  email: z.optional(z.nullable(z.string())),
  phoneNumber: z.optional(z.nullable(z.string())),
  getsBills: z.boolean(),
});
export type Contact = z.output<typeof contact>;

interface Discount {
  /** As decimal text; '0' is none where others have one. */
  readonly discountPercent: string | null;
  readonly discountDays: number | null;
}

/** Whether a discount for paying early says both how much and until when, or nothing of either. */
export const isDiscountWhole = ({ discountPercent, discountDays }: Discount): boolean =>
  discountPercent === null ? discountDays === null : discountDays !== null || Number(discountPercent) === 0;
