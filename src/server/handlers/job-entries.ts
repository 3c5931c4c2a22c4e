import { isPictureName } from '#shared/domain/job-entry.ts';
import { createJobEntry, updateJobEntry } from '#server/commands/write-job-entry.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { findPhoto } from '#server/data/photos.ts';
import { FileReply, type Handlers, Page } from '#server/handlers/types.ts';

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
    // Anything but a picture is sent as a download (decisions §10).
    return new FileReply(path, photo.contentType, isPictureName(params.name));
  },
};
