import { catchUp } from '#server/commands/follow-hints.ts';
import { listStatsAsJson } from '#server/data/entry-stats.ts';
import { type Handlers, JsonReply } from '#server/handlers/types.ts';

export const entryStatHandlers: Handlers['entryStats'] = {
  list: async (ctx) => {
    await catchUp(ctx);
    return new JsonReply(await listStatsAsJson(ctx));
  },
};
