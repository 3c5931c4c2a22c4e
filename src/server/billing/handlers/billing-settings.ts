import { changeBillingSettings } from '#server/billing/commands/change-billing-settings.ts';
import { withNumbers } from '#server/billing/commands/next-numbers.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const billingSettingsHandlers: Handlers['billingSettings'] = {
  get: async (ctx) => withNumbers(ctx, await findBillingSettings(ctx)),
  update: async (ctx, { body }) => withNumbers(ctx, await changeBillingSettings(ctx, body, ctx.headers.expectedVersion)),
};
