import { EventReply, type Handlers } from '#server/handlers/types.ts';

export const liveHandlers: Handlers['live'] = {
  events: async (ctx) =>
    new EventReply(() => ctx.live.listen({ userId: ctx.user.id, credential: ctx.credential, address: ctx.clientAddress })),
};
