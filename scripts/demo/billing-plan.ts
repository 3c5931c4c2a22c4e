import type * as z from 'zod/mini';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { rateInput } from '#shared/billing/schemas/rate.ts';

type RateInput = z.input<typeof rateInput>;

/** A rate of the demo, with names in place of ids. */
export interface RatePlan extends Pick<RateInput, 'lines' | 'fuel' | 'taxPercent'> {
  readonly service: string;
  readonly name?: string;
  /** One of the customers with the most jobs: 0 is the first of them. */
  readonly customer?: number;
  /** The first machine of this kind. */
  readonly machine?: string;
  /** Applies only to this many last days. */
  readonly lastDays?: number;
}

/** How a made-up organization bills, and what its work costs it. */
export interface BillingPlan {
  readonly organization: {
    readonly address: string;
    readonly street: string;
    readonly postalCode: string;
    readonly town: string;
    readonly region: string | null;
    readonly country: string;
    readonly language: LanguageId;
    readonly phoneNumber: string;
    readonly email: string;
    readonly bankHolder: string | null;
    /** IBAN, or the number of the account. */
    readonly bankAccount: string;
    readonly bankCode: string;
    readonly bankName: string;
    readonly units: 'us' | 'metric';
    readonly currency: string;
    readonly taxName: string | null;
    readonly taxNumber: string | null;
    readonly taxRate: number | null;
  };
  /** How it bills, where that is not as usual. */
  readonly settings: {
    readonly paymentDays?: number;
    readonly discountPercent?: string;
    readonly discountDays?: number;
    readonly footer?: string;
    readonly paymentText?: string;
    readonly taxRegistration?: string;
  };
  readonly rates: readonly RatePlan[];
  /** Costs of an hour of an operator: each operator gets one of these. */
  readonly wages: readonly string[];
  /** The cost of an hour of a machine, by its kind; a kind that is missing has no cost rate yet. */
  readonly machines: Readonly<Record<string, string>>;
  readonly fuel: string;
  readonly manualLine: { readonly label: string; readonly quantity: string; readonly unit: string; readonly price: string };
  readonly discount: string;
  readonly note: string;
}

type Basis = RateInput['lines'][number]['basis'];

/** A price per unit. */
export const each = (basis: Basis, price: string, more: Partial<RateInput['lines'][number]> = {}): RateInput['lines'][number] => ({
  basis,
  prices: [{ upTo: null, price }],
  ...more,
});

/** The cost of coming, once per job. */
export const callOut = (label: string, price: string): RateInput['lines'][number] => each('flat', price, { label, per: 'job' });
