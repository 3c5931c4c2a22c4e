import { labelOf, type NumberSeries } from '#shared/billing/number-series.ts';
import type { BillingSettings, NextNumber, NumberedSettings } from '#shared/billing/schemas/billing-settings.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { seriesOf } from '#server/billing/data/billing-settings.ts';
import { todayOf } from '#server/data/today.ts';

const nextOf = async (ctx: Context, series: NumberSeries): Promise<NextNumber> => {
  const year = Number(todayOf(ctx).slice(0, 4));
  const number = (await billingRecordData.lastNumber(ctx, series, year)) + 1;
  return { year, number, label: labelOf(series, year, number), hasBegun: await billingRecordData.hasNumbers(ctx, series, year) };
};

/** The settings with the next number of each of their ranges. */
export const withNumbers = async (ctx: Context, settings: BillingSettings): Promise<NumberedSettings> => {
  const { bill, correction } = seriesOf(settings);
  const hasOwn = correction.id !== bill.id;
  return { ...settings, nextBill: await nextOf(ctx, bill), nextCorrection: hasOwn ? await nextOf(ctx, correction) : null };
};
