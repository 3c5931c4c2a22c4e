import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';

/** The folder of SQL migrations: found upwards, because the program runs from `src` and from the bundle in `dist`. */
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

/** The migrations that this program knows, oldest first. */
export const knownMigrations = (folder = migrationsFolder()): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder });
