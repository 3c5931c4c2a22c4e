import { invalid, refusal } from '#shared/lib/errors.ts';
import { requireSession } from '#server/commands/second-step.ts';
import { keptPushKeys } from '#server/data/push-keys.ts';
import { readNoticeState, saveNoticeSettings, subscribe, unsubscribe } from '#server/data/push-subscriptions.ts';
import type { Handlers } from '#server/handlers/types.ts';
import { isPushEndpoint, isPushKey } from '#server/push/push-hosts.ts';

export const noticeHandlers: Handlers['notices'] = {
  get: async (ctx) => {
    const session = requireSession(ctx);
    const publicKey = ctx.installation.pushHosts === null ? null : (await keptPushKeys(ctx.db)).publicKey;
    return { publicKey, ...(await readNoticeState(ctx.db, ctx.user.id, session)) };
  },
  update: async (ctx, { body }) => {
    requireSession(ctx);
    await saveNoticeSettings(ctx.db, ctx.user.id, body);
    return body;
  },
  subscribe: async (ctx, { body }) => {
    const session = requireSession(ctx);
    const own = ctx.installation.pushHosts;
    if (own === null) {
      throw refusal('forbidden', 'noticesOff');
    }
    if (!isPushEndpoint(body.endpoint, own)) {
      throw invalid('endpoint', 'pushEndpointUnknown');
    }
    if (!isPushKey(body.keys.p256dh)) {
      throw invalid('keys.p256dh', 'pushKeysInvalid');
    }
    await ctx.db.transaction((db) => subscribe(db, { userId: ctx.user.id, session, now: ctx.now() }, body));
    return undefined;
  },
  unsubscribe: async (ctx) => {
    await unsubscribe(ctx.db, requireSession(ctx));
    return undefined;
  },
};
