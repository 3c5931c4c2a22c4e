import type { BillTerms } from '#shared/billing/schemas/bill.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { SellerTaxScheme } from '#shared/billing/schemas/billing-settings.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { TaxTreatment } from '#shared/domain/customer-billing.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
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
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly town: string | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly taxRegistration: string | null;
  readonly taxScheme: SellerTaxScheme;
  readonly footer: string | null;
}

/** The organization's current billing terms, and its name on a bill. */
export const billingTermsOf = async (
  ctx: Pick<Context, 'db' | 'orgId'>,
): Promise<{ terms: BillTerms; issuer: BillingContent['issuer']; units: UnitSystem }> => {
  const [row] = await ctx.db.query<Row>({
    name: 'billing-terms',
    text: `select o.name, o.address, o.logo, o.currency, o.units, o.tax_name as "taxName", o.tax_number as "taxNumber",
                  o.tax_rate as "taxRate", o.tax_included as "taxIncluded", o.street, o.postal_code as "postalCode", o.town, o.region,
                  o.country, o.phone_number as "phoneNumber", o.email, s.tax_registration as "taxRegistration",
                  coalesce(s.tax_scheme, 'usual') as "taxScheme", s.footer
             from organizations o left join billing_settings s on s.organization_id = o.id where o.id = $1`,
    values: [ctx.orgId],
  });
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  const { currency, taxRate, taxIncluded, units, ...issuer } = row;
  const { digits, scale } = decimal(taxRate ?? 0);
  return { terms: { currency, taxPercent: textOf({ digits, scale: scale + 2 }), taxIncluded }, issuer, units };
};

/** How the customer of each of these jobs stands to the tax. */
export const taxTreatmentsOf = async (
  { db, orgId }: Pick<Context, 'db' | 'orgId'>,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, TaxTreatment>> => {
  const rows = await db.query<{ id: number; taxTreatment: TaxTreatment }>({
    name: 'tax-treatments',
    text: `select j.id, c.tax_treatment as "taxTreatment"
             from jobs j join customers c on c.organization_id = j.organization_id and c.id = j.customer_id
            where j.organization_id = $1 and j.id = any($2::int[])`,
    values: [orgId, jobIds],
  });
  return new Map(rows.map(({ id, taxTreatment }) => [id, taxTreatment]));
};

/** The terms of a bill for a customer who stands like that to the tax. */
export const termsFor = (
  { terms, issuer }: { readonly terms: BillTerms; readonly issuer: BillingContent['issuer'] },
  treatment: TaxTreatment = 'usual',
): BillTerms => ({ ...terms, standing: { scheme: issuer.taxScheme ?? 'usual', treatment } });
