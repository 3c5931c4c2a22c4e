import { rm } from 'node:fs/promises';
import { checkIndexes, eachNamedFile, findOrganizationSeqs, findWrittenEpoch, readEveryTable } from '#server/data/backup-facts.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { type RecoveredCopy, recoverCopy } from '#server/backup/cluster/recover-copy.ts';
import type { TakenCluster } from '#server/backup/cluster/take-cluster.ts';
import { hashOfName } from '#server/backup/files.ts';
import type { ClusterPlace } from '#server/backup/installation.ts';
import { type ClusterCopy, fileName, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { DamagedError, readPieces } from '#server/backup/store/pieces.ts';

/** The prefix of folders of copies that are being verified. */
export const VERIFYING = 'verify-';

/** The backup is damaged: it is no good one. */
export class UnfaithfulError extends Error {
  override name = 'UnfaithfulError';
}

const requireSameHistory = async (db: Database, { epoch, seqs }: TakenCluster): Promise<void> => {
  if ((await findWrittenEpoch(db)) !== epoch) {
    throw new UnfaithfulError('The restored copy has another epoch than the database.');
  }
  const found = await findOrganizationSeqs(db);
  for (const [id, seq] of seqs) {
    const restored = found.get(id);
    if (restored === undefined || restored < seq) {
      throw new UnfaithfulError(`The restored copy of organization ${id} ends at change ${restored ?? 0}, and the database had ${seq}.`);
    }
  }
};

const requireFiles = async (db: Database, store: BackupStore, lost: ReadonlySet<string>): Promise<void> => {
  for await (const { organizationId, name } of eachNamedFile(db)) {
    if (!lost.has(`${organizationId}/${name}`) && (await store.size(fileName(hashOfName(name)))) === undefined) {
      throw new UnfaithfulError(`The restored copy names an attached file that is not in the backup: ${organizationId}/${name}.`);
    }
  }
};

export interface VerifyOptions {
  readonly cluster: ClusterPlace;
  readonly store: BackupStore;
  readonly taken: TakenCluster;
  /** Attached files that are known to be lost, `7/…`. */
  readonly lost: ReadonlySet<string>;
  readonly say: Say;
}

// Its server is stopped right after the pool was closed, which the pool may report as a lost connection.
const quiet: Say = () => undefined;

const look = async ({ server }: RecoveredCopy, { store, taken, lost }: VerifyOptions): Promise<Record<string, number>> => {
  const db = openDatabase(server.url, quiet);
  try {
    await requireSameHistory(db, taken);
    const rows = await readEveryTable(db, { deeply: true });
    await checkIndexes(db);
    await requireFiles(db, store, lost);
    return rows;
  } finally {
    await db.close();
  }
};

/**
 * Restores the copy next to the cluster that people use, with a server of its own, and reads all of it. Returns the number of rows of every
 * table and the position of the log at which they were counted. Throws a DiskFullError if the disk is too full for it; other errors mean
 * that the backup is no good. Nothing of it remains afterwards.
 */
export const verifyCluster = async (options: VerifyOptions): Promise<{ rows: Record<string, number>; counted: string }> => {
  const { cluster, store, taken, say } = options;
  const beside = await recoverCopy({
    place: cluster,
    machine: cluster.machine,
    store,
    copy: taken.copy,
    prefix: VERIFYING,
    durable: false,
    say,
  });
  try {
    return { rows: await look(beside, options), counted: beside.log.end };
  } finally {
    await beside.server.stop();
    await rm(beside.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

/** Removes damaged pieces from the store, so that a copy that needs them stores them again; returns how many. */
export const removeDamaged = async (store: BackupStore, { files }: ClusterCopy): Promise<number> => {
  let removed = 0;
  for (const hash of new Set(files.flatMap(({ pieces }) => pieces))) {
    try {
      for await (const piece of readPieces(store, [hash])) {
        void piece;
      }
    } catch (error) {
      if (!(error instanceof DamagedError)) {
        throw error;
      }
      await store.remove(store.nameOf(pieceName(hash)));
      removed += 1;
    }
  }
  return removed;
};
