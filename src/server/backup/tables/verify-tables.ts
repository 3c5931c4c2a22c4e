import { countRows, fillDatabase } from '#server/db/copy/fill.ts';
import { withScratchDatabase } from '#server/db/scratch-database.ts';
import { withScratchCluster } from '#server/db/scratch-cluster.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { requireTables, rowsOfCopy } from '#server/backup/tables/restore-tables.ts';
import type { Say } from '#server/log.ts';

interface VerifyOptions {
  readonly manifest: Manifest;
  readonly store: BackupStore;
  /** A folder for temporary data. Leftovers of killed runs are removed from it. */
  readonly scratch: string;
  /** The server that may lend a database where no embedded PostgreSQL is installed. */
  readonly url?: string;
  readonly say: Say;
}

/** Rows of every table as counted in the restored database; or why nothing could be restored to count them. */
export type VerifiedTables = { readonly rows: Record<string, number> } | { readonly unverifiedBecause: string };

const quiet: Say = () => undefined;

const restoreAndCount = async (url: string, { manifest, store }: VerifyOptions): Promise<VerifiedTables> => {
  const copy = requireTables(manifest);
  await fillDatabase(url, rowsOfCopy(copy, store), { say: quiet, what: `The backup ${manifest.name}` });
  const rows = await countRows(url);
  const wrong = copy.tables.find((table) => rows[table.name] !== table.rows);
  if (wrong) {
    throw new Error(
      `The backup ${manifest.name} does not restore: its table ${wrong.name} has ${rows[wrong.name]} rows instead of ${wrong.rows}.`,
    );
  }
  return { rows };
};

/**
 * Restores the rows of a backup into a temporary database and counts them: in a PostgreSQL of its own, else in a database of its own on the
 * server of `url`. Throws if the backup does not restore. Nothing of it remains.
 */
export const verifyTables = async (options: VerifyOptions): Promise<VerifiedTables> => {
  const { scratch, url } = options;
  const inCluster = await withScratchCluster(scratch, (own) => restoreAndCount(own, options));
  if ('done' in inCluster) {
    return inCluster.done;
  }
  if (url === undefined) {
    return { unverifiedBecause: inCluster.impossible };
  }
  const inDatabase = await withScratchDatabase(url, (own) => restoreAndCount(own, options));
  if ('done' in inDatabase) {
    return inDatabase.done;
  }
  return { unverifiedBecause: `${inCluster.impossible} ${inDatabase.impossible}` };
};
