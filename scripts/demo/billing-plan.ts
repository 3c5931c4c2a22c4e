import type * as z from 'zod/mini';
import type { rateInput } from '#shared/billing/schemas/rate.ts';

type RateInput = z.input<typeof rateInput>;

/** A rate of the demo, by names in place of ids. */
export interface RatePlan extends Pick<RateInput, 'lines' | 'fuel' | 'taxPercent'> {
  readonly service: string;
  readonly name?: string;
  /** One of the customers who have most jobs: 0 is the first of them. */
  readonly customer?: number;
  /** The first machine of this kind. */
  readonly machine?: string;
  /** Holds for the last days only, so many. */
  readonly lastDays?: number;
}

/** How a made-up organization bills, and what its work costs it. */
export interface BillingPlan {
  readonly organization: {
    readonly address: string;
    readonly units: 'us' | 'metric';
    readonly currency: string;
    readonly taxName: string | null;
    readonly taxNumber: string | null;
    readonly taxRate: number | null;
  };
  readonly rates: readonly RatePlan[];
  /** What an hour of an operator costs: each gets one of these. */
  readonly wages: readonly string[];
  /** What an hour of a machine costs, by its kind; a kind that is missing has no cost rate yet. */
  readonly machines: Readonly<Record<string, string>>;
  readonly fuel: string;
  readonly manualLine: { readonly label: string; readonly quantity: string; readonly unit: string; readonly price: string };
  readonly discount: string;
  readonly note: string;
}

type Basis = RateInput['lines'][number]['basis'];

/** A price for each of something. */
export const each = (basis: Basis, price: string, more: Partial<RateInput['lines'][number]> = {}): RateInput['lines'][number] => ({
  basis,
  prices: [{ upTo: null, price }],
  ...more,
});

/** What it costs to come, once for each job. */
export const callOut = (label: string, price: string): RateInput['lines'][number] => each('flat', price, { label, per: 'job' });
