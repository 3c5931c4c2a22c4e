import { createJobEntry, updateJobEntry } from '#server/commands/write-job-entry.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { findPhoto } from '#server/data/photos.ts';
import { FileReply, type Handlers, Page } from '#server/handlers/types.ts';

/** Pictures that every browser shows; anything else is sent as a download (decisions §10). */
const SHOWN_INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

export const jobEntryHandlers: Handlers['jobEntries'] = {
  list: async (ctx, { query }) => {
    const entries = await jobEntryData.list(ctx, query);
    if (query.limit === undefined || entries.length <= query.limit) {
      return entries;
    }
    const page = entries.slice(0, query.limit);
    const last = page.at(-1);
    return new Page(page, last && `${last.date}_${last.id}`);
  },
  ofJob: (ctx, { params }) => jobEntryData.list(ctx, { jobId: params.id }),
  create: (ctx, { params, body }) => createJobEntry(ctx, params.id, body),
  get: (ctx, { params }) => jobEntryData.find(ctx, params.id),
  update: (ctx, { params, body }) => updateJobEntry(ctx, params.id, body),
  photo: async (ctx, { params }) => {
    const photo = await findPhoto(ctx, params.name);
    const path = ctx.photos.pathOf(photo.organizationId, params.name);
    return new FileReply(path, photo.contentType, SHOWN_INLINE.has(photo.contentType));
  },
};
