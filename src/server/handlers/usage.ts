import { readUsage } from '#server/commands/read-usage.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const usageHandlers: Handlers['usage'] = {
  get: (ctx) => readUsage(ctx),
};
