import { and, eq, isNull, type InferInsertModel, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Entity, labelOf } from '#shared/kinds/registry.ts';
import { auditedOf } from '#shared/kinds/spellings.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { changedValues } from '#server/data/changed-values.ts';
import { writeCursor } from '#server/data/list-cursor.ts';
import { type Order, rowList } from '#server/data/org-list.ts';
import type { TermWord } from '#shared/messages/terms.ts';

/** A table whose rows belong to an organization. */
type OrgOwned = PgTable & Record<'id' | 'organizationId' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt' | 'deletedAt', PgColumn>;
type Stamped = 'organizationId' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt' | 'deletedAt';
/** Columns that the caller supplies; `undefined` means not given, and the rest is set here. */
type Given<V> = { [K in keyof V]?: V[K] | undefined };
type InsertValues<T extends OrgOwned> = Omit<InferInsertModel<T>, Stamped>;

/** Who acts in which organization; everything that a change needs. No user: the program itself. */
export type Actor = Pick<Context, 'db' | 'orgId' | 'journal'> & { readonly user: { readonly id: number } | null };

interface Options<Row, P extends string> {
  /** The record's name in the audit log. */
  readonly subject: (row: Row) => string;
  readonly order: Order<P>;
  /** Columns reset whenever any other column changes. */
  readonly resets?: Partial<Row>;
}

const withoutUndefined = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * What every organization-owned table does, each limited to `ctx.orgId` and each change noted in the journal. Data code that needs more
 * writes its own queries.
 */
