import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { defineJob } from '#server/work/job.ts';

export interface BankFile {
  readonly bytes: Uint8Array;
  /** The currency of amounts that name none. */
  readonly currency: string;
  /** How columns of a table are read, as somebody said for this file. */
  readonly given: CsvMapping | null;
  /** As it was said for the last one: used where its columns are there. */
  readonly usual: CsvMapping | null;
}

/** Money that came in. */
export interface ReadLine {
  /** The organization's account, if the file names it. */
  readonly account: string | null;
  readonly bookedOn: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly payerName: string | null;
  /** SHA-256 of the payer's account: the account itself does not leave the reader. */
  readonly payerAccountHash: string | null;
  readonly text: string | null;
  /** A structured reference. */
  readonly reference: string | null;
  /** The bank's own. */
  readonly bankReference: string | null;
}

export interface FingerprintedLine extends ReadLine {
  /** Equal: it is the same payment. */
  readonly fingerprint: string;
}

export interface BankFileRead {
  /** Each payment once, in however many statements of the file it is. */
  readonly lines: readonly FingerprintedLine[];
  /** What is not kept: money paid out, taken back or announced, and rows without an amount. */
  readonly ignored: number;
  /** Lines without a day of their own. */
  readonly undated: number;
  /** Null: a bank's XML. */
  readonly table: {
    readonly mapping: CsvMapping;
    /** Nobody has said so yet. */
    readonly isGuessed: boolean;
    readonly headings: readonly string[];
    /** Rows with an amount that the column for in or out does not say to have come in, nor to have gone out; some of its words. */
    readonly unclear: { readonly rows: number; readonly words: readonly string[] };
  } | null;
}

/** Reads a file of a bank: camt.053, camt.054, several of them in a zip, or a table. */
export const readBankFileJob = defineJob<BankFile, BankFileRead>('bank.read');
