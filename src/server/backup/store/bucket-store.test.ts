import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BackupStore } from '#server/backup/store.ts';
import { bucketStore, PART_BYTES } from '#server/backup/store/bucket-store.ts';
import { type BucketServer, refuse, startBucketServer } from '#tests/support/bucket-server.ts';

const IMPATIENT = { connectMs: 2_000, silenceMs: 5_000, answerMs: 10_000, attempts: 2 };

let server: BucketServer;
let store: BackupStore;

beforeAll(async () => {
  server = await startBucketServer();
  store = bucketStore(server.settings, IMPATIENT);
});

afterEach(() => server.setFault(undefined));
afterAll(() => server.close());

const readOf = async (name: string, of = store) => {
  const stream = await of.open(name);
  return stream && buffer(stream);
};

const namesOf = async (prefix: string, of = store) => {
  const names: string[] = [];
  for await (const { name } of of.list(prefix)) {
    names.push(name);
  }
  return names;
};

const brokenAfter = (bytes: number) =>
  Readable.from(
    (async function* half() {
      for (let given = 0; given < bytes; given += 1_000_000) {
        yield await Promise.resolve(Buffer.alloc(1_000_000));
      }
      throw new Error('The disk went away.');
    })(),
  );

test('stored items can be read, and are not overwritten', async () => {
  await store.put('blobs/ab/abc', Buffer.from('first'));
  await store.put('blobs/ab/abd', Readable.from([Buffer.from('se'), Buffer.from('cond')]));
  await store.put('blobs/ab/abc', Buffer.from('other'));
  await store.put('blobs/ab/empty', Readable.from([]));

  expect((await readOf('blobs/ab/abc'))?.toString()).toBe('first');
  expect((await readOf('blobs/ab/abd'))?.toString()).toBe('second');
  expect(await store.size('blobs/ab/abd')).toBe(6);
  expect(await store.size('blobs/ab/empty')).toBe(0);
  expect(await store.open('blobs/ab/none')).toBeUndefined();
  expect(await store.size('blobs/ab/none')).toBeUndefined();
  expect(server.requests).toContain('PUT /backups/shed/blobs/ab/abc?x-id=PutObject');
});

test('a larger item is sent in parts and comes back unchanged', async () => {
  const bytes = randomBytes(2 * PART_BYTES + 77);

  await store.put('blobs/ab/large', Readable.from([bytes.subarray(0, 3_000_000), bytes.subarray(3_000_000)]));

  expect(await store.size('blobs/ab/large')).toBe(bytes.length);
  expect((await readOf('blobs/ab/large'))?.equals(bytes)).toBe(true);
});

test.each([
  ['at once', 0],
  ['in the middle of a first part', 3_000_000],
  ['between parts', 3 * PART_BYTES],
])('bytes that end in an error %s leave nothing', async (_, after) => {
  const before = server.requests.length;
  await expect(store.put('blobs/ab/broken', brokenAfter(after))).rejects.toThrow('The disk went away.');

  expect(await store.size('blobs/ab/broken')).toBeUndefined();
  expect(server.requests.slice(before).some((request) => request.includes('partNumber='))).toBe(after > PART_BYTES);
  expect(server.uploads.size).toBe(0);
});

test('lists more than the service returns at once, in order, with sizes', async () => {
  const names = Array.from({ length: 1_003 }, (_, at) => `wal/1/${String(at).padStart(5, '0')}`);
  for (const [at, name] of names.toReversed().entries()) {
    server.keep(`shed/${name}`, Buffer.alloc(names.length - 1 - at));
  }

  const found = [];
  for await (const { name, bytes } of store.list('wal/1/')) {
    found.push([name, bytes]);
  }

  expect(found).toEqual(names.map((name, at) => [name, at]));
  expect(await namesOf('wal/1/0100')).toEqual(names.slice(1_000));
  expect(await namesOf('nothing/')).toEqual([]);
});

test('a removed item is gone, and may be removed again', async () => {
  await store.put('backups/x/manifest.json', Buffer.from('{}'));

  await store.remove('backups/x/manifest.json');
  await store.remove('backups/x/manifest.json');

  expect(await namesOf('backups/')).toEqual([]);
});

