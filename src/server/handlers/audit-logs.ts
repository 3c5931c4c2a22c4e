import { undoDeletion } from '#server/commands/undo-deletion.ts';
import { cursorOfLog, listAuditLogs } from '#server/data/audit-logs.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

export const auditLogHandlers: Handlers['auditLogs'] = {
  list: async (ctx, { query }) => listing(query, (part) => listAuditLogs(ctx, { ...query, ...part }), cursorOfLog),
  ofJobEntry: async (ctx, { params, query }) =>
    listing(query, (part) => listAuditLogs(ctx, { entityType: 'job_entry', entityId: params.id, ...part }), cursorOfLog),
  undo: (ctx, { params }) => undoDeletion(ctx, params.id),
};
