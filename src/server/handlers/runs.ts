import { createRun, deleteRun, updateRun } from '#server/commands/write-run.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { runData } from '#server/data/runs.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

export const runHandlers: Handlers['runs'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => runData.listJson(ctx, part)),
  create: (ctx, { body }) => createRun(ctx, body),
  get: (ctx, { params }) => runData.find(ctx, params.id),
  update: (ctx, { params, body }) => updateRun(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await deleteRun(ctx, params.id);
    return undefined;
  },
  entries: async (ctx, { params, query }) => jsonListing(query, (part) => jobEntryData.listJson(ctx, { runId: params.id, ...part })),
};
