import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { Context } from '#server/context.ts';
import { rowAsJson } from '#server/data/json-rows.ts';

/** A part of a list, as JSON. */
export interface JsonPart {
  /** The items with commas between them. */
  readonly items: string;
  readonly count: number;
  /** Where the next part begins; null: nothing follows. */
  readonly cursor: string | null;
}

/** Records as they are now, as JSON. */
export interface JsonRecords {
  /** With commas between them. */
  readonly items: string;
  readonly ids: readonly number[];
  /** Whether the caller made one of them. */
  readonly hasOwn: boolean;
}

/** What rows become. */
export interface JsonItems {
  /** What the API answers for a row. */
  readonly schema: z.ZodMiniObject;
  readonly table: PgTable;
  /** Queries about the rows of `page` that several maps read, for a `with`. */
  readonly queries?: readonly string[];
  /** What the rows need from elsewhere, read once a page (`mapOf`). */
  readonly maps?: readonly string[];
  /** The fields that are no columns: SQL of a JSON text, from the row `e` and the maps. */
  readonly given?: Readonly<Record<string, string>>;
}

/** SQL of the JSON text of a value. */
export const asJson = (value: string): string => `to_json(${value})::text`;

/**
 * SQL: the row belongs to the organization `$1`, where another condition finds the rows. Not `organization_id = $1`: the planner knows only
 * how many rows an organization has on average, which are few, and would read all rows of the largest one to compare the two.
 */
export const OURS = 'organization_id is not distinct from $1';

/** SQL: the row is one of these of the organization `$1`. */
export const oneOf = (ids: string): string => `id = any(${ids}) and ${OURS}`;

/**
 * A map from ids to JSON texts, as a column of this name: for rows of the organization with these ids. `ids` is SQL about the rows of `page`.
 * A map, because any planner looks things up in it in the same way: it has no statistics of a page, and joins of it go wrong without. Of
 * texts, because each is written out as often as rows refer to it.
 */
export const mapOf = (map: string, source: string, ids: string, json: string, more = ''): string =>
  `(select jsonb_object_agg(id, ${json}) as ${map}${more} from ${source} where ${oneOf(`array(select ${ids} from page)`)}) ${map}`;

/** A map. Not a column of a join: rows that are sorted would each carry the whole of it. */
export const mapCalled = (map: string): string => `(select ${map} from names)`;

/** What a map contains under an id. */
export const lookUpId = (map: string, id: string): string => `(${mapCalled(map)} ->> ${id}::text)`;

/** What a map contains under the id in a column. */
export const lookUp = (map: string, column: string): string => lookUpId(map, `e.${column}`);

/**
 * Maps of the accounts with these ids, and of people who came with an import and have no account here. `json` is SQL about the row `p` of
 * either, unless that of the second differs.
 */
export const mapsOfPeople = (ids: string, json: string, jsonOfFormer = json): string[] => [
  `(select jsonb_object_agg(id, ${json}) as people from users p where id = any(array(select ${ids} from page))) people`,
  `(select jsonb_object_agg(user_id, ${jsonOfFormer}) as authors from former_authors p
     where organization_id = $1 and user_id = any(array(select ${ids} from page))) authors`,
];

/** What they contain under the account in a column. */
export const lookUpPerson = (column: string): string => `coalesce(${lookUp('people', column)}, ${lookUp('authors', column)})`;

/** Statements that read rows of the organization `$1` as JSON. */
export interface JsonStatements {
  /**
   * At most `$2` rows of a page in this order, in one row (`JsonPart`). The page has to contain one more if there is one; `cursor` is SQL of
   * the cursor behind a row `e`, and `before` other queries that the page reads.
   */
  readonly part: (page: string, order: string, cursor: string, before?: string) => string;
  /** Those of the ids `$3` that exist, in one row (`JsonRecords`), for the caller `$2`. */
  readonly records: string;
}

export const jsonStatements = ({ schema, table, queries = [], maps = [], given }: JsonItems): JsonStatements => {
  const item = rowAsJson(schema, table, 'e', given);
  const names =
    maps.length === 0 ? '' : `${queries.map((query) => `, ${query}`).join('')}, names as materialized (select * from ${maps.join(', ')})`;
  return {
    part: (page, order, cursor, before = '') => `
      with ${before}page as materialized (${page})${names}
      select coalesce(string_agg(${item}, ',' order by ${order}), '') as items, count(*)::int as count,
             case when (select count(*) from page) > $2 then (select ${cursor} from page e offset $2 - 1 limit 1) end as cursor
        from (select * from page limit $2) e`,
    records: `
      with page as materialized (
        select * from ${getTableName(table)} where ${oneOf('$3::int[]')} and deleted_at is null)${names}
      select coalesce(string_agg(${item}, ','), '') as items, coalesce(json_agg(e.id), '[]') as ids,
             coalesce(bool_or(e.created_by = $2), false) as "hasOwn"
        from page e`,
  };
};

// The planner assumes that a bound limit returns a tenth of all rows, and then joins whole tables to them; a literal one is taken at its
// word. There are few sizes, because each is a statement of its own. Each is one more than people ask for: that row shows whether there is
// a next page.
const PAGE_SIZES = [6, 11, 26, 51, 101, 201, 501, 1001];

interface PartQuery {
  /** Of the statement, without the size of its page. */
  readonly name: string;
  readonly text: (limit: string) => string;
  /** The second is the number of items that are wanted. */
  readonly values: readonly [orgId: number, limit: number, ...more: unknown[]];
}

/** Reads a part of a list with a statement of `JsonStatements.part`. */
export const readPart = async ({ db }: Pick<Context, 'db'>, { name, text, values }: PartQuery): Promise<JsonPart> => {
  const [, limit] = values;
  const size = PAGE_SIZES.find((each) => each > limit) ?? limit + 1;
  const [part] = await db.query<JsonPart>({ name: `${name} ${size}`, text: text(`limit ${size}`), values });
  return part ?? { items: '', count: 0, cursor: null };
};

/** Reads records by their ids with the statement `JsonStatements.records`. */
export const readRecords = async (
  { db, orgId, user }: Pick<Context, 'db' | 'orgId' | 'user'>,
  { name, text }: { readonly name: string; readonly text: string },
  ids: readonly number[],
): Promise<JsonRecords> => {
  const [records] = await db.query<JsonRecords>({ name, text, values: [orgId, user.id, ids] });
  if (!records) {
    throw new Error('The database returned no row for the records of a page.');
  }
  return records;
};