test('a bucket with other content shows only ours', async () => {
  const beside = bucketStore({ ...server.settings, prefix: '' }, IMPATIENT);
  await beside.put('shed-2/blobs/x', Buffer.from('x'));
  await beside.put('other', Buffer.from('x'));

  expect((await namesOf('')).every((name) => /^(blobs|wal)\//.test(name))).toBe(true);
});

test.each(['../outside', 'a//b', '/a', ''])('a name that leads elsewhere is refused: %j', async (name) => {
  await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('is not a name');
});

test('an item written between our look and our write stays', async () => {
  server.setFault(({ method }, response) => {
    if (method === 'HEAD') {
      response.writeHead(404).end();
    }
    return method === 'HEAD';
  });

  await store.put('blobs/ab/raced', Buffer.from('first'));
  await store.put('blobs/ab/raced', Buffer.from('other'));

  expect((await readOf('blobs/ab/raced'))?.toString()).toBe('first');
});

test('a service that does not know the condition is asked without it', async () => {
  server.setFault((request, response) => 'if-none-match' in request.headers && refuse(request, response, 501, 'NotImplemented'));

  const plain = bucketStore(server.settings, IMPATIENT);
  await plain.put('blobs/ab/unconditional', Readable.from([Buffer.from('x')]));

  expect((await readOf('blobs/ab/unconditional'))?.toString()).toBe('x');
});

test('abandoned parts are removed once they are old', async () => {
  const client = bucketStore(server.settings, IMPATIENT);
  // A machine that dies says nothing more.
  server.setFault((request, response) => request.method === 'DELETE' && refuse(request, response, 503, 'ServiceUnavailable'));
  for (const name of ['blobs/ab/old', 'blobs/ab/new']) {
    await expect(client.put(name, brokenAfter(2 * PART_BYTES))).rejects.toThrow('The disk went away.');
  }
  server.setFault(undefined);
  const old = [...server.uploads.values()].find(({ key }) => key.endsWith('/old'));
  expect(old).toBeDefined();
  if (old !== undefined) {
    old.initiated = new Date(2_000);
  }

  await store.tidy(new Date(3_000));
  expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['shed/blobs/ab/new']);

  server.setFault((request, response) => refuse(request, response, 501, 'NotImplemented'));
  await store.tidy(new Date());
});

const attempts = [
  ['putting', (to: BackupStore) => to.put('blobs/ab/refused', Buffer.from('x'))],
  ['reading', (to: BackupStore) => to.open('blobs/ab/abc')],
  ['listing', (to: BackupStore) => namesOf('', to)],
  ['removing', (to: BackupStore) => to.remove('blobs/ab/abc')],
] as const;

test.each(attempts)('%s is refused in a sentence with the wrong secret, the wrong key, or without a bucket', async (_, attempt) => {
  const place = 's3://backups/shed';
  await expect(attempt(bucketStore({ ...server.settings, secret: 'wrong' }, IMPATIENT))).rejects.toThrow(
    new RegExp(`^The bucket of the backups \\(${place}\\) refuses the key.*BACKUP_S3_SECRET`),
  );
  await expect(attempt(bucketStore({ ...server.settings, keyId: 'WRONG' }, IMPATIENT))).rejects.toThrow('BACKUP_S3_KEY_ID');
  await expect(attempt(bucketStore({ ...server.settings, bucket: 'nowhere' }, IMPATIENT))).rejects.toThrow(
    '(s3://nowhere/shed) does not exist. Make it there, or correct BACKUP_S3_BUCKET.',
  );
});

test.each([
  [403, 'AccessDenied', 'Let BACKUP_S3_KEY_ID read, write, list and delete there'],
  [403, 'RequestTimeTooSkewed', 'Set the clock of this machine right.'],
  [301, 'PermanentRedirect', 'is not in the region us-east-1. Set BACKUP_S3_REGION'],
  [507, 'XMinioStorageFull', 'is full.'],
  [500, 'InternalError', 'answers 500: InternalError'],
])('%i %s is reported in a sentence', async (status, code, words) => {
  server.setFault((request, response) => {
    return refuse(request, response, status, code);
  });

  await expect(namesOf('')).rejects.toThrow(words);
});

test('an unreachable service is reported in a sentence', async () => {
  const gone = bucketStore({ ...server.settings, endpoint: 'http://127.0.0.1:1' }, IMPATIENT);

  await expect(gone.size('blobs/ab/abc')).rejects.toThrow(/cannot be reached \(ECONNREFUSED\).*BACKUP_S3_ENDPOINT/);
});

test('a temporary error is retried', async () => {
  let failures = 1;
  server.setFault((request, response) => {
    if (request.method !== 'PUT' || failures === 0) {
      return false;
    }
    failures -= 1;
    return refuse(request, response, 503, 'SlowDown');
  });

  await store.put('blobs/ab/again', Buffer.from('x'));

  expect((await readOf('blobs/ab/again'))?.toString()).toBe('x');
});

test('a service that falls silent is not waited for', async () => {
  const hasty = bucketStore(server.settings, { ...IMPATIENT, silenceMs: 300 });
  server.setFault(() => true);
  await expect(hasty.size('blobs/ab/abc')).rejects.toThrow('cannot be reached');

  server.setFault((_, response) => {
    response.writeHead(200, { 'content-length': '100000' }).write(Buffer.alloc(1_000));
    return true;
  });
  const reading = readOf('blobs/ab/abc', hasty);
  await expect(reading).rejects.toThrow('cannot be reached');
});

test('bytes that break on the way back are reported in a sentence', async () => {
  server.setFault((_, response) => {
    response.writeHead(200, { 'content-length': '100000' }).write(Buffer.alloc(1_000), () => response.destroy());
    return true;
  });

  await expect(readOf('blobs/ab/abc')).rejects.toThrow('The bucket of the backups (s3://backups/shed) cannot be reached');
});
