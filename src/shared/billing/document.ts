import type { SellerTaxScheme } from '#shared/billing/schemas/billing-settings.ts';
import type { TaxPosition } from '#shared/billing/schemas/tax-position.ts';
import type { Basis } from '#shared/billing/schemas/rate.ts';
import type { BillingRecordKind } from '#shared/billing/schemas/record-kinds.ts';
import type { TaxTreatment } from '#shared/domain/customer-billing.ts';
import type { AddressParts } from '#shared/domain/postal-address.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { Sentence } from '#shared/billing/line-words.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/**
 * Who bills or is billed. The country is an ISO 3166 code of two letters; null if it is not known. The other parts of the address are null
 * where it was written as lines alone.
 */
export interface DocumentParty extends AddressParts {
  readonly name: string;
  /** Of a letter, without the name. */
  readonly addressLines: readonly string[];
  readonly taxNumber: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

export interface DocumentSeller extends DocumentParty {
  readonly taxName: string | null;
  /** A tax number besides the one for VAT. */
  readonly taxRegistration: string | null;
  readonly taxScheme: SellerTaxScheme;
  /** At the foot of each page. */
  readonly footer: string | null;
}

export interface DocumentBuyer extends DocumentParty {
  /** The seller's own number of the customer. */
  readonly number: string | null;
  /** The person there. */
  readonly contactName: string | null;
  /** What the buyer wants to read on the bill: an order's number, a Leitweg-ID. */
  readonly reference: string | null;
  readonly taxTreatment: TaxTreatment;
  readonly taxNote: string | null;
}

/** By when it is to be paid. `discountPercent` may be taken off until `discountUntil`; all of the discount or none. */
export interface DocumentTerms {
  readonly paymentDays: number;
  readonly discountPercent: string | null;
  readonly discountDays: number | null;
  readonly discountUntil: string | null;
}

/** Where it is paid to. */
export interface DocumentPayment {
  readonly holder: string | null;
  /** IBAN, or the number of the account. */
  readonly account: string | null;
  /** BIC, routing number or sort code. */
  readonly code: string | null;
  readonly bankName: string | null;
  readonly qrIban: string | null;
  /** What the payer names: the bill's number, or its creditor reference (ISO 11649), or its QR reference if there is a QR-IBAN. */
  readonly reference: string;
  /** Other ways to pay. */
  readonly text: string | null;
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
  /** The field that was worked on, where a data field says it. */
  readonly fieldName: string | null;
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
  | { readonly kind: 'reversal' }
  /** Credits a part of a bill: its quantities and amounts are below zero. */
  | { readonly kind: 'credit' };

/**
 * Everything that a document of a billing record says (specification 10.8). Dates are `yyyy-MM-dd`. Cents are hundredths of the currency,
 * whichever that is: 1,250 yen are 125000.
 */
export interface BillingDocument {
  /** The language of the words that the bill adds to the organization's own. */
  readonly language: LanguageId;
  readonly number: string;
  readonly kind: BillingRecordKind;
  readonly status: DocumentStatus;
  /** The record that it reverses, or credits a part of, also once it is void itself. */
  readonly preceding: { readonly number: string; readonly issuedOn: string } | null;
  /** The number that payments name: its own, or that of the bill which it takes back, credits, or credited before it was voided itself. */
  readonly openItem: string;
  readonly seller: DocumentSeller;
  readonly buyer: DocumentBuyer;
  readonly jobNames: readonly string[];
  readonly issuedOn: string;
  readonly dueOn: string | null;
  /** Null in bills from before they were kept. */
  readonly terms: DocumentTerms | null;
  /** Null in bills from before it was kept. */
  readonly payment: DocumentPayment | null;
  /** For e-invoices; null: tax as usual. */
  readonly taxPosition: Pick<TaxPosition, 'category' | 'reasonCode'> | null;
  /** Why the tax is what it is, where the law wants that said. */
  readonly taxNotes: readonly string[];
  /** What is still to be paid, in cents. */
  readonly openCents: number;
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
