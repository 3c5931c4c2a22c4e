import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeCluster } from '#server/backup/cluster/take-cluster.ts';
import { openInstallation } from '#server/backup/installation.ts';
import { type ClusterCopy, pieceName, readManifests } from '#server/backup/manifest.ts';
import { requireDiskSpace } from '#server/backup/disk-space.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { verifyCluster } from '#server/backup/verify.ts';
import { lastRuns } from '#server/data/backup-runs.ts';
import { backUp, quiet } from './headland.ts';
import { openOwnDatabase, type OwnDatabase } from './own-database.ts';
import { oneAtAPush } from '../support/proof-size.ts';

vi.setConfig({ testTimeout: 240_000 });

let own: OwnDatabase;

beforeAll(async () => {
  own = await openOwnDatabase();
});

afterAll(() => own.close());

const leftBeside = async () => (await readdir(own.home)).filter((name) => name.startsWith('verify-'));

test('each backup is restored separately, its rows are counted, and nothing of that is left', async () => {
  await mkdir(join(own.home, 'verify-dead', 'cluster'), { recursive: true });
  const { manifest, unverifiedBecause } = await backUp(own.dataDir, own.store);
  expect(unverifiedBecause).toBeNull();
  expect(manifest.rows).toMatchObject({ organizations: 2, organization_seq: 2 });
  expect(manifest.verifiedAt).toBeDefined();
  expect(await leftBeside()).toEqual([]);

  const { files, folders } = manifest.database as ClusterCopy;
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['PG_VERSION', 'global/pg_control', 'backup_label', 'postgresql.conf']));
  expect(paths.filter((path) => /^(pg_wal|pg_replslot|pg_stat_tmp)\/|postmaster|pg_internal\.init/.test(path))).toEqual([]);
  expect(folders).toEqual(expect.arrayContaining(['pg_wal', 'pg_replslot', 'pg_tblspc']));
  const stored = await own.store.open(`backups/${manifest.name}/manifest.json`);
  expect(stored && JSON.parse(await textOf(stored))).toEqual(manifest);
});

/** A disk that loses a bit of one piece, whenever it is written. */
const spoiling = (store: BackupStore): BackupStore => {
  let spoiled: string | undefined;
  return {
    ...store,
    put: async (name, bytes) => {
      spoiled ??= name.startsWith('blobs/') ? name : undefined;
      if (name === spoiled) {
        await store.put(name, Buffer.alloc(100, bytes instanceof Uint8Array ? bytes : 7));
      } else {
        await store.put(name, bytes);
      }
    },
  };
};

test('a backup that cannot be restored is none: the run says so', async () => {
  const store = folderStore(join(own.root, 'spoiled'));
  await expect(backUp(own.dataDir, spoiling(store))).rejects.toThrow(/blobs\/.* is damaged/);
  expect(await readManifests(store)).toEqual([]);
  expect((await lastRuns(own.db, 1))[0]).toMatchObject({ failure: expect.stringContaining('is damaged') as string, isVerified: false });
  expect(await leftBeside()).toEqual([]);
});

test('what was damaged since an earlier backup is found and written again', { tags: ['proof'] }, async () => {
  const [first] = await readManifests(own.store);
  const files = first?.database.kind === 'cluster' ? first.database.files : [];
  const piece = files.find(({ path }) => path === 'PG_VERSION')?.pieces[0] ?? '';
  const path = join(own.root, 'backups', pieceName(piece));
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, 10));

  const second = await backUp(own.dataDir, own.store);
  expect(second.warnings).toEqual([expect.stringContaining('1 of the pieces in')]);
  expect(second.manifest.verifiedAt).toBeDefined();
  expect((await readFile(path)).equals(whole)).toBe(true);
});

const SPOILED = [
  ['a table', `select pg_relation_filepath('organizations') as path`],
  ['an index', `select pg_relation_filepath('organizations_pkey') as path`],
] as const;

test.each(oneAtAPush(SPOILED, 'spoiled'))('a page of %s that the disk spoiled is found', async (_, statement) => {
  const [found] = await own.db.query<{ path: string }>({ text: statement, values: [] });
  await own.db.query({ text: 'checkpoint', values: [] });
  const path = join(own.home, 'cluster', found?.path ?? '');
  const whole = await readFile(path);
  const file = await open(path, 'r+');
  try {
    await file.write(Buffer.alloc(64, 7), 0, 64, whole.length - 100);
    await expect(backUp(own.dataDir, own.store)).rejects.toThrow(/invalid page/);
  } finally {
    await file.write(whole, 0, whole.length, 0);
    await file.close();
  }
});

test('a copy that ends before what had been acknowledged is no good', { tags: ['proof'] }, async () => {
  const installation = await openInstallation({ databaseUrl: null, dataDir: own.dataDir }, quiet);
  const { cluster, url } = installation;
  if (cluster === null) {
    throw new Error('It is embedded.');
  }
  const { store } = own;
  const taken = await takeCluster({ url, cluster, store, isOwnStore: true, label: 'test', now: () => new Date(), say: quiet });
  const seqs = new Map([...taken.seqs].map(([id, seq]) => [id, seq + 1]));
  await expect(verifyCluster({ cluster, store, taken: { ...taken, seqs }, lost: new Set(), say: quiet })).rejects.toThrow(
    'ends at change 7',
  );
  expect(await leftBeside()).toEqual([]);
});

test('a disk without space is reported with how much is missing', async () => {
  await expect(requireDiskSpace(own.root, 1e15, 'the copy')).rejects.toThrow(
    /has \d+\.\d GB left, and the copy takes 1000000\.0 GB\. Make room there\./,
  );
});
