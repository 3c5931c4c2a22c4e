import { can } from '#shared/access/capabilities.ts';
import { keepReport, listDevices } from '#server/data/devices.ts';
import { findOrganization } from '#server/data/organizations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const deviceHandlers: Handlers['devices'] = {
  list: (ctx) => listDevices(ctx, can(ctx.level, 'devices:readOfOthers') ? null : ctx.user.id),
  heartbeat: async (ctx, { body }) => {
    await ctx.db.transaction(async (db) => {
      // The organization is in the body, where nobody has looked yet: 404 unless he is a member.
      await findOrganization({ ...ctx, db }, body.organizationId);
      await keepReport(db, { ...body, oldestAt: body.oldestAt ?? null, userId: ctx.user.id, seenAt: ctx.now().toISOString() });
    }, body.organizationId);
    return undefined;
  },
};
