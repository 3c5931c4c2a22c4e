import type { Basis } from '#shared/billing/schemas/rate.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { Sentence } from '#shared/billing/line-words.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Who bills or is billed. The country is two letters of ISO 3166; null where nobody said it. */
export interface DocumentParty {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly country: string | null;
  readonly taxNumber: string | null;
}

/** A line as it stands on the bill: quantity and price are exact decimals, the amount is in cents. */
export interface DocumentLine {
  readonly kind: 'work' | 'fuel' | 'surcharge' | 'manual' | 'discount';
  readonly text: string;
  /** Null on a bill of one job, and of what is of none. */
  readonly jobName: string | null;
  readonly serviceName: string | null;
  readonly machineNames: readonly string[];
  /** The machine that the line's rate is for; null of other rates, and of bills from before it was kept. */
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
  /** How the amount follows where quantity times price does not say it. */
  readonly calculation: readonly Sentence[];
}

/** The lines of one tax rate together: `cents` as the lines say it, with the tax in it where it is included. */
export interface DocumentTax {
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
  readonly cents: number;
  readonly taxCents: number;
}

/** One number of an entry. Those of the entry's own stand in order before those of fields. */
export interface DocumentQuantity {
  readonly label: string;
  readonly quantity: string;
  /** Its column's place: the lower stands first. */
  readonly rank: number;
  /** Whether it can be added up with the same of other entries. */
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

/** What was done of one service of a job, and has no amount on the bill. */
export interface DocumentQuantities {
  /** Null on a bill of one job. */
  readonly jobName: string | null;
  readonly serviceName: string;
  readonly entryCount: number;
  /** `unit` is empty where it is not known. */
  readonly quantities: readonly { readonly label: string; readonly quantity: string; readonly unit: string }[];
}

export type DocumentStatus =
  | { readonly kind: 'live' }
  | { readonly kind: 'void'; readonly reversedBy: string }
  /** Its quantities and amounts are the opposite of those that it takes back. */
  | { readonly kind: 'reversal'; readonly reverses: string; readonly reversesIssuedOn: string };

/**
 * Everything that a document of a billing record says (decisions §8). Dates are `yyyy-MM-dd`. Cents are hundredths of the currency, whichever
 * that is: 1,250 yen are 125000.
 */
export interface BillingDocument {
  /** Of the words that the bill adds to the organization's own. */
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
