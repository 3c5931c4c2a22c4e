import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { quoted, readMigrations, readTables } from '#server/db/copy/catalogue.ts';
import type { CopyClient } from '#server/db/copy/client.ts';
import * as ours from '#server/db/tables/index.ts';

/** The migrations themselves write its only row. */
const MADE_BY_MIGRATIONS = 'installation';

/** The names of all tables of this version of the program. */
const ownTables = (): Set<string> =>
  new Set(
    Object.values(ours)
      .filter((table) => is(table, PgTable))
      .map((table) => getTableName(table)),
  );

/** The database is not empty, and nobody wants to lose what it contains. */
export class NotEmptyError extends Error {
  override name = 'NotEmptyError';
}

/** Throws a NotEmptyError unless the database has no tables, or those of Headland without a row. */
export const requireEmpty = async (client: CopyClient): Promise<void> => {
  const tables = await readTables(client);
  const own = ownTables();
  const isHeadlands = (await readMigrations(client)) !== null;
  const foreign = tables.find(({ name }) => !isHeadlands || !own.has(name));
  if (foreign) {
    throw new NotEmptyError(
      `The database holds the table ${foreign.name} of another program or another version. Make an empty database, and name it in DATABASE_URL.`,
    );
  }
  for (const { name } of tables.filter((table) => table.name !== MADE_BY_MIGRATIONS)) {
    const { rows } = await client.query<{ isFilled: boolean }>(`select exists (select from public.${quoted(name)}) as "isFilled"`);
    if (rows[0]?.isFilled === true) {
      throw new NotEmptyError(
        `The database is in use: its table ${name} has rows. A backup is restored into an empty database only; make one, and name it in DATABASE_URL.`,
      );
    }
  }
};

/** Drops Headland's empty tables, so that those of an earlier version can be created in their place. */
export const removeEmptyTables = async (client: CopyClient): Promise<void> => {
  await client.query('begin');
  const tables = await readTables(client);
  if (tables.length > 0) {
    const names = tables.map(({ name }) => `public.${quoted(name)}`).join(', ');
    await client.query(`lock table ${names} in access exclusive mode`);
    await requireEmpty(client);
    await client.query(`drop table ${names} cascade`);
  }
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace and proname like 'headland\\_%'`,
  );
  for (const { signature } of rows) {
    await client.query(`drop function ${signature} cascade`);
  }
  await client.query('drop table if exists drizzle.__drizzle_migrations');
  await client.query('commit');
};
