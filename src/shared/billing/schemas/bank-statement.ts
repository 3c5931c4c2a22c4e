export const BANK_LINE_STATES = ['open', 'matched', 'ignored'] as const;
export type BankLineState = (typeof BANK_LINE_STATES)[number];

/** Which columns of a bank's CSV file hold what, by their headings. */
export interface CsvMapping {
  readonly delimiter: string;
  readonly date: string;
  readonly dateFormat: string;
  readonly amount: string;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly text: string | null;
  readonly reference: string | null;
}
