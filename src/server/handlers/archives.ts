import { GRACE_DAYS } from '#shared/domain/grace.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { archiveNameOf, exportOrganization } from '#server/commands/archive/export-organization.ts';
import { importOrganization } from '#server/commands/archive/import-organization.ts';
import { nameOfOrganization } from '#server/data/archive-read.ts';
import { notBeforeKnown } from '#server/data/clock.ts';
import { startDeletion, revokeDeletion } from '#server/data/organization-deletion.ts';
import { todayOf } from '#server/data/today.ts';
import { DownloadReply, type Handlers } from '#server/handlers/types.ts';
import { refusalMessage } from '#shared/lib/errors.ts';

export const archiveHandlers: Handlers['archives'] = {
  export: async (ctx) => {
    await ctx.limits.take(['exportOfOrganization', String(ctx.orgId)], refusalMessage('exportsOfDayFull'));
    const name = archiveNameOf(await nameOfOrganization(ctx.db, ctx.orgId), todayOf(ctx));
    return new DownloadReply(name, 'application/zip', () => exportOrganization(ctx));
  },
  import: (ctx, { body }) => importOrganization(ctx, body),
  requestDeletion: async (ctx, { body }) => {
    const from = await notBeforeKnown(ctx.db, ctx.now());
    await startDeletion(ctx, body.name, daysBefore(from, -GRACE_DAYS).toISOString());
    return undefined;
  },
  cancelDeletion: async (ctx) => {
    await revokeDeletion(ctx);
    return undefined;
  },
};
