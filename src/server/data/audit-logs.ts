import { and, desc, eq } from 'drizzle-orm';
import type { AuditLog, Audited } from '#shared/domain/audit-log.ts';
import type { Context } from '#server/context.ts';
import { auditLogs, users } from '#server/db/tables/index.ts';

/** The newest audit log items of the organization, or of one record. */
export const listAuditLogs = async (
  ctx: Context,
  { limit, record }: { limit: number; record?: { entityType: Audited; entityId: number } },
): Promise<AuditLog[]> => {
  const rows = await ctx.db.orm
    .select({ log: auditLogs, user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email } })
    .from(auditLogs)
    .leftJoin(users, eq(users.id, auditLogs.userId))
    .where(
      and(
        eq(auditLogs.organizationId, ctx.orgId),
        record && and(eq(auditLogs.entityType, record.entityType), eq(auditLogs.entityId, record.entityId)),
      ),
    )
    .orderBy(desc(auditLogs.id))
    .limit(limit);
  return rows.map(({ log, user }) => ({ ...log, user }));
};
