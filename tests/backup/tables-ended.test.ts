import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Manifest, manifestName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { restoreTables } from '#server/backup/tables/restore-tables.ts';
import { migrateTo } from '#server/db/migrate-to.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { withScratchDatabase } from '#server/db/scratch-database.ts';
import { becomeFormer, FORMER_WHOLE } from '#tests/support/former-chain.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sayIfMissing, startSystemPostgres, type SystemPostgres, systemPrograms } from '#tests/support/system-postgres.ts';
import { run } from './headland.ts';
import { backUp, contentOf, fillEverything, query, quiet } from './tables-field.ts';

const programs = systemPrograms();
sayIfMissing(programs, 'the system has no PostgreSQL of its own (Debian: postgresql), with which databases of others are tested');

describe.skipIf(programs === undefined)('rows on their way into another database', () => {
  let folder: string;
  let store: BackupStore;
  let testApp: TestApp;
  let manifest: Manifest;
  let content: Record<string, string>;
  let server: SystemPostgres;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headland-tables-'));
    store = folderStore(join(folder, 'store'));
    testApp = await createTestApp();
    await fillEverything(testApp);
    manifest = await backUp(testApp.db.url, store);
    await store.put(manifestName(manifest.name), Buffer.from(JSON.stringify(manifest)));
    content = await contentOf(testApp.db.url);
    server = await startSystemPostgres(programs ?? '');
    await server.run('create role farm login; create role maker login createdb');
  });

  afterAll(async () => {
    await server.stop();
    await testApp.close();
    await rm(folder, { recursive: true, force: true });
  });

  const newDatabase = async (): Promise<string> => {
    const name = `farm_${(count += 1)}`;
    await server.run(`create database ${name} owner farm`);
    return server.url(name, 'farm');
  };

  const filledTables = async (url: string): Promise<string[]> =>
    Object.entries(await contentOf(url))
      .filter(([name, sum]) => name !== 'installation' && !sum.startsWith('0 '))
      .map(([name]) => name);

  test('that breaks off at any of them is as empty as before, and the same again brings all', async () => {
    const url = await newDatabase();
    const pieces = Object.values(manifest.rows).filter((rows) => rows > 0).length;
    for (const last of [0, 1, Math.floor(pieces / 2), pieces - 1]) {
      let opened = 0;
      const breaking: BackupStore = {
        ...store,
        open: async (name) => {
          if (opened++ === last) {
            await server.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'farm'`);
          }
          return store.open(name);
        },
      };
      await expect(restoreTables({ url, manifest, store: breaking, say: quiet })).rejects.toThrow(/terminat|connection/i);
      expect(await filledTables(url)).toEqual([]);
    }
    await restoreTables({ url, manifest, store, say: quiet });
    expect(await contentOf(url)).toEqual(content);
  });

  test(
    'by a command that is killed: nothing or all of it is there, and the same command brings the rest',
    { tags: ['proof'] },
    async () => {
      const url = await newDatabase();
      const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
      const words = ['restore', '--from', join(folder, 'store')];
      // While it makes tables, while it fills them, before it settles the epoch.
      const held = `select from pg_locks where mode like '%ExclusiveLock' and database = (select oid from pg_database where datname = current_database())`;
      for (const locks of [
        // Tables that nobody else sees yet.
        `${held} and relation > 16384 and to_regclass('public.customers') is null`,
        `${held} and relation = to_regclass('public.customers')`,
        `${held} and relation = to_regclass('public.users')`,
      ]) {
        const command = run(env, ...words);
        await command.until(/Restoring /);
        await expect.poll(async () => (await query(url, locks)).length, { interval: 5 }).toBeGreaterThan(0);
        await command.end('SIGKILL');
      }
      const again = run(env, ...words);
      expect([await again.ended, again.said()]).toEqual([0, expect.stringContaining('Restored')]);
      const restored = { ...(await contentOf(url)), installation: '', organization_seq: '' };
      expect(restored).toEqual({ ...content, installation: '', organization_seq: '' });
    },
  );

  test('from before the first release are taken over, even if tables exist already', async () => {
    const old = await newDatabase();
    const first = openDatabase(old, quiet);
    await migrateTo(first, { count: 1, last: '' });
    await first.close();
    await query(old, `insert into users (email, email_key) values ('a@example.com', 'a@example.com')`);
    await becomeFormer(old, FORMER_WHOLE);
    const taken = await backUp(old, store);
    // As the program of then said it.
    const earlier = { ...taken, name: '2026-01-01T02-00-00Z', database: { ...taken.database, migrations: FORMER_WHOLE } };
    const url = await newDatabase();
    const made = openDatabase(url, quiet);
    await migrate(made);
    await made.close();
    await restoreTables({ url, manifest: earlier, store, say: quiet });
    expect(await query(url, 'select email, epoch from users, installation')).toEqual([{ email: 'a@example.com', epoch: earlier.epoch }]);
    expect(Object.keys(await contentOf(url))).toEqual(Object.keys(content));
  });

  describe('to be counted beside', () => {
    const databases = async () => (await server.run(`select datname from pg_database where datname like 'headland_verify_%'`)).length;

    test('get a database that is gone afterwards, whatever came of it', async () => {
      const url = server.url('postgres', 'maker');
      expect(await withScratchDatabase(url, async (own) => (await query(own, 'select current_user')).length + (await databases()))).toEqual(
        {
          done: 2,
        },
      );
      await expect(withScratchDatabase(url, () => Promise.reject(new Error('no good')))).rejects.toThrow('no good');
      expect(await databases()).toBe(0);
    });

    test('remove one whose process died, and leave one alone that is in use', async () => {
      const url = server.url('postgres', 'maker');
      await server.run('create database headland_verify_dead owner maker');
      await withScratchDatabase(url, async () => {
        expect(await databases()).toBe(1);
        await withScratchDatabase(url, async () => {
          expect(await databases()).toBe(2);
        });
        expect(await databases()).toBe(1);
      });
    });

    test('are not, where the role may make none, with the words for it', async () => {
      expect(await withScratchDatabase(server.url('postgres', 'farm'), () => Promise.resolve())).toEqual({
        impossible: expect.stringMatching(/may not make a database.*CREATEDB/) as string,
      });
    });
  });
});
