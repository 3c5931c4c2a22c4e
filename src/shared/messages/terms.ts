import type { KINDS } from '#shared/kinds/registry.ts';

/**
 * Words of ours, besides those for kinds of records, that occur inside messages. The key of a text is its English words (decision 0020).
 */
export const TERMS = [
  'Payment',
  'Reminder letter',
  'Billing run',
  'Job of this bill',
  'open',
  'completed',
  'billed',
  'owner',
  'admin',
  'manager',
  'advanced',
  'basic',
  'employee',
  'the country of the organization',
  'the country of the customer',
  'the day on which it is due',
  'a line',
  'the tax number of the organization',
  'the address of the organization',
  'the address of the customer',
  'the tax number of the customer',
  'the days of the work',
  'the reason why there is no tax',
  'the VAT number of the customer',
  'the ZIP and town of the organization',
  'the phone number of the organization',
  'the email of the organization',
  'the bank account of the organization',
  'the ZIP and town of the customer',
  'the email of the customer',
  'the reference of the customer',
  'the zip',
  'date',
] as const;

type KindWord = (typeof KINDS)[keyof typeof KINDS]['word'];

export type TermWord = (typeof TERMS)[number] | KindWord | Capitalize<KindWord>;
