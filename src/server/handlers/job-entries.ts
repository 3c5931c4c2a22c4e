import { isPictureName } from '#shared/domain/job-entry.ts';
import { catchUp } from '#server/commands/follow-hints.ts';
import { hintsOfEntry } from '#server/commands/judge-days.ts';
import { createEntryAtCustomer, createJobEntry, deleteJobEntry, updateJobEntry } from '#server/commands/write-job-entry.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { findPhoto } from '#server/data/photos.ts';
import { jsonListing, FileReply, type Handlers } from '#server/handlers/types.ts';

export const jobEntryHandlers: Handlers['jobEntries'] = {
  list: async (ctx, { query }) => {
    const isFollowed = (query.hints !== undefined || query.missing !== undefined) && (await catchUp(ctx));
    const of = query.mine && { employeeId: ctx.employeeId, userId: ctx.user.id };
    return jsonListing(query, (part) => jobEntryData.listJson(ctx, { ...query, ...part, of, isFollowed }));
  },
  ofJob: async (ctx, { params, query }) => jsonListing(query, (part) => jobEntryData.listJson(ctx, { jobId: params.id, ...part })),
  create: (ctx, { params, body }) => createJobEntry(ctx, params.id, body),
  createAtCustomer: (ctx, { body }) => createEntryAtCustomer(ctx, body),
  get: (ctx, { params }) => jobEntryData.find(ctx, params.id),
  update: (ctx, { params, body }) => updateJobEntry(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await deleteJobEntry(ctx, params.id);
    return undefined;
  },
  hints: async (ctx, { params }) => {
    await catchUp(ctx);
    return [...(await hintsOfEntry(ctx, params.id))];
  },
  photo: async (ctx, { params }) => {
    const photo = await findPhoto(ctx, params.name);
    // Anything but a picture is sent as a download (specification 8.22).
    return new FileReply(ctx.photos, photo, isPictureName(photo.name));
  },
};
