import { changeEntryView, removeEntryView, saveEntryView } from '#server/commands/entry-views.ts';
import { listEntryViews } from '#server/data/entry-views.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const entryViewHandlers: Handlers['entryViews'] = {
  list: (ctx) => listEntryViews(ctx),
  create: (ctx, { body }) => saveEntryView(ctx, { ...body, isShared: body.isShared ?? false }),
  update: (ctx, { params, body }) => changeEntryView(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await removeEntryView(ctx, params.id);
    return undefined;
  },
};
