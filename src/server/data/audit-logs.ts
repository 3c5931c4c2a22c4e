import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { AuditLog, Audited } from '#shared/domain/audit-log.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';
import { auditLogs, users } from '#server/db/tables/index.ts';

interface LogFilter extends PageQuery {
  readonly entityType?: Audited | undefined;
  readonly entityId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: AuditLog['action'] | undefined;
}

const ifGiven = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value);

/** Ids are given in the order of time, so the id is all of a cursor. */
export const cursorOfLog = ({ id }: AuditLog): string => String(id);

/** Audit log items of the organization, newest first. */
export const listAuditLogs = async (ctx: Context, filter: LogFilter): Promise<AuditLog[]> => {
  const found = ctx.db.orm
    .select({ log: auditLogs, user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email } })
    .from(auditLogs)
    .leftJoin(users, eq(users.id, auditLogs.userId))
    .where(
      and(
        eq(auditLogs.organizationId, ctx.orgId),
        ifGiven(filter.entityType, (entityType) => eq(auditLogs.entityType, entityType)),
        ifGiven(filter.entityId, (entityId) => eq(auditLogs.entityId, entityId)),
        ifGiven(filter.userId, (userId) => eq(auditLogs.userId, userId)),
        ifGiven(filter.action, (action) => eq(auditLogs.action, action)),
        ifGiven(filter.cursor, (cursor) => lt(auditLogs.id, idOfCursor(cursor))),
      ),
    )
    .orderBy(desc(auditLogs.id))
    .$dynamic();
  const rows = await (filter.limit === undefined ? found : found.limit(filter.limit));
  return rows.map(({ log, user }) => ({ ...log, user }));
};

/** One item; undefined if the organization has none with this id. */
export const findAuditLog = async (ctx: Context, id: number) => {
  const [row] = await ctx.db.orm
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.organizationId, ctx.orgId), eq(auditLogs.id, id)));
  return row;
};
