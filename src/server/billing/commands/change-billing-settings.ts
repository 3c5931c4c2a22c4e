import type { BillingSettings, BillingSettingsPatch } from '#shared/billing/schemas/billing-settings.ts';
import { type NumberSeries, QUANTITIES } from '#shared/billing/number-series.ts';
import { isDiscountWhole } from '#shared/domain/customer-billing.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { findBillingSettings, seriesOf, writeBillingSettings } from '#server/billing/data/billing-settings.ts';
import { alarmAboutAccount } from '#server/commands/bank-alarm.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { todayOf } from '#server/data/today.ts';

/** The range goes on at this number, which must be above the last one: of the same year no number is there twice. */
const continueAt = async (ctx: Context, field: string, series: NumberSeries, next: number): Promise<void> => {
  const year = Number(todayOf(ctx).slice(0, 4));
  await billingRecordData.holdYear(ctx, series, year);
  const last = await billingRecordData.lastNumber(ctx, series, year);
  if (next === last + 1) {
    return;
  }
  if (await billingRecordData.hasNumbers(ctx, series, year)) {
    throw invalid(field, 'numbersHaveBegun', { year, next: last + 1 });
  }
  await billingRecordData.beginAt(ctx, series, year, next);
};

/** Nobody tells `re-` from `RE-` on the phone. An empty prefix is one, too: of numbers that begin with the year. */
const areAlike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Ranges are told apart by their prefix, so that no two papers bear the same number: bills, corrections with a range of their own, and work
 * records; and no range takes the prefix under which another one has numbered papers.
 */
const requireOwnPrefix = async (ctx: Context, field: 'prefix' | 'correctionPrefix', series: NumberSeries): Promise<void> => {
  if (areAlike(series.prefix, QUANTITIES.prefix)) {
    throw invalid(field, 'prefixOfWorkRecords', { prefix: QUANTITIES.prefix });
  }
  if (await billingRecordData.isPrefixOfOthers(ctx, series)) {
    throw invalid(field, 'prefixOfOthers');
  }
};

const requireOwnPrefixes = async (ctx: Context, before: BillingSettings, after: BillingSettings): Promise<void> => {
  const { bill, correction } = seriesOf(after);
  if (after.correctionPrefix !== null && areAlike(after.correctionPrefix, after.prefix)) {
    throw invalid(after.correctionPrefix === before.correctionPrefix ? 'prefix' : 'correctionPrefix', 'prefixesAlike');
  }
  if (after.prefix !== before.prefix) {
    await requireOwnPrefix(ctx, 'prefix', bill);
  }
  if (after.correctionPrefix !== null && after.correctionPrefix !== before.correctionPrefix) {
    await requireOwnPrefix(ctx, 'correctionPrefix', correction);
  }
};

/** What a part of the settings cannot say of itself. */
const requireConsistent = (settings: BillingSettings): void => {
  if (!isDiscountWhole(settings)) {
    throw invalid(settings.discountDays === null ? 'discountDays' : 'discountPercent', 'discountNeedsBoth');
  }
};

/** Whoever changes where customers pay is heard. */
const alarmIfRedirected = async (ctx: Context, before: BillingSettings, after: BillingSettings): Promise<void> => {
  if (before.qrIban !== after.qrIban || before.paymentText !== after.paymentText) {
    const organization = await findOrganization(ctx, ctx.orgId);
    await alarmAboutAccount(ctx, organization, after.qrIban ?? organization.bankAccount);
  }
};

/** Changes how the organization bills, with `expectedVersion` only as it was seen. Records that were made stay as they are. */
export const changeBillingSettings = async (
  ctx: Context,
  patch: BillingSettingsPatch,
  expectedVersion: number | null,
): Promise<BillingSettings> => {
  const { nextBillNumber, nextCorrectionNumber, ...change } = patch;
  if (Object.keys(patch).length === 0) {
    return findBillingSettings(ctx);
  }
  const { before, after } = await writeBillingSettings(ctx, change as Partial<BillingSettings>, expectedVersion);
  requireConsistent(after);
  if (after.prefix !== before.prefix || after.correctionPrefix !== before.correctionPrefix) {
    await requireOwnPrefixes(ctx, before, after);
  }
  await alarmIfRedirected(ctx, before, after);
  if (nextBillNumber !== undefined) {
    await continueAt(ctx, 'nextBillNumber', seriesOf(after).bill, nextBillNumber);
  }
  if (nextCorrectionNumber !== undefined) {
    await continueAt(ctx, 'nextCorrectionNumber', seriesOf(after).correction, nextCorrectionNumber);
  }
  const names = Object.keys(patch);
  const pick = (from: object) => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
  const numbered = {
    ...(nextBillNumber === undefined ? {} : { nextBillNumber }),
    ...(nextCorrectionNumber === undefined ? {} : { nextCorrectionNumber }),
  };
  ctx.journal.record({
    entityType: 'billing_settings',
    entityId: ctx.orgId,
    action: 'update',
    subject: '',
    old: pick(before),
    new: { ...pick(after), ...numbered },
  });
  return after;
};
