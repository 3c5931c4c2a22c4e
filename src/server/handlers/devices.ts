import { can } from '#shared/access/capabilities.ts';
import { refusal } from '#shared/lib/errors.ts';
import { keepLoss, keepReport, listDevices, putLossAway } from '#server/data/devices.ts';
import { findOrganization } from '#server/data/organizations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const deviceHandlers: Handlers['devices'] = {
  list: (ctx) => listDevices(ctx, can(ctx.level, 'devices:readOfOthers') ? null : ctx.user.id),
  heartbeat: async (ctx, { body }) => {
    await ctx.db.transaction(async (db) => {
      // The organization is in the body, where nobody has looked yet: 404 unless he is a member.
      await findOrganization({ ...ctx, db }, body.organizationId);
      const { lost, ...report } = body;
      const own = { organizationId: body.organizationId, userId: ctx.user.id, name: body.name };
      const now = ctx.now().toISOString();
      await keepReport(db, { ...report, ...own, oldestAt: body.oldestAt ?? null, seenAt: now });
      if (lost) {
        await keepLoss(db, { ...lost, ...own, toldAt: now });
      }
    }, body.organizationId);
    return undefined;
  },
  putAwayLoss: async (ctx, { body: { userId = ctx.user.id, deviceId } }) => {
    if (userId !== ctx.user.id && !can(ctx.level, 'devices:readOfOthers')) {
      throw refusal('not_found', 'deviceNotFound');
    }
    await ctx.db.transaction((db) => putLossAway(db, { ...ctx, userId, deviceId }, ctx.now().toISOString()), ctx.orgId);
    return undefined;
  },
};
