import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { OpenDatabase } from '#server/db/database.ts';

/** The folder of SQL migrations: found upwards, for the program runs from `src` and from the bundle in `dist`. */
export const migrationsFolder = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'drizzle', 'meta', '_journal.json'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new Error('The folder drizzle/ with the migrations is missing beside the program.');
    }
    folder = parent;
  }
  return join(folder, 'drizzle');
};

// Any number that no other program on the same database uses for an advisory lock.
const MIGRATION_LOCK = 4_815_162;

/** Of several programs that start at once one migrates and the others wait for it. */
export const withMigrationLock = async (database: OpenDatabase, work: () => Promise<void>): Promise<void> => {
  await database.transaction(async (lockHolder) => {
    await lockHolder.query({ text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
    await work();
  });
};

/** Brings the tables up to date. */
export const migrate = (database: OpenDatabase): Promise<void> =>
  withMigrationLock(database, () => runMigrations(database.orm, { migrationsFolder: migrationsFolder() }));
