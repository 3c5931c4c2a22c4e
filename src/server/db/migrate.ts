import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { programVersion } from '#server/program-version.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import { settleFormer } from '#server/db/former-chain.ts';
import { knownMigrations, migrationsFolder } from '#server/db/migrations-folder.ts';

// Any number that no other program on the same database uses for an advisory lock.
const MIGRATION_LOCK = 4_815_162;

/** The times of the migrations that this database has had, in milliseconds, oldest first: they serve as their names. None: it is empty. */
const migrationsOf = async (db: Database): Promise<number[]> => {
  const [found] = await db.query<{ there: boolean }>({
    text: `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
    values: [],
  });
  if (!found?.there) {
    return [];
  }
  const rows = await db.query<{ madeAt: number }>({
    text: 'select created_at as "madeAt" from drizzle.__drizzle_migrations order by created_at, id',
    values: [],
  });
  return rows.map(({ madeAt }) => madeAt);
};

/** Refuses a database with migrations that this program does not know: it would write what the program that applied them cannot read. */
const refuseNewer = (done: readonly number[], folder: string): void => {
  const known = new Set(knownMigrations(folder).map(({ folderMillis }) => folderMillis));
  const unknown = done.filter((madeAt) => !known.has(madeAt));
  if (unknown.length > 0) {
    const newest = new Date(Math.max(...unknown)).toISOString().slice(0, 10);
    throw new Error(
      `This database was used by a newer Headland, whose tables this one (version ${programVersion()}) does not know: the newest are of ${newest}. ` +
        'Start that version or a later one, or put back a backup that was made before the update. Nothing was changed.',
    );
  }
};

/** Of several programs that start at once one migrates and the others wait for it. */
export const withMigrationLock = async (database: OpenDatabase, work: () => Promise<void>): Promise<void> => {
  await database.transaction(async (lockHolder) => {
    await lockHolder.query({ text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
    await work();
  });
};

/** Brings the tables up to date; a database that a newer program has used is refused before anything is written. */
export const migrate = (database: OpenDatabase, folder = migrationsFolder()): Promise<void> =>
  withMigrationLock(database, async () => {
    const done = await migrationsOf(database);
    if (!(await settleFormer(database, done))) {
      refuseNewer(done, folder);
    }
    await runMigrations(database.orm, { migrationsFolder: folder });
  });
