import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Manifest } from '#server/backup/manifest.ts';
import { exchange, isRestored, readNote, type RestoreNote, writeNote } from '#server/backup/restore/aside.ts';
import { restoreEmbedded } from '#server/backup/restore/restore-embedded.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { asking, backUp, quiet, rootFolder, run } from './headland.ts';
import { openOwnDatabase, type OwnDatabase } from './own-database.ts';

vi.setConfig({ testTimeout: 240_000 });

describe('putting things into place', () => {
  const root = rootFolder();
  afterAll(() => root.remove());

  const THINGS = ['photos', 'secret', 'cluster'];
  const inside = (folder: string, name: string): string => join(folder, name, 'what');

  /** A folder with old and new items, and the moves of a restore there, one after the other. */
  const scene = async (at: number, hadThings: boolean) => {
    const folder = join(root.path, `${hadThings}-${at}`);
    const make = async (name: string, what: string) => {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(inside(folder, name), what);
    };
    for (const thing of THINGS) {
      await make(`${thing}.made`, 'restored');
      if (hadThings) {
        await make(thing, 'before');
      }
    }
    const path = (name: string): string => join(folder, name);
    const note: RestoreNote = { backup: 'b', until: null, ending: 'before', before: hadThings ? THINGS.map(path) : [] };
    const moves = THINGS.flatMap((thing) => [
      ...(hadThings ? [[path(thing), path(`${thing}.before`)] as const] : []),
      [path(`${thing}.made`), path(thing)] as const,
    ]);
    return { folder, path, note, moves, make };
  };

  test.each([true, false])(
    'killed after any of its moves, the same again puts all into place and keeps what was there (%s)',
    async (hadThings) => {
      const { moves: all } = await scene(99, hadThings);
      for (let killedAfter = 0; killedAfter <= all.length; killedAfter += 1) {
        const { folder, path, note, moves, make } = await scene(killedAfter, hadThings);
        for (const [from, to] of moves.slice(0, killedAfter)) {
          await rename(from, to);
        }
        expect(isRestored(path('cluster'), note)).toBe(killedAfter === moves.length);
        for (const thing of THINGS) {
          // Built again, which is what a second try begins with.
          await make(`${thing}.made`, 'restored again');
          await exchange(path(`${thing}.made`), path(thing), note);
          expect(await readFile(inside(folder, thing), 'utf8')).toBe('restored again');
          const kept = await readFile(inside(folder, `${thing}.before`), 'utf8').catch(() => undefined);
          expect(kept).toBe(hadThings ? 'before' : undefined);
        }
      }
    },
  );
});

describe('a restore that is ended in the middle', () => {
  let own: OwnDatabase;
  let manifest: Manifest;

  beforeAll(async () => {
    own = await openOwnDatabase();
    ({ manifest } = await backUp(own.dataDir, own.store));
  });

  afterAll(() => own.close());

  const restore = (dataDir: string, more: { replace?: boolean; manifest?: Manifest } = {}) =>
    restoreEmbedded({ dataDir, store: own.store, manifest, until: null, replace: false, now: () => new Date(), say: quiet, ...more });

  const organizations = (dataDir: string) =>
    asking(dataDir, async (db) =>
      (await db.query<{ name: string }>({ text: 'select name from organizations order by name', values: [] })).map(({ name }) => name),
    );

  test('goes on when it is begun again; until then nothing starts there, least of all an empty database', async () => {
    const dataDir = join(own.root, 'killed');
    const command = run({ DATA_DIR: dataDir }, 'restore', '--from', join(own.root, 'backups'));
    await command.until(/Bringing the attached files/);
    await command.end('SIGKILL');
    expect(await readNote(dataDir)).toMatchObject({ backup: manifest.name, before: [] });

    const refused = run({ DATA_DIR: dataDir });
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain(`A restore into ${dataDir} was begun and is not finished. Run the same command again`);

    expect(await restore(dataDir)).toMatchObject({ rows: { organizations: 2 }, lost: [], aside: [] });
    expect(await organizations(dataDir)).toEqual(['Halvorsen', 'Pine Ridge']);
    expect(await readNote(dataDir)).toBeUndefined();
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('restoring-'))).toEqual([]);

    // All but the last step had been done.
    await writeNote(dataDir, { backup: manifest.name, until: null, ending: 'before-x', before: [] });
    expect(await restore(dataDir)).toBe('finished-before');
    expect(await readNote(dataDir)).toBeUndefined();
  });

  test('or fails leaves what was there as it was', async () => {
    const dataDir = join(own.root, 'kept');
    await restore(dataDir);
    await asking(dataDir, (db) => db.query({ text: `update organizations set name = 'Mine' where name = 'Halvorsen'`, values: [] }));
    const before = await readdir(dataDir, { recursive: true });
    const database = { ...manifest.database, files: [{ path: 'gone', bytes: 1, pieces: ['0'.repeat(64)] }] } as Manifest['database'];
    await expect(restore(dataDir, { replace: true, manifest: { ...manifest, database } })).rejects.toThrow(/is missing from/);
    expect(await readdir(dataDir, { recursive: true })).toEqual(before);
    expect(await organizations(dataDir)).toContain('Mine');
  });

  test('fewer rows than the backup counted are reported, and nothing is put in place', async () => {
    const dataDir = join(own.root, 'fewer');
    const rows = { ...manifest.rows, organizations: 3 };
    await expect(restore(dataDir, { manifest: { ...manifest, rows } })).rejects.toThrow(
      'The restored table organizations has 2 rows, and the backup had 3.',
    );
    expect(await readNote(dataDir)).toBeUndefined();
    expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(false);
  });

  test('a backup of another PostgreSQL says what to do', async () => {
    const database = { ...manifest.database, major: '12' } as Manifest['database'];
    await expect(restore(join(own.root, 'other'), { manifest: { ...manifest, database } })).rejects.toThrow(
      /PostgreSQL 12, and this Headland comes with PostgreSQL \d+/,
    );
  });

  test('nothing is restored from a folder without backups', async () => {
    const empty = join(own.root, 'empty');
    await mkdir(empty);
    const command = run({ DATA_DIR: join(own.root, 'none') }, 'restore', '--from', empty);
    expect(await command.ended).toBe(1);
    expect(command.said()).toContain(`There is no backup in ${folderStore(empty).place}.`);
  });
});
