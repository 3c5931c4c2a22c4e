import { changeBillingSettings } from '#server/billing/commands/change-billing-settings.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const billingSettingsHandlers: Handlers['billingSettings'] = {
  get: (ctx) => findBillingSettings(ctx),
  update: (ctx, { body }) => changeBillingSettings(ctx, body),
};
