import { and, eq, notInArray } from 'drizzle-orm';
import { can } from '#shared/access/capabilities.ts';
import { auditLog, type AuditLog, type Audited, MONEY_AUDITED } from '#shared/domain/audit-log.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { asJson, type JsonPart, jsonStatements, lookUpPerson, mapsOfPeople, readPart } from '#server/data/json-list.ts';
import { rowAsJson } from '#server/data/json-rows.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';
import { type Condition, whereOf } from '#server/data/org-list.ts';
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

/** Items about money are hidden from those who may not see it (specification 7.13); undefined: from nobody. */
export const hiddenFrom = ({ level }: Context): readonly Audited[] | undefined => (can(level, 'money:read') ? undefined : MONEY_AUDITED);

const conditionsOf = (ctx: Context, filter: LogFilter): Condition[] => [
  ['money', hiddenFrom(ctx), (at) => `entity_type <> all(${at})`],
  ['type', filter.entityType, (at) => `entity_type = ${at}`],
  ['id', filter.entityId, (at) => `entity_id = ${at}`],
  ['user', filter.userId, (at) => `user_id = ${at}`],
  ['action', filter.action, (at) => `action = ${at}`],
  // What is looked for is put in lower case once, not once a row.
  ['q', filter.q || undefined, (at) => `strpos(lower(subject), (select lower(${at}::text))) > 0`],
  ['since', filter.since, (at) => `timestamp >= ${at}`],
  ['before', filter.before, (at) => `timestamp < ${at}`],
  // Ids follow the order of time, so the id alone is the cursor.
  ['cursor', filter.cursor === undefined ? undefined : idOfCursor(filter.cursor), (at) => `id < ${at}`],
];

/** Whether the record was restored after the deletion that the item `e` tells of. */
const IS_UNDONE = `(e.action = 'delete' and exists (
  select from audit_logs r where r.organization_id = e.organization_id and r.entity_type = e.entity_type
     and r.entity_id = e.entity_id and r.action = 'restore' and r.id > e.id))::text`;

const author = auditLog.shape.user.def.innerType;
const username = asJson('p.email');

/** What an item of the audit log is made of. */
export const AUDIT_ITEM = {
  table: auditLogs,
  maps: mapsOfPeople(
    'user_id',
    rowAsJson(author, users, 'p', { username }),
    rowAsJson(author, formerAuthors, 'p', { id: 'p.user_id::text', username }),
  ),
  given: { isUndone: IS_UNDONE, user: lookUpPerson('user_id') },
};
const json = jsonStatements({ ...AUDIT_ITEM, schema: auditLog });

/** A part of the organization's audit log items that the caller may see, newest first. */
export const listAuditLogs = (ctx: Context, filter: LogFilter & { readonly limit: number }): Promise<JsonPart> => {
  const more: unknown[] = [];
  const { text, shape } = whereOf(conditionsOf(ctx, filter), (value) => `$${more.push(value) + 2}`);
  return readPart(ctx, {
    name: `logs ${shape}`,
    text: (limit) =>
      json.part(`select * from audit_logs where organization_id = $1${text} order by id desc ${limit}`, 'id desc', 'id::text'),
    values: [ctx.orgId, filter.limit, ...more],
  });
};

/** One item; undefined if there is none with this id that the caller may see. */
export const findAuditLog = async (ctx: Context, id: number) => {
  const [row] = await ctx.db.orm
    .select()
    .from(auditLogs)
    .where(
      and(eq(auditLogs.organizationId, ctx.orgId), notInArray(auditLogs.entityType, [...(hiddenFrom(ctx) ?? [])]), eq(auditLogs.id, id)),
    );
  return row;
};
