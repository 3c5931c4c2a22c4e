import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BackupStore } from '#server/backup/store.ts';
import { bucketStore } from '#server/backup/store/bucket-store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { mirror, mirroredStore } from '#server/backup/store/mirror.ts';
import { startBucketServer } from '#tests/support/bucket-server.ts';

const NEVER = new AbortController().signal;

let folder: string;
let from: BackupStore;
let to: BackupStore;
let at = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-mirror-'));
});

beforeEach(() => {
  at += 1;
  from = folderStore(join(folder, `${at}-from`));
  to = folderStore(join(folder, `${at}-to`));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const namesOf = async (store: BackupStore) => {
  const names: string[] = [];
  for await (const { name } of store.list('')) {
    names.push(name);
  }
  return names;
};

const put = async (store: BackupStore, ...names: string[]) => {
  for (const name of names) {
    await store.put(name, Buffer.from(name));
  }
};

const MANIFESTS = ['backups/a/manifest.json', 'encrypted/1/backups/b/manifest.json'];
const OTHERS = ['blobs/ab/1', 'blobs/ab/1.gz', 'blobs/ac/2.gz', 'encrypted/1/blobs/ab/3', 'wal/1/a/b', 'wal/1/a/c'];

/** Records what is asked of it, and fails at one put. */
const watched = (store: BackupStore, failAt = Number.POSITIVE_INFINITY) => {
  const asked = { puts: [] as string[], lists: 0 };
  const watching: BackupStore = {
    ...store,
    put: async (name, bytes) => {
      if (asked.puts.length === failAt) {
        throw new Error('Unplugged.');
      }
      asked.puts.push(name);
      await store.put(name, bytes);
    },
    list: (prefix) => {
      asked.lists += 1;
      return store.list(prefix);
    },
  };
  return { store: watching, asked };
};

test('what the other lacks is copied as stored, and nothing is removed', async () => {
  await put(from, ...MANIFESTS, ...OTHERS);
  await put(to, 'blobs/ab/1.gz', 'blobs/zz/old', 'wal/0/a/b', 'backups/old/manifest.json');

  const copied = await mirror(from, to, NEVER);

  const lacked = [...MANIFESTS, ...OTHERS].filter((name) => name !== 'blobs/ab/1.gz');
  expect(copied).toEqual({ objects: lacked.length, bytes: lacked.join('').length });
  expect(await namesOf(to)).toEqual([...MANIFESTS, ...OTHERS, 'blobs/zz/old', 'wal/0/a/b', 'backups/old/manifest.json'].sort());
  expect(await text((await to.open('blobs/ac/2.gz')) ?? Readable.from([]))).toBe('blobs/ac/2.gz');
  expect(await mirror(from, to, NEVER)).toEqual({ objects: 0, bytes: 0 });
});

test('a folder that lost everything leaves the other as it is', async () => {
  await put(to, ...MANIFESTS, ...OTHERS);

  await mirror(from, to, NEVER);

  expect(await namesOf(to)).toEqual([...MANIFESTS, ...OTHERS].sort());
});

test.each(Array.from({ length: MANIFESTS.length + OTHERS.length }, (_, failAt) => failAt))(
  'broken at its put %i, the other holds no list of what it lacks',
  async (failAt) => {
    await put(from, ...MANIFESTS, ...OTHERS);

    await expect(mirror(from, watched(to, failAt).store, NEVER)).rejects.toThrow('Unplugged.');

    const names = await namesOf(to);
    expect(names.some((name) => MANIFESTS.includes(name))).toBe(failAt > OTHERS.length && names.length >= OTHERS.length);
    await mirror(from, to, NEVER);
    expect(await namesOf(to)).toEqual([...MANIFESTS, ...OTHERS].sort());
  },
);

test('a round copies what was put since the last one, without comparing everything', async () => {
  const { store: target, asked } = watched(to);
  const { store, round } = mirroredStore(from, target);
  await put(from, 'blobs/ab/before');
  await round(NEVER);
  expect(asked).toEqual({ puts: ['blobs/ab/before'], lists: 1 });

  await put(store, 'wal/1/a/b', 'blobs/ab/1');
  expect(await round(NEVER)).toEqual({ objects: 2, bytes: 19 });
  expect(await round(NEVER)).toEqual({ objects: 0, bytes: 0 });

  // Those of a round are copied side by side.
  expect(asked.puts.toSorted()).toEqual(['blobs/ab/1', 'blobs/ab/before', 'wal/1/a/b']);
  expect(asked.lists).toBe(1);
});

test('a finished backup brings along what another process stored for it', async () => {
  const { store, round } = mirroredStore(from, to);
  await round(NEVER);
  await put(from, 'blobs/ab/of-another-process');

  await put(store, 'backups/a/manifest.json');
  await round(NEVER);

  expect(await namesOf(to)).toEqual(['backups/a/manifest.json', 'blobs/ab/of-another-process']);
});

test('a backup that is finished during a round comes with the next one', async () => {
  let during = async () => undefined as void;
  const mirrored = mirroredStore(from, {
    ...to,
    put: async (name, bytes) => {
      await during();
      await to.put(name, bytes);
    },
  });
  await put(from, 'blobs/ab/first');
  during = async () => {
    during = async () => undefined;
    await put(from, 'blobs/ab/of-another-process');
    await put(mirrored.store, 'backups/a/manifest.json');
  };
  await mirrored.round(NEVER);

  await mirrored.round(NEVER);

  expect(await namesOf(to)).toEqual(['backups/a/manifest.json', 'blobs/ab/first', 'blobs/ab/of-another-process']);
});

test('what a failed round left is copied by the next one', async () => {
  let failAt = 1;
  const { store, round } = mirroredStore(from, {
    ...to,
    put: async (name, bytes) => {
      failAt -= 1;
      if (failAt === 0) {
        throw new Error('Unplugged.');
      }
      await to.put(name, bytes);
    },
  });
  await put(store, 'blobs/ab/first');
  await expect(round(NEVER)).rejects.toThrow('Unplugged.');
  await round(NEVER);
  await put(store, 'wal/1/a/1', 'wal/1/a/2');
  failAt = 2;
  await expect(round(NEVER)).rejects.toThrow('Unplugged.');

  await round(NEVER);

  expect(await namesOf(to)).toEqual(['blobs/ab/first', 'wal/1/a/1', 'wal/1/a/2']);
});

test('what was swept before its turn causes no failure', async () => {
  const { store, round } = mirroredStore(from, to);
  await round(NEVER);
  await put(store, 'wal/1/a/1', 'wal/1/a/2');
  await from.remove('wal/1/a/1');

  await round(NEVER);

  expect(await namesOf(to)).toEqual(['wal/1/a/2']);
});

test('it stops when it is told to, in the middle of what it copies', async () => {
  await put(from, ...OTHERS);
  const stopping = new AbortController();
  const endless: BackupStore = { ...from, open: async () => new Readable({ read: () => undefined }) };
  const taking: BackupStore = {
    ...to,
    put: async (_, bytes) => {
      setImmediate(() => stopping.abort());
      await text(bytes as Readable);
    },
  };

  await expect(mirror(endless, taking, stopping.signal)).rejects.toThrow('aborted');
});

test('and while it opens what it copies', async () => {
  await put(from, ...OTHERS);
  const stopping = new AbortController();
  const slow: BackupStore = {
    ...from,
    open: async () => {
      stopping.abort();
      return new Readable({ read: () => undefined });
    },
  };
  const taking: BackupStore = { ...to, put: async (_, bytes) => void (await text(bytes as Readable)) };

  await expect(mirror(slow, taking, stopping.signal)).rejects.toThrow('aborted');
});

test('a bucket becomes the folder’s copy', async () => {
  const server = await startBucketServer();
  const bucket = bucketStore(server.settings);
  await put(from, ...MANIFESTS, ...OTHERS);

  await mirror(from, bucket, NEVER);
  expect(await namesOf(bucket)).toEqual([...MANIFESTS, ...OTHERS].sort());
  const before = server.requests.length;
  await mirror(from, bucket, NEVER);

  expect(server.requests.slice(before)).toHaveLength(1);
  await server.close();
});
