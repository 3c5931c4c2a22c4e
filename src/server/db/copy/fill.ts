import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as copyStreams from 'pg-copy-streams';
import type { Say } from '#server/log.ts';
import { quoted, readMigrations, readTables, type TableShape } from '#server/db/copy/catalogue.ts';
import { type CopyClient, withClient } from '#server/db/copy/client.ts';
import { removeEmptyTables, requireEmpty } from '#server/db/copy/empty.ts';
import type { RowSource } from '#server/db/copy/row-source.ts';
import { setHindrancesAside } from '#server/db/copy/set-aside.ts';
import type { Migrations } from '#server/db/former-chain.ts';
import { migrateTo, requireKnownVersion } from '#server/db/migrate-to.ts';
import { openDatabase } from '#server/db/open.ts';

interface FillOptions {
  readonly say: Say;
  /** What the rows are of, to begin a sentence with: `The backup 2026-…`. */
  readonly what: string;
  /** The last statements of the transaction: the rows become visible only together with their effect. */
  readonly finish?: (client: CopyClient) => Promise<void>;
}

const isSame = (a: Migrations | null, b: Migrations): boolean => a?.count === b.count && a.last === b.last;

/** Creates the tables of the rows' own version. Ended at any moment it leaves an empty database. */
const makeTables = async (url: string, { migrations }: RowSource, say: Say): Promise<void> => {
  const isMade = await withClient(url, async (client) => {
    await requireEmpty(client);
    if (isSame(await readMigrations(client), migrations)) {
      return true;
    }
    await removeEmptyTables(client);
    return false;
  });
  if (!isMade) {
    const database = openDatabase(url, say);
    try {
      await migrateTo(database, migrations);
    } finally {
      await database.close();
    }
  }
};

const SAY_EVERY_MS = 10_000;

/** Reports progress now and then. */
const tellProgress = (say: Say) => {
  let said = Date.now();
  let bytes = 0;
  return async function* passing(chunks: AsyncIterable<Uint8Array>, name: string) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (Date.now() - said > SAY_EVERY_MS) {
        said = Date.now();
        say(`${Math.round(bytes / 1e6).toLocaleString('en')} MB of rows so far, now those of ${name} …`);
      }
      yield chunk;
    }
  };
};

const sentence = (name: string, arrived: number, expected: number | undefined): string =>
  `Of the table ${name} ${arrived} rows arrived instead of ${expected ?? 'a known number'}. Nothing was restored.`;

const fillTable = async (client: CopyClient, rows: RowSource, table: TableShape, chunks: AsyncIterable<Uint8Array>): Promise<number> => {
  const columns = table.columns.map(quoted).join(', ');
  const copy = client.query(copyStreams.from(`copy public.${quoted(table.name)} (${columns}) from stdin`));
  await pipeline(Readable.from(chunks), copy);
  if (copy.rowCount !== rows.rowsOf(table)) {
    throw new Error(sentence(table.name, copy.rowCount, rows.rowsOf(table)));
  }
  return copy.rowCount;
};

/** Sequences that the copy has values of continue after them, used or not. */
const setSequences = async (client: CopyClient, { sequences }: RowSource): Promise<void> => {
  for (const { name, last } of sequences) {
    const sequence = `public.${quoted(name)}`;
    await (last === null
      ? client.query('select setval($1::regclass, seqstart, false) from pg_sequence where seqrelid = $1::regclass', [sequence])
      : client.query('select setval($1::regclass, $2)', [sequence, last]));
  }
};

/** The tables to be filled; throws if the database does not have all of them, or has more. */
const requireSameTables = async (client: CopyClient, { tables }: RowSource, what: string): Promise<void> => {
  const made = (await readTables(client)).map(({ name }) => name);
  const given = tables.map(({ name }) => name);
  const odd = [...made.filter((name) => !given.includes(name)), ...given.filter((name) => !made.includes(name))];
  if (odd.length > 0) {
    throw new Error(`${what} and the database differ in their tables (${odd.join(', ')}). Nothing was restored.`);
  }
};

const fillAll = async (client: CopyClient, rows: RowSource, { say, what, finish }: FillOptions): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  const passing = tellProgress(say);
  await client.query('begin');
  await requireSameTables(client, rows, what);
  const putBack = await setHindrancesAside(
    client,
    rows.tables.map(({ name }) => name),
  );
  // Checked again under the lock: a Headland may have started on the empty tables.
  await requireEmpty(client);
  if (!isSame(await readMigrations(client), rows.migrations)) {
    throw new Error('Another Headland has begun to use the database meanwhile. Stop it, then run the same command again.');
  }
  await client.query('delete from installation');
  for (const table of rows.tables) {
    counts[table.name] = await fillTable(client, rows, table, passing(rows.read(table), table.name));
  }
  await setSequences(client, rows);
  await putBack();
  await finish?.(client);
  await client.query('commit');
  return counts;
};

/**
 * Fills an empty database (or one that Headland has just created its tables in) with all rows of a source, as the role that the address
 * names, which owns the database or is a superuser. Afterwards the tables are of the rows' own version: `migrate` brings them up to date.
 * Returns the number of rows of each table, which are as many as the source has; throws, and leaves an empty database, if anything is in
 * the way.
 */
export const fillDatabase = async (url: string, rows: RowSource, options: FillOptions): Promise<Record<string, number>> => {
  requireKnownVersion(rows.migrations, options.what);
  await makeTables(url, rows, options.say);
  return withClient(url, async (client) => {
    const counts = await fillAll(client, rows, options);
    // Without it the first queries would be planned as if the tables were empty.
    await client.query('analyze');
    return counts;
  });
};

/** Counts the rows of every table of the schema public. */
export const countRows = (url: string): Promise<Record<string, number>> =>
  withClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ rows: number }>(`select count(*) as rows from public.${quoted(name)}`);
      counts[name] = rows[0]?.rows ?? 0;
    }
    return counts;
  });
