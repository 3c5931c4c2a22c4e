import { readChanges } from '#server/commands/read-changes.ts';
import { type Handlers, JsonReply } from '#server/handlers/types.ts';

export const changesHandlers: Handlers['changes'] = {
  since: async (ctx, { query }) => new JsonReply(await readChanges(ctx, query)),
};
