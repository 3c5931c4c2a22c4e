import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { keptSessionSecret } from '#server/auth/session-secret.ts';
import { withBackupLock, beginRun, endDeadRuns, endRun, knowsRuns } from '#server/data/backup-runs.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import { wordsOf } from '#server/log.ts';
import { programVersion } from '#server/program-version.ts';
import { removeRecoveredCopies } from '#server/backup/cluster/recover-copy.ts';
import { dueToday, lostSentence, verifyStored, takeFiles } from '#server/backup/files.ts';
import { backupName, type Manifest, manifestName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { putPieces } from '#server/backup/store/pieces.ts';
import { takeDatabase, type TakeDatabaseOptions } from '#server/backup/take-database.ts';
import { VERIFYING } from '#server/backup/verify.ts';

export interface TakeOptions extends TakeDatabaseOptions {
  readonly settings: Pick<Settings, 'dataDir' | 'sessionSecret'>;
  /**
   * Once the backup is complete: what is no longer kept is removed, and the second copy is made. If it fails, so does the run. Returns
   * warnings.
   */
  readonly afterwards?: () => Promise<readonly string[]>;
}

/** A backup that is complete in its store. */
export interface TakenBackup {
  readonly manifest: Manifest;
  /** Of the database's files and the attached ones, uncompressed. */
  readonly bytes: number;
  /** Stored bytes that were not in the store before. */
  readonly newBytes: number;
  /** Why it could not be verified by restoring and counting, a sentence; null: it was. */
  readonly unverifiedBecause: string | null;
  /** What the operator should know, as sentences. */
  readonly warnings: readonly string[];
}

/** Two backups that begin within a second get different names. */
const freeName = async (store: BackupStore, now: Date): Promise<string> => {
  for (let moment = now; ; moment = new Date(moment.getTime() + 1000)) {
    const name = backupName(moment);
    if ((await store.size(manifestName(name))) === undefined) {
      return name;
    }
  }
};

/** The blob of the stored secret; null if it is a setting, which has to be provided again for a restore. */
const takeSecret = async ({ settings: { dataDir, sessionSecret }, store }: TakeOptions): Promise<string | null> => {
  if (sessionSecret !== null) {
    return null;
  }
  await keptSessionSecret(dataDir);
  const bytes = await readFile(join(dataDir, 'session-secret'));
  const { pieces } = await putPieces(store, Readable.from([bytes]));
  return pieces[0] ?? null;
};

const bytesOf = ({ files }: { readonly files: readonly { readonly bytes: number }[] }): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

const take = async (db: OpenDatabase, name: string, options: TakeOptions): Promise<TakenBackup> => {
  const { settings, store, now } = options;
  const startedAt = now().toISOString();
  const database = await takeDatabase({ ...options, label: name });
  const { files, written, lost, newBytes } = await takeFiles(
    { db, folder: join(settings.dataDir, 'photos'), store },
    { look: dueToday(now()) },
  );
  const draft: Manifest = {
    format: 1,
    name,
    version: programVersion(),
    startedAt,
    completeAt: database.completeAt.toISOString(),
    epoch: database.epoch,
    database: database.database,
    rows: {},
    files,
    secret: await takeSecret(options),
  };
  const proof = await database.verify(draft, new Set(lost.map((file) => `${file.organizationId}/${file.name}`)));
  await verifyStored(store, written);
  const verifiedAt = proof.unverifiedBecause === null ? { verifiedAt: now().toISOString() } : {};
  const manifest: Manifest = { ...draft, ...verifiedAt, database: proof.database, rows: proof.rows };
  await store.put(manifestName(name), Buffer.from(JSON.stringify(manifest)));
  const lostOnes = lostSentence(lost);
  return {
    manifest,
    bytes: database.bytes + bytesOf({ files }),
    newBytes: proof.newBytes + newBytes,
    unverifiedBecause: proof.unverifiedBecause,
    warnings: [...proof.warnings, ...(lostOnes === undefined ? [] : [lostOnes])],
  };
};

const rowsOf = ({ rows }: Manifest): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

const noted = async (db: OpenDatabase, name: string, { now, say }: TakeOptions, work: () => Promise<TakenBackup>): Promise<TakenBackup> => {
  const id = await beginRun(db, name, now());
  try {
    const taken = await work();
    const { manifest, bytes, newBytes, unverifiedBecause } = taken;
    const rows = rowsOf(manifest);
    const isVerified = unverifiedBecause === null;
    await endRun(db, id, now(), { failure: null, isVerified, unverifiedBecause, bytes, newBytes, rows, files: manifest.files.length });
    return taken;
  } catch (error) {
    const nothing = { isVerified: false, unverifiedBecause: null, bytes: null, newBytes: null, rows: null, files: null };
    await endRun(db, id, now(), { failure: wordsOf(error), ...nothing }).catch((reason: unknown) => say(wordsOf(reason), 'error'));
    throw error;
  }
};

/**
 * Backs the installation up into the store: database, attached files and secret, verified by restoring them. The manifest is written last,
 * so that a backup is there whole or not at all. Throws a sentence for a person, which is noted as well, if it fails or another one is
 * running.
 */
export const takeBackup = async (options: TakeOptions): Promise<TakenBackup> => {
  const { installation, store, isOwnStore, now, say, afterwards } = options;
  const db = openDatabase(installation.url, say);
  try {
    return await withBackupLock(db, async () => {
      if (installation.cluster !== null) {
        await removeRecoveredCopies(installation.cluster.home, VERIFYING, say);
      }
      const name = await freeName(store, now());
      const work = async () => {
        const taken = await take(db, name, options);
        const warnings = (await afterwards?.()) ?? [];
        return { ...taken, warnings: [...taken.warnings, ...warnings] };
      };
      if (!isOwnStore || !(await knowsRuns(db))) {
        return await work();
      }
      await endDeadRuns(db, now());
      return await noted(db, name, options, work);
    });
  } finally {
    await db.close();
  }
};
