import { beginAfterRestore, sortAddresses } from '#server/data/installation.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type DatabaseLimits, openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import type { Say } from '#server/log.ts';

/** The PostgreSQL of the settings: somebody else's, or the program's own, which is started. */
export const openServer = async ({ databaseUrl, dataDir }: Settings, say: Say) => {
  if (databaseUrl !== null) {
    return { url: databaseUrl, home: undefined, stop: async () => undefined, died: undefined };
  }
  say(`Opening the database in ${dataDir} …`);
  return startEmbedded({ dataDir, say });
};

interface Tables<T> {
  readonly db: OpenDatabase;
  readonly role: string | undefined;
  readonly done: T;
}

/** Brings the tables up to date and gives a pool that row-level security binds; `first` may be needed before the app begins. */
export const openTables = async <T>(
  { url, limits, hasMail, say }: { url: string; limits: DatabaseLimits; hasMail: boolean; say: Say },
  first: (db: Database) => Promise<T>,
): Promise<Tables<T>> => {
  const admin = openDatabase(url, say);
  try {
    await migrate(admin);
    const role = await ensureBoundRole(admin);
    if (process.argv.includes('--restored')) {
      await beginAfterRestore(admin);
      say('A restored backup: a new epoch begins, by which devices see it. Ids go on 1,000,000 further.');
    }
    await sortAddresses(admin, { hasMail }, new Date());
    const done = await first(admin);
    return { db: openDatabase(url, say, role, limits), role, done };
  } finally {
    await admin.close();
  }
};
