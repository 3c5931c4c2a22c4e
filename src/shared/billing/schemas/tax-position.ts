import * as z from 'zod/mini';
import { nullableText } from '#shared/domain/fields.ts';

/** UNCL 5305, as e-invoices have it: the standard rate, exempt, reverse charge, outside of the scope of the tax. */
export const TAX_CATEGORIES = ['S', 'E', 'AE', 'O'] as const;

const sentences = z.array(z.string());

/** In each language that a paper can have. */
export const taxSentences = z.object({ en: sentences, de: sentences, es: sentences });

export const taxPosition = z.object({
  category: z.enum(TAX_CATEGORIES),
  /** VATEX, the European list of reasons; null: it has none for this. */
  reasonCode: nullableText,
  /** What the paper says of it. */
  notes: taxSentences,
});
export type TaxPosition = z.output<typeof taxPosition>;

/** What the law of the seller's country asks for on a bill, in the words of refusals (src/shared/messages/terms.ts). */
export const LEGAL_NEEDS = [
  'the address of the organization',
  'the tax number of the organization',
  'the address of the customer',
  'the tax number of the customer',
  'the days of the work',
  'the reason why there is no tax',
] as const;
export type LegalNeed = (typeof LEGAL_NEEDS)[number];

/** What an e-invoice asks for, and a bill may lack; likewise. */
export const E_INVOICE_NEEDS = [
  'the tax number of the organization',
  'the ZIP and town of the organization',
  'the phone number of the organization',
  'the email of the organization',
  'the bank account of the organization',
  'the VAT number of the customer',
  'the ZIP and town of the customer',
  'the email of the customer',
  'the reason why there is no tax',
] as const;
export type EInvoiceNeed = (typeof E_INVOICE_NEEDS)[number];

/** Those that are the organization's to add, and on all of its bills. */
export const OWN_LEGAL_NEEDS: readonly LegalNeed[] = ['the address of the organization', 'the tax number of the organization'];

/** Whether the organization has to add it, and not the customer. */
export const isOwnNeed = (need: EInvoiceNeed): boolean => need.endsWith(' of the organization');
