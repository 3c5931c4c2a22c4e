import type { CopyClient } from '#server/db/copy/client.ts';
import { toCurrentChain, type Migrations } from '#server/db/former-chain.ts';

/** A table and its columns as they are copied, without generated columns. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A sequence and its last value; null: none yet. */
export interface SequenceState {
  readonly name: string;
  readonly last: number | null;
}

/** The names may contain anything. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// Objects of an extension come with it.
const OURS = `c.relnamespace = 'public'::regnamespace and not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** The tables of the schema public, by name, each with the columns of its primary key. */
export const readTables = async (client: CopyClient): Promise<(TableShape & { readonly key: readonly string[] })[]> => {
  const { rows } = await client.query<TableShape & { key: string[] }>(
    `select c.relname::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
            array(select a.attname::text from pg_index i, unnest(i.indkey::int[]) with ordinality as k (number, place), pg_attribute a
                   where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number order by k.place) as key
       from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} order by 1`,
  );
  return rows;
};

/** The sequences of the schema public; throws if their values are hidden from the role, because they would look unused. */
export const readSequences = async (client: CopyClient): Promise<SequenceState[]> => {
  const { rows } = await client.query<SequenceState & { isReadable: boolean }>(
    `select c.relname::text as name, pg_sequence_last_value(c.oid) as last, has_sequence_privilege(c.oid, 'select, usage') as "isReadable"
       from pg_class c where c.relkind = 'S' and ${OURS} order by 1`,
  );
  const hidden = rows.find(({ isReadable }) => !isReadable);
  if (hidden) {
    throw new Error(`The database's role may not read the sequence ${hidden.name}. DATABASE_URL must name the role that owns the tables.`);
  }
  return rows.map(({ name, last }) => ({ name, last }));
};

/** The migrations that the database has gone through; null: none. */
export const readMigrations = async (client: CopyClient): Promise<Migrations | null> => {
  const { rows: journals } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (journals[0]?.isThere !== true) {
    return null;
  }
  const { rows } = await client.query<Migrations>(
    'select count(*) over () as count, hash as last from drizzle.__drizzle_migrations order by created_at desc, id desc limit 1',
  );
  return rows[0] ? toCurrentChain(rows[0]) : null;
};

// For reading, and for this role or everyone.
const APPLIES = `p.polcmd in ('r', '*') and exists (
  select from unnest(p.polroles) as r (role) where r.role = 0 or pg_has_role(current_user, r.role, 'member'))`;

/**
 * Throws if row-level security would silently hide rows of a table from this role. Policies that show everything, as Headland's own do, are
 * recognized; anything else would make an incomplete copy.
 */
export const requireAllVisible = async (client: CopyClient): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relkind in ('r', 'p') and ${OURS} and row_security_active(c.oid)
        and (not exists (select from pg_policy p where p.polrelid = c.oid and ${APPLIES} and p.polpermissive
                                                   and pg_get_expr(p.polqual, p.polrelid) = 'true')
             or exists (select from pg_policy p where p.polrelid = c.oid and ${APPLIES} and not p.polpermissive))
      order by 1`,
  );
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).join(', ');
    throw new Error(
      `Row-level security may hide rows of ${names} from the database's role, and a copy would miss them. ` +
        'Remove the policies that somebody added, or name the role that owns the tables in DATABASE_URL.',
    );
  }
};

/** Whether the installation's row has the columns, which earlier versions lack. False without the table. */
export const installationHas = async (client: CopyClient, columns: readonly string[]): Promise<boolean> => {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('public.installation') and attname = any ($1)`,
    [columns],
  );
  return rows.length === columns.length;
};
