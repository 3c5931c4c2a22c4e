import { join } from 'node:path';
import { findWrittenEpoch, readEveryTable } from '#server/data/backup-facts.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import type { Say } from '#server/log.ts';
import { clusterBytes } from '#server/backup/cluster/write-cluster-files.ts';
import { takeCluster, type TakenCluster } from '#server/backup/cluster/take-cluster.ts';
import type { ClusterPlace, Installation } from '#server/backup/installation.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { DiskFullError } from '#server/backup/disk-space.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { DamagedError } from '#server/backup/store/pieces.ts';
import { takeTables } from '#server/backup/tables/take-tables.ts';
import { verifyTables } from '#server/backup/tables/verify-tables.ts';
import { removeDamaged, verifyCluster } from '#server/backup/verify.ts';

type Rows = Record<string, number>;

/** The result of restoring a copy for verification. */
interface Proof {
  /** The manifest's description of the database. */
  readonly database: Manifest['database'];
  /** Counted in the restored copy; in the database itself if there is none. */
  readonly rows: Rows;
  readonly unverifiedBecause: string | null;
  readonly newBytes: number;
  readonly warnings: readonly string[];
}

/** A database that was copied into the store and is still to be verified, once the attached files are there. */
export interface TakenDatabase {
  readonly completeAt: Date;
  readonly epoch: string;
  readonly database: Manifest['database'];
  /** Uncompressed. */
  readonly bytes: number;
  /**
   * Restores the copy and counts its rows; `draft` is the manifest as it will be, except for that. `lost` are the attached files known to
   * be missing. Throws if the copy is no good.
   */
  verify(draft: Manifest, lost: ReadonlySet<string>): Promise<Proof>;
}

export interface TakeDatabaseOptions {
  readonly settings: Pick<Settings, 'dataDir'>;
  readonly installation: Installation;
  /** Whether to copy rows even though there are files: for another PostgreSQL. */
  readonly asTables?: boolean;
  readonly store: BackupStore;
  /** Whether it is the installation's own store: then the run is noted, and the log continues from it. */
  readonly isOwnStore: boolean;
  readonly now: () => Date;
  readonly say: Say;
}

type Options = TakeDatabaseOptions & { readonly label: string };

const countAtSource = async ({ installation, say }: Options): Promise<Rows> => {
  const db = openDatabase(installation.url, say);
  try {
    return await readEveryTable(db, { deeply: false });
  } finally {
    await db.close();
  }
};

const proveCluster = async (cluster: ClusterPlace, taken: TakenCluster, options: Options, lost: ReadonlySet<string>): Promise<Proof> => {
  const { store, say } = options;
  const { newBytes } = taken;
  try {
    const { rows, counted } = await verifyCluster({ cluster, store, taken, lost, say });
    const database = { ...taken.copy, wal: { ...taken.copy.wal, counted } };
    return { database, rows, unverifiedBecause: null, newBytes, warnings: [] };
  } catch (error) {
    if (error instanceof DiskFullError) {
      return { database: taken.copy, rows: await countAtSource(options), unverifiedBecause: error.message, newBytes, warnings: [] };
    }
    throw error;
  }
};

const takeOwnFiles = async (cluster: ClusterPlace, options: Options): Promise<TakenDatabase> => {
  const { installation, store } = options;
  const copy = () => takeCluster({ ...options, url: installation.url, cluster });
  const taken = await copy();
  const mend = async (lost: ReadonlySet<string>): Promise<Proof> => {
    const damaged = await removeDamaged(store, taken.copy);
    const second = await copy();
    const proof = await proveCluster(cluster, second, options, lost);
    const warning =
      `${damaged} of the pieces in ${store.place} had been damaged and ${damaged === 1 ? 'was' : 'were'} written anew. ` +
      'Older backups that need what they held are whole again only if it is the same. Look after that disk.';
    return { ...proof, newBytes: taken.newBytes + second.newBytes, warnings: [warning] };
  };
  return {
    completeAt: taken.completeAt,
    epoch: taken.epoch,
    database: taken.copy,
    bytes: clusterBytes(taken.copy),
    verify: async (_draft, lost) => {
      try {
        return await proveCluster(cluster, taken, options, lost);
      } catch (error) {
        if (error instanceof DamagedError) {
          return mend(lost);
        }
        throw error;
      }
    },
  };
};

const readEpoch = async ({ installation, say }: Options): Promise<string> => {
  const db = openDatabase(installation.url, say);
  try {
    return await findWrittenEpoch(db);
  } finally {
    await db.close();
  }
};

const takeRows = async (options: Options): Promise<TakenDatabase> => {
  const { installation, store, settings, now, say } = options;
  const completeAt = now();
  const { copy, rows, newBytes, bytes } = await takeTables({ url: installation.url, store, say });
  return {
    completeAt,
    epoch: await readEpoch(options),
    database: copy,
    bytes,
    verify: async (draft) => {
      const verified = await verifyTables({
        manifest: draft,
        store,
        scratch: join(settings.dataDir, 'verifying'),
        url: installation.url,
        say,
      });
      const unverifiedBecause = 'rows' in verified ? null : verified.unverifiedBecause;
      return { database: copy, rows: 'rows' in verified ? verified.rows : rows, unverifiedBecause, newBytes, warnings: [] };
    },
  };
};

/** Copies the database into the store: the embedded one as PostgreSQL's own files, an external one by its rows. */
export const takeDatabase = (options: Options): Promise<TakenDatabase> => {
  const { cluster } = options.installation;
  return cluster === null || options.asTables === true ? takeRows(options) : takeOwnFiles(cluster, options);
};
