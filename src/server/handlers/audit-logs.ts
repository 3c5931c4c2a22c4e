import { undoDeletion } from '#server/commands/undo-deletion.ts';
import { listActs } from '#server/data/audit-acts.ts';
import { listAuditLogs } from '#server/data/audit-logs.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

export const auditLogHandlers: Handlers['auditLogs'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => listAuditLogs(ctx, { ...query, ...part })),
  acts: async (ctx, { query }) => jsonListing(query, (part) => listActs(ctx, { ...query, ...part })),
  ofJobEntry: async (ctx, { params, query }) =>
    jsonListing(query, (part) => listAuditLogs(ctx, { entityType: 'job_entry', entityId: params.id, ...part })),
  undo: (ctx, { params }) => undoDeletion(ctx, params.id),
};
