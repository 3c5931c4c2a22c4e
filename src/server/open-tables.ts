import { sortAddresses } from '#server/data/installation.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import { requirePrimary } from '#server/db/epoch/identity.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { startOwnDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type DatabaseLimits, openDatabase } from '#server/db/open.ts';
import { waitForDatabase } from '#server/db/wait-for-database.ts';
import type { Settings } from '#server/env.ts';
import type { Say } from '#server/log.ts';

/** The PostgreSQL of the settings: an external one, or the program's own, which is started. */
export const openServer = async ({ databaseUrl, dataDir }: Settings, say: Say) => {
  if (databaseUrl !== null) {
    return { url: databaseUrl, home: undefined, stop: async () => undefined, died: undefined };
  }
  say(`Opening the database in ${dataDir} …`);
  return startOwnDatabase({ dataDir, say });
};

interface Tables<T> {
  readonly db: OpenDatabase;
  readonly role: string | undefined;
  readonly done: T;
}

/** Brings the tables up to date and returns a pool that row-level security binds; `first` may be needed before the app begins. */
export const openTables = async <T>(
  { url, limits, hasMail, say }: { url: string; limits: DatabaseLimits; hasMail: boolean; say: Say },
  first: (db: Database) => Promise<T>,
): Promise<Tables<T>> => {
  const admin = openDatabase(url, say);
  try {
    await waitForDatabase(admin, say);
    await requirePrimary(admin);
    await migrate(admin);
    const role = await ensureBoundRole(admin);
    const epochs = await watchEpoch(admin, say);
    await sortAddresses(admin, { hasMail }, new Date());
    const done = await first(admin);
    const db = openDatabase(url, say, role, limits, { epochs });
    // Its first connection, which stays open.
    await db.query({ text: 'select 1', values: [] });
    return { db, role, done };
  } finally {
    await admin.close();
  }
};
