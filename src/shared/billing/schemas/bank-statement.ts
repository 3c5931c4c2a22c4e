import * as z from 'zod/mini';
import { nullableText, pageQuery } from '#shared/domain/fields.ts';
import { DELIMITERS } from '#shared/domain/import.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';
import { paymentPart } from './payment-part.ts';

export const MOST_STATEMENT_BYTES = 20 * 1_048_576;
/** Lines of one file: a large contractor's bank statement of a year has some thousand. */
export const MOST_STATEMENT_LINES = 20_000;
/** Lines that are booked in one go. */
export const MOST_LINES_TO_BOOK = 100;
/** Bills that one payment is booked on. */
export const MOST_BILLS_OF_PAYMENT = 12;

/** `open` has something left to book, `matched` has not, `ignored` is none of a bill's business. */
export const BANK_LINE_STATES = ['open', 'matched', 'ignored'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

const OPTION = because('invalidInput');
const heading = z.string(OPTION).check(z.minLength(1, OPTION), z.maxLength(200, OPTION));
const optionalHeading = z.nullable(heading);

/** Which columns of a bank's CSV file hold what, by their headings. */
export const csvMapping = z.object({
  /** Empty: a workbook. */
  delimiter: z.enum([...DELIMITERS, ''], OPTION),
  date: heading,
  dateFormat: z.enum(['dmy', 'mdy', 'ymd'], OPTION),
  amount: heading,
  decimal: z.enum(['.', ','], OPTION),
  /** A column that says what is paid in or out, where amounts have no sign: S and H, CRDT and DBIT. */
  direction: optionalHeading,
  payerName: optionalHeading,
  payerAccount: optionalHeading,
  text: optionalHeading,
  reference: optionalHeading,
  /** Missing: all amounts are in the organization's currency. */
  currency: optionalHeading,
});
export type CsvMapping = z.output<typeof csvMapping>;

/** A row as it would be read. */
export const bankCsvRow = z.object({
  bookedOn: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  payerName: nullableText,
  text: nullableText,
});

/** Rows with an amount that are left out, for nobody knows whether they came in. */
export const bankCsvUnclear = z.object({
  rows: z.int(),
  /** What their column for in or out says: some of it, each once. */
  words: z.array(z.string()),
});

/** What a file of tables holds, for the person who says which column is what. */
export const bankCsv = z.object({
  mapping: csvMapping,
  headings: z.array(z.string()),
  /** The first rows. */
  rows: z.array(bankCsvRow),
  unclear: bankCsvUnclear,
});

/** What became of a bank's file. */
export const bankStatement = z.object({
  /** Null: nothing was stored, for a person has to look at the columns first. */
  id: z.nullable(z.int()),
  fileName: z.string(),
  /** Payments in the file. */
  read: z.int(),
  /** Of these, those that no earlier file had. */
  added: z.int(),
  known: z.int(),
  /** Of the known, those that the columns of this file read otherwise than those of the last: they are corrected where nothing is booked. */
  corrected: z.int(),
  /** Money paid out, taken back or only announced, and rows without an amount: none of it is stored. */
  ignored: z.int(),
  /** Payments without a day of their own, which have the statement's. */
  undated: z.int(),
  /** Null for a bank's XML. */
  csv: z.nullable(bankCsv),
});
export type BankStatement = z.output<typeof bankStatement>;

/**
 * Why a bill is proposed: `reference` and `number` were found in the line; `name` and `account` are of the payer, whose bill has that
 * amount, or several bills have together. `fit` says how the amount compares with what is open; `charges`: it is just that and what a letter claimed besides.
 */
export const matchReason = z.object({
  found: z.enum(['reference', 'number', 'account', 'name']),
  /** What was found: the reference or the numbers as they are on the bills; the customer's name. */
  value: z.string(),
  fit: z.enum(['exact', 'discount', 'charges', 'several', 'less', 'more']),
});
export type MatchReason = z.output<typeof matchReason>;

/** `sure` may be booked unseen; `partly` names a bill but not its amount; `likely` only fits. */
export const SURENESSES = ['sure', 'partly', 'likely'] as const;

export const suggestedPart = z.object({
  recordId: z.int(),
  label: z.string(),
  customerName: z.string(),
  openCents: z.int(),
  amountCents: z.int(),
  /** Fee and interest, as a letter of reminder claimed them. */
  chargeCents: z.int(),
  /** Cash discount as agreed, which is taken with it. */
  discountCents: z.int(),
});

export const bankMatch = z.object({
  sureness: z.enum(SURENESSES),
  because: matchReason,
  parts: z.array(suggestedPart),
});
export type BankMatch = z.output<typeof bankMatch>;

/** What of a payment is booked on a bill. */
export const bookedPart = z.object({
  recordId: z.int(),
  label: z.string(),
  customerName: z.string(),
  amountCents: z.int(),
  /** Fee and interest, as a letter of reminder claimed them. */
  chargeCents: z.int(),
  discountCents: z.int(),
});

export const bankLine = z.object({
  id: z.int(),
  statementId: z.int(),
  account: nullableText,
  bookedOn: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  payerName: nullableText,
  text: nullableText,
  reference: nullableText,
  state: z.enum(BANK_LINE_STATES),
  /** What is booked of it; the rest waits for another bill. */
  bookedCents: z.int(),
  bookings: z.array(bookedPart),
  /** Of open lines: what it seems to pay now. Null: nobody knows. */
  match: z.nullable(bankMatch),
});
export type BankLine = z.output<typeof bankLine>;

const LINE = because('mustBeIdFromList');
const lineId = z.int(LINE).check(z.minimum(1, LINE), z.maximum(LARGEST_ID, LINE));
const LINES = because('atMostLines', { most: MOST_LINES_TO_BOOK });
const PARTS = because('atMostBillsPerPayment', { most: MOST_BILLS_OF_PAYMENT });

export const bookItem = z.object({
  lineId,
  parts: z.array(paymentPart, PARTS).check(
    z.minLength(1, PARTS),
    z.maxLength(MOST_BILLS_OF_PAYMENT, PARTS),
    z.refine((parts) => new Set(parts.map(({ recordId }) => recordId)).size === parts.length, because('eachOnlyOnce')),
  ),
});

export const bookInput = z.object({
  items: z.array(bookItem, LINES).check(
    z.minLength(1, LINES),
    z.maxLength(MOST_LINES_TO_BOOK, LINES),
    z.refine((items) => new Set(items.map((item) => item.lineId)).size === items.length, because('eachOnlyOnce')),
  ),
});
export type BookInput = z.output<typeof bookInput>;

/** A payment that could not be booked, and why. */
export const refusedLine = z.object({
  lineId: z.int(),
  messageCode: z.string(),
  values: z.record(z.string(), z.unknown()),
  message: z.string(),
});

export const booked = z.object({
  lines: z.array(bankLine),
  /** Lines that stay open: a bill was paid in the meantime. */
  refused: z.array(refusedLine),
});
export type Booked = z.output<typeof booked>;

const FILE_NAME = because('textTooLong', { most: 300 });
const LONGEST_MAPPING = 4000;
const MAPPING = because('textTooLong', { most: LONGEST_MAPPING });

export const bankStatementEndpoints = {
  read: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bank-statements',
    summary: 'Read a file of a bank (camt.053, camt.054, zip, CSV, workbook) and keep the payments that no earlier file had',
    scope: 'organization',
    capability: 'jobs:bill',
    query: z.object({
      fileName: z.string(FILE_NAME).check(z.maxLength(300, FILE_NAME)),
      /** For tables: the mapping, as JSON; it is kept for the next file. Without it, and with none kept that fits, nothing is stored. */
      csv: z.optional(z.string(MAPPING).check(z.maxLength(LONGEST_MAPPING, MAPPING))),
      /** Only says what is in the file. */
      trial: z.optional(z.literal('true', OPTION)),
    }),
    body: 'bytes',
    bodyLimit: MOST_STATEMENT_BYTES,
    response: bankStatement,
  }),
};

export const bankLineEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/bank-lines',
    summary: 'Payments that came in at the bank, oldest first where they are open; with the bills that they seem to pay now',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ ...pageQuery, state: z.prefault(z.enum(BANK_LINE_STATES, OPTION), 'open') }),
    response: z.array(bankLine),
  }),
  book: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bank-lines/book',
    summary: 'Book payments of the bank on bills; refused as a whole only if none of the lines can be booked',
    scope: 'organization',
    capability: 'jobs:bill',
    status: 200,
    body: bookInput,
    response: booked,
  }),
  ignore: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bank-lines/:id/ignore',
    summary: 'Put a line, or what is left of it, aside: it pays no bill',
    scope: 'organization',
    capability: 'jobs:bill',
    status: 200,
    response: bankLine,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bank-lines/:id/undo',
    summary: 'Take the last step with a line back: what was booked is undone on its bills, what was ignored is open again',
    scope: 'organization',
    capability: 'jobs:bill',
    status: 200,
    response: bankLine,
  }),
};
