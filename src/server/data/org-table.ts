import { and, eq, isNull, type InferInsertModel, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Audited } from '#shared/domain/audit-log.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { type Actor, changedValues, writeAudit } from '#server/data/audit.ts';

/** A table whose rows belong to an organization. */
type OrgOwned = PgTable & Record<'id' | 'organizationId' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt' | 'deletedAt', PgColumn>;
type Stamped = 'organizationId' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt' | 'deletedAt';
/** Columns that the caller supplies; `undefined` means not given, and the rest is stamped here. */
type Given<V> = { [K in keyof V]?: V[K] | undefined };
type InsertValues<T extends OrgOwned> = Omit<InferInsertModel<T>, Stamped>;

interface Options<Row> {
  readonly label: string;
  readonly audited: Audited;
  /** What the record is called in the audit log. */
  readonly subject: (row: Row) => string;
  /** Orders a list. */
  readonly order: SQL[];
}

const withoutUndefined = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * What every organization-owned table does, each limited to `ctx.orgId` and each change with its audit row.
 * Data code that needs more writes its own query beside these.
 */
export const orgTable = <T extends OrgOwned>(table: T, { label, audited, subject, order }: Options<InferSelectModel<T>>) => {
  type Row = InferSelectModel<T>;
  // The builder's own types cannot follow a generic table; rows come back as the table's through `one`.
  const anyTable: PgTable = table;
  const mine = (ctx: Pick<Context, 'orgId'>, ...more: (SQL | undefined)[]): SQL | undefined =>
    and(eq(table.organizationId, ctx.orgId), isNull(table.deletedAt), ...more);
  const one = (rows: unknown[]): Row => {
    const [row] = rows;
    if (row === undefined) {
      throw new AppError('not_found', `${label} not found`);
    }
    // The builder's types are lost once the table is generic; the row is the table's.
    return row as Row;
  };

  const find = async (ctx: Context, id: number): Promise<Row> =>
    one(
      await ctx.db.orm
        .select()
        .from(anyTable)
        .where(mine(ctx, eq(table.id, id))),
    );

  return {
    find,
    list: async (ctx: Context, where?: SQL): Promise<Row[]> =>
      (await ctx.db.orm
        .select()
        .from(anyTable)
        .where(mine(ctx, where))
        .orderBy(...order)) as Row[],
    /** `called` names the record in the audit log where its own columns do not. */
    insert: async (actor: Actor, values: Given<InsertValues<T>>, called?: string): Promise<Row> => {
      const given = withoutUndefined(values);
      const stamped = { ...given, organizationId: actor.orgId, createdBy: actor.user?.id ?? null };
      const row = one(await actor.db.orm.insert(anyTable).values(stamped).returning());
      await writeAudit(actor, {
        entityType: audited,
        entityId: idOfRow(row),
        action: 'create',
        subject: called ?? subject(row),
        old: null,
        new: given,
      });
      return row;
    },
    /** Changes what differs. A change of nothing writes nothing and leaves the version as it is. */
    update: async (ctx: Context, id: number, values: Given<InsertValues<T>>, called?: string): Promise<Row> => {
      const before = one(
        await ctx.db.orm
          .select()
          .from(anyTable)
          .where(mine(ctx, eq(table.id, id)))
          .for('update'),
      );
      const changes = changedValues(before, withoutUndefined(values));
      if (Object.keys(changes.new).length === 0) {
        return before;
      }
      const stamps = {
        version: sql`${table.version} + 1`,
        updatedAt: sql`now()`,
        ...('updatedBy' in table ? { updatedBy: ctx.user.id } : {}),
      };
      const row = one(
        await ctx.db.orm
          .update(anyTable)
          .set({ ...changes.new, ...stamps })
          .where(mine(ctx, eq(table.id, id)))
          .returning(),
      );
      await writeAudit(ctx, { entityType: audited, entityId: id, action: 'update', subject: called ?? subject(row), ...changes });
      return row;
    },
    /** Refuses ids that the organization does not hold. Deleted records count: history and waiting devices may name them. */
    requireAll: async (ctx: Context, ids: readonly number[], path: string): Promise<void> => {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) {
        return;
      }
      const found = await ctx.db.orm
        .select({ id: table.id })
        .from(anyTable)
        .where(and(eq(table.organizationId, ctx.orgId), sql`${table.id} = any(${sql.param(wanted)}::int[])`));
      if (found.length < wanted.length) {
        const known = new Set(found.map((row) => row.id));
        const missing = wanted.filter((id) => !known.has(id));
        throw new AppError('invalid_input', `${label} not found: ${missing.join(', ')}`, {
          issues: [{ path, message: `${label} not found: ${missing.join(', ')}` }],
        });
      }
    },
  };
};

const idOfRow = (row: object): number => {
  const id = 'id' in row ? row.id : undefined;
  if (typeof id !== 'number') {
    throw new Error('A row without an id.');
  }
  return id;
};
