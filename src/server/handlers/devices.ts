import { can } from '#shared/access/capabilities.ts';
import { refusal } from '#shared/lib/errors.ts';
import { storeLoss, storeReport, listDevices, settleLoss } from '#server/data/devices.ts';
import { findOrganization } from '#server/data/organizations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const deviceHandlers: Handlers['devices'] = {
  list: (ctx) => listDevices(ctx, can(ctx.level, 'devices:readOfOthers') ? null : ctx.user.id),
  heartbeat: async (ctx, { body }) => {
    await ctx.db.transaction(async (db) => {
      // The organization is in the body, which has not been checked yet: 404 unless the caller is a member.
      await findOrganization({ ...ctx, db }, body.organizationId);
      const { lost, ...report } = body;
      const own = { organizationId: body.organizationId, userId: ctx.user.id, name: body.name };
      const now = ctx.now().toISOString();
      await storeReport(db, { ...report, ...own, oldestAt: body.oldestAt ?? null, seenAt: now });
      if (lost) {
        await storeLoss(db, { ...lost, ...own, toldAt: now });
      }
    }, body.organizationId);
    return undefined;
  },
  putAwayLoss: async (ctx, { body: { userId = ctx.user.id, deviceId } }) => {
    if (userId !== ctx.user.id && !can(ctx.level, 'devices:readOfOthers')) {
      throw refusal('not_found', 'deviceNotFound');
    }
    await ctx.db.transaction((db) => settleLoss(db, { ...ctx, userId, deviceId }, ctx.now().toISOString()), ctx.orgId);
    return undefined;
  },
};
