import { NoRoomError } from '#server/backup/room.ts';
import { readEveryTable } from '#server/data/backup-facts.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { clusterBytes } from '#server/backup/cluster/lay-cluster.ts';
import { takeCluster, type TakenCluster } from '#server/backup/cluster/take-cluster.ts';
import type { ClusterPlace, Installation } from '#server/backup/installation.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { DamagedError } from '#server/backup/store/pieces.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { removeDamaged, verifyCluster } from '#server/backup/verify.ts';

type Rows = Record<string, number>;

/** What came of restoring a copy beside. */
interface Proof {
  /** What the manifest says of the database. */
  readonly proof: Manifest['database'];
  /** Counted in the restored copy; in the database itself where there is none. */
  readonly rows: Rows;
  readonly unverifiedBecause: string | null;
  readonly warnings: readonly string[];
}

/** A database that was copied into the store and is still to be verified, once the attached files are there. */
export interface TakenDatabase {
  readonly completeAt: Date;
  readonly epoch: string;
  readonly bytes: number;
  readonly newBytes: () => number;
  /** Restores the copy beside and counts; `lost` are the attached files of which it is known that they are not to be had. Throws if it is no good. */
  verify(lost: ReadonlySet<string>): Promise<Proof>;
}

export interface TakeDatabaseOptions {
  readonly installation: Installation;
  readonly store: BackupStore;
  /** Whether it is the store of the installation: then the run is noted, and the log goes on from it. */
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

const prove = async (cluster: ClusterPlace, taken: TakenCluster, options: Options, lost: ReadonlySet<string>): Promise<Proof> => {
  const { store, say } = options;
  try {
    const { rows, counted } = await verifyCluster({ cluster, store, taken, lost, say });
    return { proof: { ...taken.copy, wal: { ...taken.copy.wal, counted } }, rows, unverifiedBecause: null, warnings: [] };
  } catch (error) {
    if (error instanceof NoRoomError) {
      return { proof: taken.copy, rows: await countAtSource(options), unverifiedBecause: error.message, warnings: [] };
    }
    throw error;
  }
};

const takeOwn = async (cluster: ClusterPlace, options: Options): Promise<TakenDatabase> => {
  const { installation, store } = options;
  const again = () => takeCluster({ ...options, url: installation.url, cluster });
  const taken = await again();
  let { newBytes } = taken;
  const healAndProve = async (lost: ReadonlySet<string>): Promise<Proof> => {
    const damaged = await removeDamaged(store, taken.copy);
    const second = await again();
    newBytes += second.newBytes;
    const warning = `${damaged} pieces in ${store.place} had been damaged and were written anew: look after that disk. Older backups need them, too.`;
    const proof = await prove(cluster, { ...second, completeAt: taken.completeAt }, options, lost);
    return { ...proof, warnings: [warning] };
  };
  return {
    completeAt: taken.completeAt,
    epoch: taken.epoch,
    bytes: clusterBytes(taken.copy),
    newBytes: () => newBytes,
    verify: async (lost) => {
      try {
        return await prove(cluster, taken, options, lost);
      } catch (error) {
        if (error instanceof DamagedError) {
          return healAndProve(lost);
        }
        throw error;
      }
    },
  };
};

/** Copies the database into the store: the embedded one as PostgreSQL's own files, an external one by its rows. */
export const takeDatabase = (options: Options): Promise<TakenDatabase> => {
  const { cluster } = options.installation;
  if (cluster === null) {
    throw new Error('Backups of an external database are not there yet.');
  }
  return takeOwn(cluster, options);
};
