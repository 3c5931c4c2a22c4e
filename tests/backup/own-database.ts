import { join } from 'node:path';
import { folderStore } from '#server/backup/store/folder-store.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import type { Machine } from '#embedded-postgres';
import { headlandMachine, startOwnDatabase } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { quiet, rootFolder } from './headland.ts';

/** An embedded database with Headland's tables that runs in this process, with two organizations, and a store for its backups. */
export interface OwnDatabase {
  readonly root: string;
  readonly dataDir: string;
  readonly home: string;
  readonly db: OpenDatabase;
  readonly store: BackupStore;
  close(): Promise<void>;
}

export const openOwnDatabase = async (machine: Partial<Machine> = {}): Promise<OwnDatabase> => {
  const root = rootFolder();
  const dataDir = join(root.path, 'data');
  const server = await startOwnDatabase({ dataDir, say: quiet, durable: false }, { ...headlandMachine(), ...machine });
  const db = openDatabase(server.url, quiet);
  await migrate(db);
  await ensureBoundRole(db);
  // An organization and who owns it name each other, which counts at the end of the transaction.
  await db.transaction(async (inside) => {
    await inside.query({ text: `insert into users (email, email_key) values ('dana@example.com', 'dana@example.com')`, values: [] });
    await inside.query({
      text: `insert into organizations (name, owner_employee_id) values ('Halvorsen', 1), ('Pine Ridge', 2)`,
      values: [],
    });
    const owners = `insert into employees (organization_id, id, first_name, last_name, access_level, is_user, user_id) overriding system value
                    select id, owner_employee_id, 'Dana', 'Lind', 'owner', true, (select id from users) from organizations`;
    await inside.query({ text: owners, values: [] });
    await inside.query({ text: 'insert into organization_seq (organization_id, seq) select id, 7 from organizations', values: [] });
  });
  return {
    root: root.path,
    dataDir,
    home: join(dataDir, 'postgres'),
    db,
    store: folderStore(join(root.path, 'backups')),
    close: async () => {
      await db.close();
      await server.stop();
      root.remove();
    },
  };
};
