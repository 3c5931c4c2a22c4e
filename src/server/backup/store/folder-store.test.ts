import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';

let folder: string;
let store: BackupStore;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'headland-store-')), 'backups');
  store = folderStore(folder);
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const textOf = async (name: string) => {
  const stream = await store.open(name);
  return stream && text(stream);
};

const namesOf = async (prefix: string) => {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) {
    names.push(name);
  }
  return names;
};

const filesBelow = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

test('stored items can be read, by this program’s user only, and never change', async () => {
  await store.put('blobs/ab/abc', Buffer.from('first'));
  await store.put('blobs/ab/abd', Readable.from([Buffer.from('se'), Buffer.from('cond')]));
  await store.put('blobs/ab/abc', Buffer.from('other'));

  expect(await textOf('blobs/ab/abc')).toBe('first');
  expect(await textOf('blobs/ab/abd')).toBe('second');
  expect(await store.size('blobs/ab/abd')).toBe(6);
  expect(await store.open('blobs/ab/none')).toBeUndefined();
  expect(await store.size('blobs/ab/none')).toBeUndefined();
  for (const [path, mode] of [
    ['', 0o700],
    ['blobs/ab', 0o700],
    ['blobs/ab/abc', 0o600],
  ] as const) {
    expect((await stat(join(folder, path))).mode & 0o777).toBe(mode);
  }
});

test('bytes that end in an error leave nothing', async () => {
  const broken = Readable.from(
    (async function* half() {
      yield Buffer.from('half');
      await Promise.resolve();
      throw new Error('The disk went away.');
    })(),
  );

  await expect(store.put('blobs/ab/abc', broken)).rejects.toThrow('The disk went away.');

  expect(await store.size('blobs/ab/abc')).toBeUndefined();
  expect(await filesBelow()).toEqual([]);
});

test('bytes that failed before being read, or that are not needed, end with the call', async () => {
  const failed = new Readable({ read: () => undefined });
  failed.destroy(new Error('Gone before.'));
  await expect(store.put('blobs/ab/abc', failed)).rejects.toThrow('Gone before.');

  await store.put('blobs/ab/abc', Buffer.from('kept'));
  const unneeded = new Readable({ read: () => undefined });
  await store.put('blobs/ab/abc', unneeded);
  expect(unneeded.destroyed).toBe(true);
});

test.each(['../outside', 'blobs/../../outside', '/etc/passwd', '.drafts/x', 'blobs//x', 'blobs/', '', 'a\\b', 'a\0b'])(
  'a name that leads elsewhere is refused: %j',
  async (name) => {
    for (const attempt of [
      () => store.put(name, Buffer.from('x')),
      () => store.open(name),
      () => store.size(name),
      () => store.remove(name),
    ]) {
      await expect(attempt()).rejects.toThrow('is not a name');
    }
  },
);

test('lists in the order of full names, including folders', async () => {
  const names = ['blobs/ab', 'blobs/ab-c/x', 'blobs/ab.gz', 'blobs/ac/a', 'blobs/ac/b', 'wal/1/2'].sort();
  await mkdir(join(folder, 'lost+found'), { recursive: true });
  await writeFile(join(folder, '.DS_Store'), 'x');
  for (const name of names.toReversed()) {
    await store.put(name, Buffer.from(name));
  }

  expect(await namesOf('')).toEqual(names);
  expect(await namesOf('blobs/ac/')).toEqual(['blobs/ac/a', 'blobs/ac/b']);
  expect(await namesOf('blobs/ab')).toEqual(['blobs/ab', 'blobs/ab-c/x', 'blobs/ab.gz']);
  expect(await namesOf('nothing/')).toEqual([]);
});

test('removing an item removes its empty folders, and others stay', async () => {
  await store.put('wal/1/a/x', Buffer.from('x'));
  await store.put('wal/1/b/x', Buffer.from('x'));

  await store.remove('wal/1/a/x');
  await store.remove('wal/1/a/x');

  expect(await readdir(join(folder, 'wal/1'))).toEqual(['b']);
});

test('abandoned drafts are removed once they are old', async () => {
  await store.put('blobs/ab/abc', Buffer.from('x'));
  for (const name of ['old', 'new']) {
    await writeFile(join(folder, '.drafts', name), 'half');
  }
  await utimes(join(folder, '.drafts/old'), 1_000, 1_000);

  await store.tidy(new Date(2_000_000));

  expect(await readdir(join(folder, '.drafts'))).toEqual(['new']);
});

test('the same item put concurrently is there, whole', async () => {
  await Promise.all(Array.from({ length: 8 }, () => store.put('blobs/ab/abc', Readable.from([Buffer.alloc(100_000, 7)]))));

  const stream = await store.open('blobs/ab/abc');
  expect(stream && (await buffer(stream)).equals(Buffer.alloc(100_000, 7))).toBe(true);
  expect(await filesBelow()).toEqual(['abc']);
});

test.runIf(process.platform === 'linux')('a full disk is told, with what to do', async () => {
  // A device that is always full, for the system's own words.
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  const broken = new Readable({ read: () => undefined });
  broken.destroy(full as Error);

  await expect(store.put('blobs/ab/abc', broken)).rejects.toThrow(/disk that keeps the backups is full .*set BACKUP_DIR/);
});

test('a path that is no folder is reported, and an unreadable file is not mistaken for it', async () => {
  await writeFile(folder, 'a file');
  for (const attempt of [() => store.put('blobs/ab/abc', Buffer.from('x')), () => store.open('blobs/ab/abc'), () => namesOf('')]) {
    await expect(attempt()).rejects.toThrow(/^The backups' folder .* cannot be used \((EEXIST|ENOTDIR)\)\. .*set BACKUP_DIR/);
  }

  await rm(folder);
  const unreadable = new Readable({ read: () => undefined });
  unreadable.destroy(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/srv/photo' }));
  await expect(store.put('blobs/ab/abc', unreadable)).rejects.toThrow('EACCES: permission denied');
});
