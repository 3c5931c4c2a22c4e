import { listAuditLogs } from '#server/data/audit-logs.ts';
import type { Handlers } from '#server/handlers/types.ts';

const NEWEST = 50;

export const auditLogHandlers: Handlers['auditLogs'] = {
  list: (ctx, { query }) => listAuditLogs(ctx, { limit: query.limit ?? NEWEST }),
  ofJobEntry: (ctx, { params }) => listAuditLogs(ctx, { limit: 1000, record: { entityType: 'job_entry', entityId: params.id } }),
};
