import type { BillingSettings, BillingSettingsPatch } from '#shared/billing/schemas/billing-settings.ts';
import type { NumberSeries } from '#shared/billing/number-series.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { billSeries, correctionSeries, writeBillingSettings } from '#server/billing/data/billing-settings.ts';
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

/** Corrections of their own range are told from bills by their prefix. */
const requireDifferent = ({ prefix, correctionPrefix }: BillingSettings): void => {
  if (correctionPrefix === prefix) {
    throw invalid('correctionPrefix', 'prefixesAlike');
  }
};

/** Changes how the organization bills. Records that were made stay as they are. */
export const changeBillingSettings = async (ctx: Context, patch: BillingSettingsPatch): Promise<BillingSettings> => {
  const { nextBillNumber, nextCorrectionNumber, ...change } = patch;
  const { before, after } = await writeBillingSettings(ctx, change as Partial<BillingSettings>);
  requireDifferent(after);
  if (nextBillNumber !== undefined) {
    await continueAt(ctx, 'nextBillNumber', await billSeries(ctx), nextBillNumber);
  }
  if (nextCorrectionNumber !== undefined) {
    await continueAt(ctx, 'nextCorrectionNumber', await correctionSeries(ctx), nextCorrectionNumber);
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
