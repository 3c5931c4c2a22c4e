import { fillDatabase } from '#server/db/copy/fill.ts';
import type { RowSource } from '#server/db/copy/row-source.ts';
import { isRestored, markRestored } from '#server/db/copy/restored-mark.ts';
import { toCurrentChain } from '#server/db/former-chain.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Manifest, TablesCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { readPieces } from '#server/backup/store/pieces.ts';
import type { Say } from '#server/log.ts';

interface RestoreOptions {
  /** An empty database, or one that contains Headland's tables without rows. The role owns it, or is a superuser. */
  readonly url: string;
  readonly manifest: Manifest;
  readonly store: BackupStore;
  readonly say: Say;
}

/** The rows of a backup, to fill a database with. */
export const rowsOfCopy = (copy: TablesCopy, store: BackupStore): RowSource => {
  const kept = new Map(copy.tables.map((table) => [table.name, table]));
  return {
    migrations: toCurrentChain(copy.migrations),
    tables: copy.tables,
    sequences: copy.sequences,
    read: ({ name }) => readPieces(store, kept.get(name)?.pieces ?? []),
    rowsOf: ({ name }) => kept.get(name)?.rows,
  };
};

/** The rows of a backup, in COPY format; throws a sentence if it contains files of the embedded database instead. */
export const requireTables = ({ database, name }: Manifest): TablesCopy => {
  if (database.kind !== 'tables') {
    throw new Error(
      `The backup ${name} holds the embedded database's own files, which no other server takes. Restore it without DATABASE_URL; from there ` +
        '`npm run backup -- --tables` makes a backup that any PostgreSQL takes.',
    );
  }
  return database;
};

const bringUpToDate = async (url: string, say: Say): Promise<void> => {
  const database = openDatabase(url, say);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
};

/**
 * Puts the rows of a backup into an empty database and brings its tables up to date. All rows come in one transaction: if killed before its
 * end, there are none of them; if killed later, the same call continues from there. The caller settles the new epoch afterwards; otherwise
 * that happens when the database is next opened, because the copy says that it is another's.
 */
export const restoreTables = async ({ url, manifest, store, say }: RestoreOptions): Promise<void> => {
  const rows = rowsOfCopy(requireTables(manifest), store);
  if (await isRestored(url, manifest.name)) {
    say(`The rows of ${manifest.name} are there already, from an earlier attempt.`);
  } else {
    await fillDatabase(url, rows, { say, what: `The backup ${manifest.name}`, finish: (client) => markRestored(client, manifest.name) });
  }
  await bringUpToDate(url, say);
};
