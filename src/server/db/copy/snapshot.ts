import { to as copyTo } from 'pg-copy-streams';
import { quoted, readMigrations, readSequences, readTables, requireAllVisible, type TableShape } from '#server/db/copy/catalogue.ts';
import { type CopyClient, withClient } from '#server/db/copy/client.ts';
import type { RowSource } from '#server/db/copy/row-source.ts';

/** In the order of the key: unchanged rows stay in place, so that a store recognizes them. */
const selectOf = ({ name, columns, key }: TableShape & { readonly key: readonly string[] }): string => {
  const order = key.length === 0 ? '' : ` order by ${key.map(quoted).join(', ')}`;
  return `select ${columns.map(quoted).join(', ')} from public.${quoted(name)}${order}`;
};

const begin = async (client: CopyClient): Promise<void> => {
  await client.query('begin isolation level repeatable read read only');
  // The key's index has the order already; sorting a large table would write all of it to the server's disk once more.
  await client.query('set local enable_sort = off');
};

const openSnapshot = async (client: CopyClient): Promise<RowSource> => {
  await begin(client);
  // The first statement fixes the snapshot. Sequences are outside of any transaction: read later, they are ahead of every row.
  const migrations = await readMigrations(client);
  if (migrations === null) {
    throw new Error('The database holds no tables of Headland yet: there is nothing to copy.');
  }
  await requireAllVisible(client);
  const tables = await readTables(client);
  const sequences = await readSequences(client);
  const keyed = new Map(tables.map((table) => [table.name, table]));
  const counts = new Map<string, number>();
  return {
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
    async *read({ name }) {
      const table = keyed.get(name);
      if (table === undefined) {
        throw new Error(`There is no table ${name} to be read.`);
      }
      const copy = client.query(copyTo(`copy (${selectOf(table)}) to stdout`));
      yield* copy as AsyncIterable<Buffer>;
      // The number of rows is reported after the last one: it is known with the answer to the next statement.
      await client.query('select');
      counts.set(name, copy.rowCount);
    },
    rowsOf: ({ name }) => counts.get(name),
  };
};

/** Passes all rows of a database as of one moment to the work, however long it reads; the database stays in use. */
export const withSnapshot = <T>(url: string, work: (rows: RowSource) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => work(await openSnapshot(client)));
