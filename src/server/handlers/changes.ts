import { readChanges } from '#server/commands/read-changes.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const changesHandlers: Handlers['changes'] = {
  since: (ctx, { query }) => readChanges(ctx, query),
};
