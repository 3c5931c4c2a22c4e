import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#embedded-postgres';

/**
 * Folders whose contents a running server creates again, or which come from elsewhere (PostgreSQL's documentation of low-level base
 * backups).
 */
const EMPTY_IN_A_COPY: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Of the running server, or of another backup. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'backup_manifest',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'recovery.signal',
  'standby.signal',
]);

/** Copied last: its position in the write-ahead log must not be older than any file of the copy. */
export const CONTROL = 'global/pg_control';

/** In a copy: the password of a cluster that is reached through a port. It is next to the cluster, not in it. */
export const PASSWORD = 'headland-password';

const isLeftOut = (path: string, name: string): boolean =>
  LEFT_OUT.has(path) || path === CONTROL || name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');

/** The contents of a cluster, by path with `/`; of folders only those that are empty in a copy. */
export interface ClusterEntry {
  readonly kind: 'file' | 'empty-folder';
  readonly path: string;
}

const entriesOf = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      // Dropped in the meantime: the write-ahead log accounts for it.
      return [];
    }
    throw error;
  }
};

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Everything that a copy of the cluster contains besides `CONTROL`, while a server works in it. */
export async function* clusterEntries(cluster: string, below = ''): AsyncGenerator<ClusterEntry, void, undefined> {
  const entries = EMPTY_IN_A_COPY.has(below) ? [] : await entriesOf(join(cluster, below));
  let isEmpty = true;
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftOut(path, entry.name)) {
      continue;
    }
    isEmpty = false;
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(cluster, path))))) {
      yield* clusterEntries(cluster, path);
    } else if (entry.isFile() || entry.isSymbolicLink()) {
      yield { kind: 'file', path };
    }
  }
  if (isEmpty && below !== '') {
    yield { kind: 'empty-folder', path: below };
  }
}
