import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readManifests } from '#server/backup/manifest.ts';
import { restoreEmbedded } from '#server/backup/restore/restore-embedded.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { openFolder } from '#server/backup/store/open-stores.ts';
import { openDatabase } from '#server/db/open.ts';
import { headlandMachine, startOwnDatabase } from '#server/db/embedded.ts';
import { createTestDatabase, databaseAt, type TestDatabase } from '../support/databases.ts';
import { query } from '../../packages/embedded-postgres/tests/support.ts';
import { asking, backUp, command, quiet, run } from './headland.ts';
import { openOwnDatabase, type OwnDatabase } from './own-database.ts';

vi.setConfig({ testTimeout: 240_000 });

let own: OwnDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  own = await openOwnDatabase();
  env = { DATA_DIR: own.dataDir, BACKUP_DIR: join(own.root, 'data-backups') };
});

afterAll(() => own.close());

const NAMES = 'select name from organizations order by name';

test('with a key, which the command makes, a backup on a stick is restored; nothing of it can be read without', async () => {
  const key = /BACKUP_KEY=(\S+)/.exec(await command(env, 'backup', '--new-key'))?.[1] ?? '';
  const stick = join(own.root, 'stick');
  await backUp(own.dataDir, await openFolder(stick, key), false);
  expect(await readdir(stick)).toEqual(['.drafts', 'encrypted']);
  const restored = { DATA_DIR: join(own.root, 'from-stick'), BACKUP_KEY: key };
  await command(restored, 'restore', '--from', stick);
  expect(await asking(restored.DATA_DIR, (db) => db.query({ text: NAMES, values: [] }))).toHaveLength(2);
  // A stick is no place to go on from: it is no run of the installation's own backups.
  expect(await own.db.query({ text: 'select from backup_runs', values: [] })).toEqual([]);
});

test('a second backup to the same stick is whole, though the log between the two is not there', { tags: ['proof'] }, async () => {
  const stick = folderStore(join(own.root, 'stick-again'));
  await backUp(own.dataDir, stick, false);
  for (let segment = 0; segment < 3; segment += 1) {
    await own.db.query({ text: `select pg_logical_emit_message(true, 'test', 'x')`, values: [] });
    await own.db.query({ text: 'select pg_switch_wal()', values: [] });
    await own.db.query({ text: 'checkpoint', values: [] });
  }
  const { manifest } = await backUp(own.dataDir, stick, false);
  expect(manifest.verifiedAt).toBeDefined();
});

test('rows instead of files are restored into a new embedded database', { tags: ['proof'] }, async () => {
  const to = join(own.root, 'as-rows');
  expect(await command(env, 'backup', '--tables', '--to', to)).toMatch(/It was restored beside and counted/);
  const [manifest] = await readManifests(folderStore(to));
  expect(manifest?.database.kind).toBe('tables');
  const dataDir = join(own.root, 'of-rows');
  expect(await command({ DATA_DIR: dataDir }, 'restore', '--from', to)).toMatch(/Restored .* 0 attached files/);
  expect(await asking(dataDir, (db) => db.query({ text: NAMES, values: [] }))).toHaveLength(2);
});

test('an external database is backed up by its rows, and restored into an empty one with a new epoch', { tags: ['proof'] }, async () => {
  const source: TestDatabase = await createTestDatabase();
  const name = `headland_restored_${randomUUID().replaceAll('-', '')}`;
  await source.query({ text: `create database ${name}`, values: [] });
  const url = databaseAt(inject('serverUrl'), name);
  const target = openDatabase(url, quiet);
  const epoch = 'select epoch, epoch_reason as reason from installation';
  try {
    await source.query({ text: `insert into users (email, email_key) values ('dana@example.com', 'dana@example.com')`, values: [] });
    const from = { DATA_DIR: join(own.root, 'outside'), DATABASE_URL: source.url };
    expect(await command(from, 'backup')).toMatch(/It was restored beside and counted/);
    const to = { DATA_DIR: join(own.root, 'outside-again'), DATABASE_URL: url };
    const backups = join(own.root, 'outside-backups');
    expect(await command(to, 'restore', '--from', backups)).toMatch(/Restored \S+ with everything/);
    expect(await target.query({ text: 'select email from users', values: [] })).toEqual([{ email: 'dana@example.com' }]);
    expect(await target.query({ text: epoch, values: [] })).toEqual([{ epoch: expect.any(String) as string, reason: 'restored' }]);
    expect(await target.query({ text: epoch, values: [] })).not.toEqual(await source.query({ text: epoch, values: [] }));
    expect(await readFile(join(to.DATA_DIR, 'session-secret'))).toEqual(await readFile(join(from.DATA_DIR, 'session-secret')));
    // Once more is once too often.
    await expect(command(to, 'restore', '--from', backups)).rejects.toThrow(/Headland could not do “restore”/);
  } finally {
    await target.close();
    await source.query({ text: `drop database ${name} with (force)`, values: [] });
    await source.close();
  }
});

test('where the database is reached through a port, its password comes along', { tags: ['proof'] }, async () => {
  const machine = { ...headlandMachine(), transport: 'port' as const };
  const there = await openOwnDatabase(machine);
  try {
    const { manifest } = await backUp(there.dataDir, there.store, true, machine);
    const dataDir = join(there.root, 'restored');
    await restoreEmbedded({
      dataDir,
      store: there.store,
      manifest,
      until: null,
      replace: false,
      now: () => new Date(),
      say: quiet,
      machine,
    });
    const server = await startOwnDatabase({ dataDir, say: quiet }, machine);
    try {
      expect(await query(server.url, NAMES)).toHaveLength(2);
    } finally {
      await server.stop();
    }
  } finally {
    await there.close();
  }
});

test('a folder without an installation is reported, and nothing is made there', async () => {
  const dataDir = join(own.root, 'nothing');
  const backup = run({ DATA_DIR: dataDir }, 'backup');
  expect(await backup.ended).toBe(1);
  expect(backup.said()).toContain(`There is no database in ${dataDir} yet.`);
  expect(existsSync(dataDir)).toBe(false);
});
