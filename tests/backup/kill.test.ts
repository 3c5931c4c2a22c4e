import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findLogLine } from '#server/data/backup-facts.ts';
import { hashOfName } from '#server/backup/files.ts';
import { readManifests } from '#server/backup/manifest.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { copyWal } from '#server/backup/wal/copy-wal.ts';
import { photoPath } from '#server/photo-folder.ts';
import { databaseOf, killAll } from '../kill/processes.ts';
import { sized } from '../support/proof-size.ts';
import { type Program, startProgram } from '../support/program.ts';
import { asking, type Company, foundCompany, rootFolder, sha256 } from './headland.ts';
import { countBelow, fingerprint, isThere, killOften, readWholeStore, runToEnd, startWriting } from './kill-support.ts';

const root = rootFolder();
const dataDir = join(root.path, 'data');
const backups = join(root.path, 'backups');
const store = folderStore(backups);
const VERIFIED = 'It was restored beside and counted.';
/** Of backups, and as many of restores. */
const KILLS = sized({ push: 2, proofs: 10 });
const limits = { timeout: 180_000 + KILLS * 60_000 };

let program: Program;
let company: Company;
let file: string;
/** What a backup takes when it is left alone. */
let backupMs: number;

const environment = (folder: string) => ({ DATA_DIR: folder, BACKUP_DIR: backups, BACKUP_AT: 'off' });

beforeAll(async () => {
  program = await startProgram(environment(dataDir));
  company = await foundCompany(program.url);
  file = await company.attach(program.url, 'a drawing');
  ({ ms: backupMs } = await runToEnd(environment(dataDir), 'backup'));
});
afterAll(async () => {
  await program.end('SIGTERM');
  root.remove();
});

const hashOfFile = async (folder: string): Promise<string> =>
  sha256(await readFile(join(folder, 'photos', photoPath(company.orgId, file))));

test('backups killed while people write: nothing is lost, nothing half is kept, the next one is verified', limits, async ({ annotate }) => {
  const env = environment(dataDir);
  const home = join(dataDir, 'postgres');
  let newest = await readWholeStore(store);
  const writer = startWriting(company, program.url, 'Customer');
  onTestFinished(writer.stop);
  const more = (folder: string) => {
    const before = countBelow(join(backups, folder));
    return () => countBelow(join(backups, folder)) > before;
  };
  await killOften({
    env,
    args: ['backup'],
    kills: KILLS,
    points: () => [
      more('.drafts'),
      more('blobs'),
      more('wal'),
      isThere(home, /^verify-/),
      isThere(home, /^verify-/, 'cluster/postmaster.pid'),
      more('backups'),
    ],
    ms: backupMs,
    seed: 17,
    afterEach: async () => {
      const acknowledged = [...writer.acknowledged];
      expect((await fetch(`${program.url}/api/ready`)).status).toBe(200);
      expect(await company.customers(program.url)).toEqual(expect.arrayContaining(acknowledged));
      expect((await readWholeStore(store)) >= newest).toBe(true);
    },
    afterSome: async () => {
      expect((await runToEnd(env, 'backup')).said).toContain(VERIFIED);
      const next = await readWholeStore(store);
      expect(next > newest).toBe(true);
      newest = next;
      expect(isThere(home, /^verify-/)()).toBe(false);
    },
  });
  await writer.stop();
  await annotate(`${KILLS} kills of backups beside ${writer.acknowledged.length} writes`, 'figure');
  expect(writer.acknowledged.length).toBeGreaterThan(KILLS);
});

test('restores killed and done again: every count and hash is that of the database', { ...limits, tags: ['proof'] }, async () => {
  await runToEnd(environment(dataDir), 'backup');
  // The run of this backup is recorded when it ends, and no backup contains its own end.
  const { backup_runs: runs, ...wanted } = await asking(dataDir, fingerprint);
  expect(runs).toBeDefined();
  const restored = join(root.path, 'restored');
  const env = environment(restored);
  const home = join(restored, 'postgres');
  const isAsWanted = async () => {
    expect(await asking(restored, fingerprint)).toMatchObject(wanted);
    expect(await hashOfFile(restored)).toBe(hashOfName(file));
    expect(isThere(home, /^restoring-/)()).toBe(false);
  };
  const { ms } = await runToEnd(env, 'restore');
  await isAsWanted();

  await killOften({
    env,
    args: ['restore', '--replace'],
    kills: KILLS,
    points: () => [
      isThere(home, /^restoring-/),
      isThere(home, /^restoring-/, 'cluster/recovery.signal'),
      isThere(home, /^restoring-/, 'cluster/postmaster.pid'),
      isThere(home, /^restoring-/, 'cluster/backup_label.old'),
      () => existsSync(join(restored, 'restore-unfinished.json')),
      () => !existsSync(join(home, 'cluster')),
    ],
    ms,
    seed: 18,
    // Whether it serves, is put aside or waits for the next try: what it was made from is untouched.
    afterEach: async () => void (await readWholeStore(store)),
    afterSome: async () => {
      await runToEnd(env, 'restore', '--replace');
      await isAsWanted();
    },
  });
  await runToEnd(env, 'restore', '--replace');
  await isAsWanted();
});

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  'a disk that dies: what was acknowledged before the last round is there on a new one',
  { ...limits, tags: ['proof'] },
  async () => {
    const writer = startWriting(company, program.url, 'Late customer');
    await expect.poll(() => writer.acknowledged.length).toBeGreaterThan(5);
    const acknowledged = [...writer.acknowledged];
    // What the program does every minute.
    const pgWal = join(dataDir, 'postgres', 'cluster', 'pg_wal');
    await asking(dataDir, async (db) => copyWal({ db, pgWal, store, line: await findLogLine(db), now: () => new Date() }));
    await writer.stop();
    const server = databaseOf(program.process.pid ?? 0);
    const ended = program.end('SIGKILL');
    killAll(server);
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });

    const fresh = join(root.path, 'fresh');
    await runToEnd({ DATA_DIR: fresh }, 'restore', '--from', backups);
    program = await startProgram(environment(fresh));
    expect(await company.customers(program.url)).toEqual(expect.arrayContaining(acknowledged));
    expect(await hashOfFile(fresh)).toBe(hashOfName(file));

    // Work goes on, and a line of its own begins with the next backup.
    await company.addCustomer(program.url, 'After all');
    expect((await runToEnd(environment(fresh), 'backup')).said).toContain(VERIFIED);
    expect(new Set((await readManifests(store)).map(({ epoch }) => epoch)).size).toBe(2);
  },
);
