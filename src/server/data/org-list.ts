import { getTableColumns, getTableName, type InferSelectModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { type JsonItems, type JsonPart, type JsonRecords, jsonStatements, readPart, readRecords } from '#server/data/json-list.ts';
import { columnsAsJson } from '#server/data/json-rows.ts';
import { cursorAt, readCursor, type SortKey } from '#server/data/list-cursor.ts';
import { snakeCase } from '#server/data/snake-case.ts';

/**
 * A condition of a list: a short word for it, its value (undefined: it is not asked for), and its SQL, given the parameter with the value.
 * The same words make the same statement, so the SQL must not depend on anything else.
 */
export type Condition = readonly [word: string, value: unknown, sql: (parameter: string) => string];

/** The order of an organization's rows in lists. An index must begin with the organization and continue with these keys and the id. */
export interface Order<P extends string> {
  /** The sort columns before the id. */
  readonly keys: readonly SortKey<P>[];
  readonly direction: 'asc' | 'desc';
}

export const ascending = <P extends string = never>(...keys: readonly SortKey<P>[]): Order<P> => ({ keys, direction: 'asc' });
export const descending = <P extends string = never>(...keys: readonly SortKey<P>[]): Order<P> => ({ keys, direction: 'desc' });

const sortedBy = <P extends string>({ keys, direction }: Order<P>): string =>
  [...keys.map(({ by }) => by), 'id'].map((by) => `${by} ${direction}`).join(', ');

interface Where {
  readonly text: string;
  /** Statements of one shape are the same statement. */
  readonly shape: string;
}

/** The conditions that are asked for, each behind an `and`. */
export const whereOf = (conditions: readonly Condition[], bind: (value: unknown) => string): Where => {
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    text: given.map(([, value, sql]) => ` and ${sql(bind(value))}`).join(''),
    shape: given.map(([word]) => word).join(' '),
  };
};

/** What follows `from`: the rows behind the cursor that meet the conditions, in order. The organization is `$1`. */
const rowsOf = <P extends string>(
  table: PgTable,
  order: Order<P>,
  { conditions, cursor }: { readonly conditions: readonly Condition[]; readonly cursor: string | undefined },
  bind: (value: unknown) => string,
): Where => {
  const { keys, direction } = order;
  const behind = (place: readonly unknown[]): string => {
    const bounds = place.map(bind).map((parameter, index) => keys[index]?.bound(parameter) ?? `${parameter}::int`);
    return ` and (${[...keys.map(({ by }) => by), 'id'].join(', ')}) ${direction === 'asc' ? '>' : '<'} (${bounds.join(', ')})`;
  };
  const where = whereOf(conditions, bind);
  const after = cursor === undefined ? '' : behind(readCursor(keys, cursor));
  return {
    text: `${getTableName(table)} where organization_id = $1 and deleted_at is null${where.text}${after} order by ${sortedBy(order)}`,
    shape: cursor === undefined ? where.shape : `${where.shape} cursor`,
  };
};

type Reader = Pick<Context, 'db' | 'orgId'>;

/** Reads the lists of a table as objects. */
export const rowList = <T extends PgTable, P extends string>(table: T, order: Order<P>) => {
  const columns = Object.keys(getTableColumns(table)).map((name) => `${snakeCase(name)} as "${name}"`);
  /** Those that meet the conditions, in order; all of them without `limit`. */
  return async (
    { db, orgId }: Reader,
    conditions: readonly Condition[] = [],
    { limit, cursor }: PageQuery = {},
  ): Promise<InferSelectModel<T>[]> => {
    const values: unknown[] = [orgId];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const { text, shape } = rowsOf(table, order, { conditions, cursor }, bind);
    const most = limit === undefined ? '' : `limit ${bind(limit)}`;
    return db.query<InferSelectModel<T>>({
      name: `${getTableName(table)} ${shape} ${limit === undefined ? '' : 'limit'}`,
      text: `select ${columns.join(', ')} from ${text} ${most}`,
      values,
    });
  };
};

/** Reads the lists of a table as the JSON that the API answers. */
export const jsonList = <P extends string>(order: Order<P>, items: JsonItems) => {
  const { table } = items;
  const name = getTableName(table);
  const { part, records } = jsonStatements(items);
  const sorted = sortedBy(order);
  // What `writeCursor` writes.
  const place = columnsAsJson(table, [...order.keys.map(({ property }) => property), 'id'], 'e');
  return {
    /** A part of the list. */
    listJson: async (
      ctx: Reader,
      { limit, cursor }: PageQuery & { readonly limit: number },
      conditions: readonly Condition[] = [],
    ): Promise<JsonPart> => {
      const more: unknown[] = [];
      const { text, shape } = rowsOf(table, order, { conditions, cursor }, (value) => `$${more.push(value) + 2}`);
      const found = await readPart(ctx, {
        name: `${name} json ${shape}`,
        text: (most) => part(`select * from ${text} ${most}`, sorted, place),
        values: [ctx.orgId, limit, ...more],
      });
      return { ...found, cursor: found.cursor === null ? null : cursorAt(found.cursor) };
    },
    /** Those of the ids that exist: what devices get for a change. */
    listChanged: (ctx: Reader & Pick<Context, 'user'>, ids: readonly number[]): Promise<JsonRecords> =>
      readRecords(ctx, { name: `${name} changed`, text: records }, ids),
  };
};
