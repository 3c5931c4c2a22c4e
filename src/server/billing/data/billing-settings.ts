import { and, eq, sql } from 'drizzle-orm';
import type { NumberSeries } from '#shared/billing/number-series.ts';
import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { type BillingSettings, USUAL_REMINDERS } from '#shared/billing/schemas/billing-settings.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { billingSettings, organizations } from '#server/db/tables/index.ts';

type Row = typeof billingSettings.$inferSelect;

/** What a country's law asks for before anybody has said anything: Spain wants corrections numbered apart (RD 1619/2012, art. 6 and 15). */
const CORRECTIONS: Readonly<Record<string, string>> = { ES: 'R-' };

const usualIn = (country: string | null): BillingSettings => ({
  version: 0,
  grouping: 'customer',
  paymentDays: null,
  discountPercent: null,
  discountDays: null,
  prefix: '',
  digits: 0,
  correctionPrefix: CORRECTIONS[country ?? ''] ?? null,
  footer: null,
  paymentText: null,
  qrIban: null,
  hasReference: false,
  taxScheme: 'usual',
  taxRegistration: null,
  reminders: [...USUAL_REMINDERS],
  sendsFirstReminder: false,
});

const settingsOf = ({ organizationId: _o, updatedBy: _u, updatedAt: _a, bankCsv: _b, ...row }: Row): BillingSettings => ({
  ...row,
  reminders: row.reminders ?? [...USUAL_REMINDERS],
});

/** How the organization bills. */
export const findBillingSettings = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<BillingSettings> => {
  const [row] = await ctx.db.orm
    .select({ settings: billingSettings, country: organizations.country })
    .from(organizations)
    .leftJoin(billingSettings, eq(billingSettings.organizationId, organizations.id))
    .where(eq(organizations.id, ctx.orgId));
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  return row.settings === null ? usualIn(row.country) : settingsOf(row.settings);
};

/** Stores the settings as they are usual now, unless the organization has some; version 0, as they were read until then. */
const ensureRow = async (ctx: Context): Promise<void> => {
  const usual = await findBillingSettings(ctx);
  await ctx.db.orm
    .insert(billingSettings)
    .values({ ...usual, organizationId: ctx.orgId, version: 0, updatedAt: ctx.now().toISOString() })
    .onConflictDoNothing();
};

/**
 * Writes these settings; those that were never set are stored as they are usual now. With `expectedVersion` only if they still have that
 * version. Returns what they were, and what they are.
 */
export const writeBillingSettings = async (
  ctx: Context,
  change: Partial<BillingSettings>,
  expectedVersion: number | null,
): Promise<{ readonly before: BillingSettings; readonly after: BillingSettings }> => {
  // The row is there, and locked, before anybody looks at it.
  await ensureRow(ctx);
  const mine = eq(billingSettings.organizationId, ctx.orgId);
  const [before] = await ctx.db.orm.select().from(billingSettings).where(mine).for('update');
  if (!before) {
    throw new Error('The billing settings that were just made are not there.');
  }
  if (expectedVersion !== null && expectedVersion !== before.version) {
    throw new AppError('version_mismatch', refusalMessage('changedMeanwhile', { what: { term: 'Billing settings' } }), {
      current: settingsOf(before),
    });
  }
  const values = { ...change, version: before.version + 1, updatedBy: ctx.user.id, updatedAt: ctx.now().toISOString() };
  const [after] = await ctx.db.orm.update(billingSettings).set(values).where(mine).returning();
  if (!after) {
    throw new Error('The billing settings were not written.');
  }
  return { before: settingsOf(before), after: settingsOf(after) };
};

/** The ranges of numbers: of bills, and of reversals and credit notes, which is the bills' unless the organization has one for them. */
export const seriesOf = ({
  prefix,
  digits,
  correctionPrefix,
}: Pick<BillingSettings, 'prefix' | 'digits' | 'correctionPrefix'>): { readonly bill: NumberSeries; readonly correction: NumberSeries } => {
  const bill: NumberSeries = { id: 'bill', prefix, digits };
  return { bill, correction: correctionPrefix === null ? bill : { id: 'correction', prefix: correctionPrefix, digits } };
};

/** How columns of the bank's tables are read, and the currency of amounts that name none. */
export const findBankFormat = async (
  ctx: Pick<Context, 'db' | 'orgId'>,
): Promise<{ readonly currency: string; readonly usual: CsvMapping | null }> => {
  const [row] = await ctx.db.orm
    .select({ currency: organizations.currency, usual: billingSettings.bankCsv })
    .from(organizations)
    .leftJoin(billingSettings, eq(billingSettings.organizationId, organizations.id))
    .where(eq(organizations.id, ctx.orgId));
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  return row;
};

/**
 * Keeps how columns of the bank's tables are read. Nobody reads it with the settings or changes it there, so they keep their version: who
 * edits them meanwhile is not refused.
 */
export const keepBankFormat = async (ctx: Context, mapping: CsvMapping): Promise<void> => {
  await ensureRow(ctx);
  await ctx.db.orm
    .update(billingSettings)
    .set({ bankCsv: mapping })
    .where(
      and(
        eq(billingSettings.organizationId, ctx.orgId),
        sql`${billingSettings.bankCsv} is distinct from ${JSON.stringify(mapping)}::jsonb`,
      ),
    );
};

/** The range of numbers that bills get. */
export const billSeries = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<NumberSeries> =>
  seriesOf(await findBillingSettings(ctx)).bill;

/** The range of numbers that reversals and credit notes get. */
export const correctionSeries = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<NumberSeries> =>
  seriesOf(await findBillingSettings(ctx)).correction;