export const orgTable = <T extends OrgOwned, P extends string>(kind: Entity, table: T, options: Options<InferSelectModel<T>, P>) => {
  type Row = InferSelectModel<T>;
  const { subject, order, resets = {} } = options;
  const label = labelOf(kind);
  const audited = auditedOf(kind);
  // The builder's own types cannot follow a generic table; rows come back as the table's through `one`.
  const anyTable: PgTable = table;
  const ofOrganization = (ctx: Pick<Context, 'orgId'>, ...more: (SQL | undefined)[]): SQL | undefined =>
    and(eq(table.organizationId, ctx.orgId), ...more);
  const mine = (ctx: Pick<Context, 'orgId'>, ...more: (SQL | undefined)[]): SQL | undefined =>
    ofOrganization(ctx, isNull(table.deletedAt), ...more);
  const one = (rows: unknown[]): Row => {
    const [row] = rows;
    if (row === undefined) {
      throw refusal('not_found', 'notFound', { what: { term: label } });
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
  /** The audit columns of a change. */
  const stampsOf = ({ user }: Actor): Record<string, unknown> => ({
    version: sql`${table.version} + 1`,
    updatedAt: sql`now()`,
    ...('updatedBy' in table ? { updatedBy: user?.id ?? null } : {}),
  });
  /** Writes the columns and the audit columns of a change, and notes it. */
  const change = async (
    ctx: Actor,
    id: number,
    set: Record<string, unknown>,
    noted: { action: 'update' | 'delete' | 'restore'; old: Record<string, unknown> | null; new: Record<string, unknown> | null },
    called?: string,
  ): Promise<Row> => {
    const row = one(
      await ctx.db.orm
        .update(anyTable)
        .set({ ...set, ...stampsOf(ctx) })
        .where(ofOrganization(ctx, eq(table.id, id)))
        .returning(),
    );
    ctx.journal.record({ entityType: audited, entityId: id, subject: called ?? subject(row), ...noted });
    return row;
  };
  const lock = async (ctx: Actor, id: number, state: SQL | undefined): Promise<Row> =>
    one(
      await ctx.db.orm
        .select()
        .from(anyTable)
        .where(ofOrganization(ctx, state, eq(table.id, id)))
        .for('update'),
    );

  /** Several at once, in their order, each noted as if it had come alone. */
  const insertAll = async (actor: Actor, all: readonly Given<InsertValues<T>>[], called?: string): Promise<Row[]> => {
    const given = all.map(withoutUndefined);
    const stamped = given.map((values) => ({ ...values, organizationId: actor.orgId, createdBy: actor.user?.id ?? null }));
    // The builder's types are lost once the table is generic; the rows are the table's.
    const rows = (all.length === 0 ? [] : await actor.db.orm.insert(anyTable).values(stamped).returning()) as Row[];
    rows.forEach((row, index) =>
      actor.journal.record({
        entityType: audited,
        entityId: idOfRow(row),
        action: 'create',
        subject: called ?? subject(row),
        old: null,
        new: given[index] ?? {},
      }),
    );
    return rows;
  };

  return {
    find,
    /** Those that meet the conditions, in the table's order. */
    list: rowList<T, P>(table, order),
    /** The cursor of the page that begins after this row. */
    cursorOf: (row: { readonly id: number } & { readonly [K in P]: string }): string => writeCursor(order.keys, row),
    /** Those of the ids that exist, in no particular order. */
    listByIds: async (ctx: Pick<Context, 'db' | 'orgId'>, ids: readonly number[]): Promise<Row[]> =>
      (await ctx.db.orm
        .select()
        .from(anyTable)
        .where(mine(ctx, sql`${table.id} = any(${sql.param(ids)}::int[])`))) as Row[],
    /** `called` names the record in the audit log if its own columns do not. */
    insert: async (actor: Actor, values: Given<InsertValues<T>>, called?: string): Promise<Row> =>
      one(await insertAll(actor, [values], called)),
    insertAll,
    /** Writes only columns that differ. A change of nothing writes nothing and leaves the version as it is. */
    update: async (ctx: Actor, id: number, values: Given<InsertValues<T>>, called?: string): Promise<Row> => {
      const before = await lock(ctx, id, isNull(table.deletedAt));
      const given = withoutUndefined(values);
      if (Object.keys(changedValues(before, given).new).length === 0) {
        return before;
      }
      const changes = changedValues(before, { ...resets, ...given });
      return change(ctx, id, changes.new, { action: 'update', ...changes }, called);
    },
    /** Removes the record from all lists; history still shows its name (specification 8.16). `also`: what the audit log says besides its columns. */
    remove: async (ctx: Actor, id: number, called?: string, also?: Readonly<Record<string, unknown>>): Promise<Row> => {
      const { deletedAt: _deletedAt, ...old } = await lock(ctx, id, isNull(table.deletedAt));
      return change(ctx, id, { deletedAt: sql`now()` }, { action: 'delete', old: { ...old, ...also }, new: null }, called);
    },
    /** The same with several, which have to be there. */
    removeAll: async (actor: Actor, ids: readonly number[]): Promise<Row[]> => {
      const among = mine(actor, sql`${table.id} = any(${sql.param(ids)}::int[])`);
      const before = await actor.db.orm.select().from(anyTable).where(among).orderBy(table.id).for('update');
      await actor.db.orm
        .update(anyTable)
        .set({ deletedAt: sql`now()`, ...stampsOf(actor) })
        .where(among);
      for (const row of before as Row[]) {
        const { deletedAt: _deletedAt, ...old } = row as Row & { readonly deletedAt: unknown };
        actor.journal.record({ entityType: audited, entityId: idOfRow(row), action: 'delete', subject: subject(row), old, new: null });
      }
      return before as Row[];
    },
    /** Restores a deleted record as it was; 409 if it is not deleted. */
    restore: async (ctx: Actor, id: number, called?: string): Promise<Row> => {
      const row = await lock(ctx, id, undefined);
      if (!('deletedAt' in row) || row.deletedAt === null) {
        throw refusal('conflict', 'notDeletedAnyMore', { what: { term: label } });
      }
      return change(ctx, id, { deletedAt: null }, { action: 'restore', old: null, new: null }, called);
    },
    /** Refuses ids that the organization does not have. Deleted records count: history and pending changes of devices may name them. */
    requireAll: async (ctx: Context, ids: readonly number[], path: string): Promise<void> => {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) {
        return;
      }
      const found = await ctx.db.orm
        .select({ id: table.id })
        .from(anyTable)
        .where(ofOrganization(ctx, sql`${table.id} = any(${sql.param(wanted)}::int[])`));
      requireNoneMissing(label, path, wanted, new Set(found.map((row) => row.id)));
    },
  };
};

/** Refuses ids that the organization does not have, naming them. */
export const requireNoneMissing = (label: TermWord, path: string, wanted: readonly number[], known: { has(id: number): boolean }): void => {
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw invalid(path, 'notFoundAmong', { what: { term: label }, ids: missing.map(String) });
  }
};

const idOfRow = (row: object): number => {
  const id = 'id' in row ? row.id : undefined;
  if (typeof id !== 'number') {
    throw new Error('A row without an id.');
  }
  return id;
};
