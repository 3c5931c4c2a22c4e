import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { folderStore } from '#server/backup/store/folder-store.ts';
import type { BackupStore } from '#server/backup/store.ts';
import type { CopyOptions } from '#server/backup/wal/copy-wal.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { startOwnDatabase } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';

const quiet = (): void => undefined;

/** An embedded database whose log is copied, with the store for it; `close` stops it and takes everything away. */
export interface Installation {
  readonly db: OpenDatabase;
  readonly url: string;
  readonly home: string;
  readonly pgWal: string;
  readonly store: BackupStore;
  /** For `copyWal` and the like, of the line `here`. */
  readonly copying: CopyOptions;
  /** A folder of its own below the installation's, which the database's user may enter. */
  folder(name: string): string;
  close(): Promise<void>;
}

export const LINE = 'here';

export const openInstallation = async (settings: Readonly<Record<string, string>> = {}): Promise<Installation> => {
  const root = mkdtempSync(join(tmpdir(), 'headland-wal-'));
  chmodSync(root, 0o755);
  const server = await startOwnDatabase({ dataDir: join(root, 'data'), say: quiet, durable: false, settings });
  const db = openDatabase(server.url, quiet);
  await db.query({ text: 'create table bales (id int primary key, made_at timestamptz not null default clock_timestamp())', values: [] });
  const home = join(root, 'data', 'postgres');
  const pgWal = join(home, 'cluster', 'pg_wal');
  const store = folderStore(join(root, 'backups'));
  return {
    db,
    url: server.url,
    home,
    pgWal,
    store,
    copying: { db, pgWal, store, line: LINE, now: () => new Date() },
    folder: (name) => {
      mkdirSync(join(root, name), { recursive: true });
      return join(root, name);
    },
    close: async () => {
      await db.close();
      await server.stop();
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};

/** A write that is acknowledged when it returns. */
export const writeBale = async ({ db }: Installation, id: number): Promise<void> => {
  await db.query({ text: 'insert into bales (id) values ($1)', values: [id] });
};

/** What the database's files do not need in a copy, or what would mislead the server that opens it. */
const LEFT_OUT = /\/(pg_wal|pg_replslot)\/|\/postmaster\.(pid|opts)$/;

/** A base backup as PostgreSQL describes it, made with what Node has: the files while the server runs, between its start and its stop. */
export const takeBase = async ({ url, home }: Installation, into: string): Promise<{ start: string; stop: string }> => {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    const [started] = (await session.query<{ lsn: string }>(`select pg_backup_start('test', true)::text as lsn`)).rows;
    cpSync(join(home, 'cluster'), join(into, 'postgres', 'cluster'), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.replace(home, '')),
    });
    const [stopped] = (
      await session.query<{ lsn: string; label: string }>('select lsn::text, labelfile as label from pg_backup_stop(false)')
    ).rows;
    writeFileSync(join(into, 'postgres', 'cluster', 'backup_label'), stopped?.label ?? '');
    return { start: started?.lsn ?? '', stop: stopped?.lsn ?? '' };
  } finally {
    await session.end();
  }
};

/** The names of everything that the store keeps of the log. */
export const keptPieces = async (store: BackupStore): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of store.list('wal/')) {
    names.push(name);
  }
  return names;
};

/** Goes on to the log's next segment, with a little in this one. */
export const switchSegment = async ({ db }: Installation): Promise<void> => {
  await db.query({ text: `select pg_logical_emit_message(true, 'test', 'on to the next')`, values: [] });
  await db.query({ text: 'select pg_switch_wal()', values: [] });
};

export const heldFrom = async ({ db }: Installation): Promise<string | null | undefined> => {
  const [slot] = await db.query<{ lsn: string | null }>({ text: 'select restart_lsn::text as lsn from pg_replication_slots', values: [] });
  return slot?.lsn;
};
