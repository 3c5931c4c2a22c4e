import { and, desc, eq, gte, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { can } from '#shared/access/capabilities.ts';
import { type AuditLog, type Audited, MONEY_AUDITED } from '#shared/domain/audit-log.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';
import { auditLogs, formerAuthors, users } from '#server/db/tables/index.ts';

interface LogFilter extends PageQuery {
  readonly entityType?: Audited | undefined;
  readonly entityId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: AuditLog['action'] | undefined;
  /** Part of the record's name, ignoring case. */
  readonly q?: string | undefined;
  /** From this moment (inclusive), and up to that one (exclusive). */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

const ifGiven = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value);

/** Ids follow the order of time, so the id alone is the cursor. */
export const cursorOfLog = ({ id }: AuditLog): string => String(id);

/** Whether a record was restored after the deletion that the item tells of. */
const isUndone = sql<boolean>`${auditLogs.action} = 'delete' and exists (
  select from audit_logs r where r.organization_id = ${auditLogs.organizationId} and r.entity_type = ${auditLogs.entityType}
     and r.entity_id = ${auditLogs.entityId} and r.action = 'restore' and r.id > ${auditLogs.id})`;

/** Items about money are hidden from those who may not see it (specification 7.13). */
const forLevel = ({ level }: Context): SQL | undefined =>
  can(level, 'money:read') ? undefined : notInArray(auditLogs.entityType, [...MONEY_AUDITED]);

/** Audit log items of the organization that the caller may see, newest first. */
export const listAuditLogs = async (ctx: Context, filter: LogFilter): Promise<AuditLog[]> => {
  const found = ctx.db.orm
    .select({
      log: auditLogs,
      isUndone,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email },
      author: {
        id: formerAuthors.userId,
        firstName: formerAuthors.firstName,
        lastName: formerAuthors.lastName,
        username: formerAuthors.email,
      },
    })
    .from(auditLogs)
    .leftJoin(users, eq(users.id, auditLogs.userId))
    .leftJoin(formerAuthors, and(eq(formerAuthors.organizationId, auditLogs.organizationId), eq(formerAuthors.userId, auditLogs.userId)))
    .where(
      and(
        eq(auditLogs.organizationId, ctx.orgId),
        forLevel(ctx),
        ifGiven(filter.entityType, (entityType) => eq(auditLogs.entityType, entityType)),
        ifGiven(filter.entityId, (entityId) => eq(auditLogs.entityId, entityId)),
        ifGiven(filter.userId, (userId) => eq(auditLogs.userId, userId)),
        ifGiven(filter.action, (action) => eq(auditLogs.action, action)),
        ifGiven(filter.q || undefined, (q) => sql`strpos(lower(${auditLogs.subject}), lower(${q})) > 0`),
        ifGiven(filter.since, (since) => gte(auditLogs.timestamp, since)),
        ifGiven(filter.before, (before) => lt(auditLogs.timestamp, before)),
        ifGiven(filter.cursor, (cursor) => lt(auditLogs.id, idOfCursor(cursor))),
      ),
    )
    .orderBy(desc(auditLogs.id))
    .$dynamic();
  const rows = await (filter.limit === undefined ? found : found.limit(filter.limit));
  return rows.map(({ log, user, author, ...rest }) => ({ ...log, ...rest, user: user ?? author }));
};

/** One item; undefined if there is none with this id that the caller may see. */
export const findAuditLog = async (ctx: Context, id: number) => {
  const [row] = await ctx.db.orm
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.organizationId, ctx.orgId), forLevel(ctx), eq(auditLogs.id, id)));
  return row;
};
