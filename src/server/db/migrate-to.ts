import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { OpenDatabase } from '#server/db/database.ts';
import { type Migrations, refuseUnfinishedFormer } from '#server/db/former-chain.ts';
import { withMigrationLock } from '#server/db/migrate.ts';
import { knownMigrations, migrationsFolder } from '#server/db/migrations-folder.ts';

/** Throws unless this program knows the version of the tables; `what` they are the tables of, to begin a sentence with. */
export const requireKnownVersion = ({ count, last }: Migrations, what: string): void => {
  const known = knownMigrations();
  if (known[count - 1]?.hash === last) {
    return;
  }
  refuseUnfinishedFormer({ count, last }, what);
  throw new Error(
    count > known.length
      ? `${what} was made by a newer Headland (its tables are of version ${count}, this program knows ${known.length}). Use that one, or a newer.`
      : `${what} has tables that no release of Headland made (version ${count}). Use the program that made it.`,
  );
};

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** A folder with the first migrations only. */
const withFirst = async <T>(all: string, count: number, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-migrations-'));
  try {
    const journal = JSON.parse(await readFile(join(all, 'meta', '_journal.json'), 'utf8')) as Journal;
    const entries = journal.entries.slice(0, count);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await copyFile(join(all, `${tag}.sql`), join(folder, `${tag}.sql`));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Brings the tables of an empty database to an earlier version, whose rows can then be filled in. */
export const migrateTo = async (database: OpenDatabase, { count }: Migrations, folder = migrationsFolder()): Promise<void> => {
  await withFirst(folder, count, (first) => withMigrationLock(database, () => runMigrations(database.orm, { migrationsFolder: first })));
};
