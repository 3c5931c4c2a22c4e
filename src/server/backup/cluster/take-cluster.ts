import { join } from 'node:path';
import { findLogLine, findOrganizationSeqs, findWrittenEpoch } from '#server/data/backup-facts.ts';
import { passwordOf } from '#embedded-postgres';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { duringBaseBackup } from '#server/backup/cluster/base-backup.ts';
import { copyClusterFiles, keepAs } from '#server/backup/cluster/copy-files.ts';
import { PASSWORD } from '#server/backup/cluster/cluster-contents.ts';
import type { ClusterPlace } from '#server/backup/installation.ts';
import type { ClusterCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { copyWal } from '#server/backup/wal/copy-wal.ts';
import { span } from '#server/backup/wal/log-pieces.ts';
import { parseLsn } from '#server/backup/wal/lsn.ts';

export interface TakeClusterOptions {
  readonly url: string;
  readonly cluster: ClusterPlace;
  readonly store: BackupStore;
  /** Whether it is the installation's own store, into which the log is copied every minute; another one is a store of single backups. */
  readonly isOwnStore: boolean;
  readonly label: string;
  readonly now: () => Date;
  readonly say: Say;
}

/** A copy of a cluster in the store, and what was true of the original: a restore brings back at least that. */
export interface TakenCluster {
  readonly copy: ClusterCopy;
  readonly completeAt: Date;
  readonly epoch: string;
  /** The number of each organization's last change, a moment before `completeAt`. */
  readonly seqs: ReadonlyMap<number, number>;
  readonly newBytes: number;
}

const requireWholeLog = async (store: BackupStore, line: string, { start, stop }: { start: string; stop: string }): Promise<void> => {
  const { end } = await span(store, line, start);
  if (parseLsn(end) < parseLsn(stop)) {
    throw new Error(
      `The write-ahead log from ${start} to ${stop}, which the backup needs, was thrown away before it was copied: more was written than ` +
        'the database keeps. Take the backup again, at a quieter time if need be.',
    );
  }
};

const keepPassword = async ({ machine, home }: ClusterPlace, store: BackupStore) =>
  machine.transport === 'port' ? [await keepAs(store, PASSWORD, Buffer.from(passwordOf(home)))] : [];

/** Copies a cluster into the store while people work in it, with the write-ahead log that makes the copy whole. */
export const takeCluster = async ({ url, cluster, store, isOwnStore, label, now, say }: TakeClusterOptions): Promise<TakenCluster> => {
  const db = openDatabase(url, say);
  try {
    const epoch = await findWrittenEpoch(db);
    const line = await findLogLine(db);
    const pgWal = join(cluster.folder, 'pg_wal');
    const {
      start,
      stop,
      label: labelFile,
      copied,
      log,
    } = await duringBaseBackup(db, label, {
      copy: async (inside) => ({ ...(await copyClusterFiles(cluster.folder, store)), seqs: await findOrganizationSeqs(inside) }),
      keepLog: ({ start: from, stop: upTo }) => copyWal({ db, pgWal, store, line, now, from, upTo, advance: isOwnStore }),
    });
    const own = [await keepAs(store, 'backup_label', Buffer.from(labelFile)), ...(await keepPassword(cluster, store))];
    await requireWholeLog(store, line, { start, stop });
    if ((await findWrittenEpoch(db)) !== epoch) {
      throw new Error('A new epoch of the database began during the backup. Take it again.');
    }
    return {
      copy: {
        kind: 'cluster',
        major: cluster.major,
        programs: cluster.programs,
        files: [...copied.files, ...own.map(({ file }) => file)],
        folders: copied.folders,
        wal: { line, start, stop },
      },
      completeAt: log.copiedUpTo,
      epoch,
      seqs: copied.seqs,
      newBytes: own.reduce((sum, { newBytes }) => sum + newBytes, copied.newBytes),
    };
  } finally {
    await db.close();
  }
};
