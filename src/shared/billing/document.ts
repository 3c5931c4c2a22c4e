import type { Basis } from '#shared/billing/schemas/rate.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { Sentence } from '#shared/billing/line-words.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Who bills or is billed. The country is an ISO 3166 code of two letters; null if it is not known. */
export interface DocumentParty {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly country: string | null;
  readonly taxNumber: string | null;
}

/** A line as it appears on the bill: quantity and price are exact decimals, the amount is in cents. */
export interface DocumentLine {
  readonly kind: 'work' | 'fuel' | 'surcharge' | 'manual' | 'discount';
  readonly text: string;
  /** Null on a bill of one job, and for what belongs to none. */
  readonly jobName: string | null;
  readonly serviceName: string | null;
  readonly machineNames: readonly string[];
  /** The machine that the line's rate is for; null for other rates, and in bills from before it was kept. */
  readonly rateMachineName: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly quantity: string | null;
  readonly basis: Basis | null;
  readonly unit: string | null;
  readonly price: string | null;
  readonly cents: number;
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
  /** Explains the amount where it is not simply quantity times price. */
  readonly calculation: readonly Sentence[];
}

/** The lines of one tax rate together: `cents` is their sum, with the tax in it where it is included. */
export interface DocumentTax {
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
  readonly cents: number;
  readonly taxCents: number;
}

/** One number of an entry. The entry's own numbers come before those of data fields. */
export interface DocumentQuantity {
  readonly label: string;
  readonly quantity: string;
  /** The position of its column, lowest first. */
  readonly rank: number;
  /** Whether it can be added up with the same number of other entries. */
  readonly isSum: boolean;
}

/** One entry of the annex. */
export interface DocumentEntry {
  readonly date: string;
  readonly jobName: string;
  readonly serviceName: string;
  readonly machineNames: readonly string[];
  readonly operatorNames: readonly string[];
  readonly quantities: readonly DocumentQuantity[];
  readonly notes: string | null;
  readonly photoNames: readonly string[];
}

/** Work of one service of a job that has no amount on the bill. */
export interface DocumentQuantities {
  /** Null on a bill of one job. */
  readonly jobName: string | null;
  readonly serviceName: string;
  readonly entryCount: number;
  /** `unit` is empty if it is not known. */
  readonly quantities: readonly { readonly label: string; readonly quantity: string; readonly unit: string }[];
}

export type DocumentStatus =
  | { readonly kind: 'live' }
  | { readonly kind: 'void'; readonly reversedBy: string }
  /** Its quantities and amounts are the negated ones of the record that it reverses. */
  | { readonly kind: 'reversal'; readonly reverses: string; readonly reversesIssuedOn: string };

/**
 * Everything that a document of a billing record says (specification 10.8). Dates are `yyyy-MM-dd`. Cents are hundredths of the currency,
 * whichever that is: 1,250 yen are 125000.
 */
export interface BillingDocument {
  /** The language of the words that the bill adds to the organization's own. */
  readonly language: LanguageId;
  readonly number: string;
  readonly status: DocumentStatus;
  readonly seller: DocumentParty & { readonly taxName: string | null };
  readonly buyer: DocumentParty;
  readonly jobNames: readonly string[];
  readonly issuedOn: string;
  readonly dueOn: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly units: UnitSystem;
  readonly lines: readonly DocumentLine[];
  readonly unpriced: readonly DocumentQuantities[];
  readonly taxes: readonly DocumentTax[];
  readonly netCents: number;
  readonly taxCents: number;
  readonly grossCents: number;
  readonly notes: string | null;
  readonly entries: readonly DocumentEntry[];
}
