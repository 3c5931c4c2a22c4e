import * as z from 'zod/mini';
import type { Party, BillingContent } from './billing-record.ts';
import { reminderLevel } from './billing-settings.ts';
import { WAYS_OF_SENDING } from './payment-status.ts';
import { recordIds } from './receivable.ts';
import { nullableText, optionalText } from '#shared/domain/fields.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** Letters of one call. */
export const MOST_LETTERS = 100;

const remindedBill = z.object({
  recordId: z.int(),
  label: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  grossCents: z.int(),
  openCents: z.int(),
  /** The level at which the letter reminds of this bill; 0: it is only listed, for it was reminded of lately. */
  level: z.int(),
});
export type RemindedBill = z.output<typeof remindedBill>;

/** What a letter of reminder says, whatever happens later to its bills. */
export interface ReminderContent {
  readonly language: LanguageId;
  readonly units: UnitSystem;
  readonly issuer: BillingContent['issuer'];
  readonly customer: Party;
  readonly payment: BillingContent['payment'];
  /** What the payer of its only bill names; missing in letters of several, and in those from before it was kept. */
  readonly reference?: string;
  readonly text: string;
  readonly currency: string;
  readonly bills: readonly RemindedBill[];
  readonly feeCents: number;
  readonly interestCents: number;
}

/** A letter of reminder as it went out. */
export interface ReminderLetter {
  readonly level: number;
  readonly issuedOn: string;
  readonly content: ReminderContent;
}

/** A letter that is due today: one for each customer and currency, with all that is overdue. */
export const dueLetter = z.object({
  customerId: z.int(),
  businessName: z.string(),
  /** Where it is mailed to, as the customer's bills are; nothing: nowhere. */
  recipients: z.array(z.string()),
  phoneNumber: nullableText,
  language: z.enum(LANGUAGE_IDS),
  /** The highest of its bills: 1 is the first reminder. */
  level: z.int(),
  currency: z.string(),
  bills: z.array(remindedBill),
  openCents: z.int(),
  feeCents: z.int(),
  interestCents: z.int(),
  /** What the letter says unless somebody writes something else. */
  text: z.string(),
});
export type DueLetter = z.output<typeof dueLetter>;

export const remindersDue = z.object({
  /** The levels as the settings have them. */
  levels: z.array(reminderLevel),
  letters: z.array(dueLetter),
});
export type RemindersDue = z.output<typeof remindersDue>;

const AMOUNT = because('mustBeAmountAboveZero');
const LEVEL = because('mustBeWholeNumberWithin', { least: 1, most: 3 });

const letterInput = z.object({
  customerId: idOf('customer'),
  /** The bills that are reminded of, as they were seen. */
  recordIds,
  /** What they come to, as it was seen. */
  openCents: z.int(AMOUNT).check(z.minimum(1, AMOUNT)),
  /** The level that was seen. */
  level: z.int(LEVEL).check(z.minimum(1, LEVEL), z.maximum(3, LEVEL)),
  way: z.enum(WAYS_OF_SENDING, because('mustBeOneOf', { choices: WAYS_OF_SENDING })),
  /** Left out or null: as the settings or the usual words have it. */
  text: optionalText,
});

export const remindersInput = z.object({
  letters: z
    .array(letterInput, because('letterRequired'))
    .check(z.minLength(1, because('letterRequired')), z.maxLength(MOST_LETTERS, because('atMostLetters', { most: MOST_LETTERS }))),
});
export type RemindersInput = z.output<typeof remindersInput>;

/**
 * Why a letter did not go out: `changed`, it is not due as it was seen, for it was sent, paid, promised or disputed meanwhile; `noAddress`, the
 * customer has no e-mail address; `tooMany`, too many mails went out lately.
 */
export const UNSENT_REASONS = ['changed', 'noAddress', 'tooMany'] as const;

export const sentLetter = z.object({
  customerId: z.int(),
  /** Null: it was not sent. */
  letterId: z.nullable(z.int()),
  reason: z.nullable(z.enum(UNSENT_REASONS)),
});
export type SentLetter = z.output<typeof sentLetter>;

export const sentReminders = z.object({ letters: z.array(sentLetter) });

const IDS = because('mustBeLetterIds');
const letterIds = z.pipe(
  z.string(IDS).check(z.maxLength(11 * MOST_LETTERS, IDS), z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, IDS)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(z.number().check(z.maximum(LARGEST_ID, IDS))).check(z.maxLength(MOST_LETTERS, IDS)),
  ),
);

export const reminderEndpoints = {
  due: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reminders-due',
    summary: 'Letters of reminder that are due today, with their words, fee and interest',
    scope: 'organization',
    capability: 'money:read',
    response: remindersDue,
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/reminders',
    summary: 'Send letters of reminder, each at most once: by mail with a PDF, or for the post',
    scope: 'organization',
    capability: 'jobs:bill',
    body: remindersInput,
    response: sentReminders,
  }),
  document: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reminder-letters/:id/document',
    summary: 'A letter of reminder as it went out, as a PDF',
    scope: 'organization',
    capability: 'money:read',
    response: 'file',
  }),
  print: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reminder-letters-print',
    summary: 'Several letters of reminder in one PDF, for the printer',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ ids: letterIds }),
    response: 'file',
  }),
};
