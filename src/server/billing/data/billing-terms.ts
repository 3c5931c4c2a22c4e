import type { BillTerms } from '#shared/billing/schemas/bill.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { decimal, textOf } from '#shared/lib/decimal.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';

interface Row {
  readonly name: string;
  readonly address: string | null;
  readonly logo: string | null;
  readonly currency: string;
  readonly taxName: string | null;
  readonly taxNumber: string | null;
  /** In hundredths of a percent, with up to two decimals; null: no tax. */
  readonly taxRate: number | null;
  readonly taxIncluded: boolean;
  readonly units: UnitSystem;
}

/** The organization's current billing terms, and its name on a bill. */
export const billingTermsOf = async (
  ctx: Pick<Context, 'db' | 'orgId'>,
): Promise<{ terms: BillTerms; issuer: BillingContent['issuer']; units: UnitSystem }> => {
  const [row] = await ctx.db.query<Row>({
    name: 'billing-terms',
    text: `select name, address, logo, currency, units, tax_name as "taxName", tax_number as "taxNumber", tax_rate as "taxRate",
                  tax_included as "taxIncluded" from organizations where id = $1`,
    values: [ctx.orgId],
  });
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  const { currency, taxRate, taxIncluded, units, ...issuer } = row;
  const { digits, scale } = decimal(taxRate ?? 0);
  return { terms: { currency, taxPercent: textOf({ digits, scale: scale + 2 }), taxIncluded }, issuer, units };
};
