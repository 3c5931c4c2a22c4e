import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { rangeOf } from '#server/http/send-file.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let boss: Member;
let folder = '';
let opened = 0;
const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(199_992)]);
const name = `${createHash('sha256').update(bytes).digest('hex')}.pdf`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-reading-'));
  const store = photoFolder(folder);
  const open: typeof store.open = (...what) => {
    opened += 1;
    return store.open(...what);
  };
  testApp = await createTestApp({ photos: { ...store, open } });
  boss = await testApp.owner();
  await boss.ok(contract.attachments.put, { params: { orgId: boss.orgId, sha256: name.slice(0, 64) }, body: bytes });
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const read = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await testApp.app.inject({ method, url: `/api/photos/${name}`, headers: { cookie: boss.cookie, ...headers } });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers, body: answer.body };
};
const ETAG = `"${name}"`;

describe('the range of a header', () => {
  test.each([
    [undefined, 'whole'],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes= 3-5 ', { start: 3, end: 5 }],
    ['BYTES=3-5', { start: 3, end: 5 }],
    ['bytes=3-99999999999999999999999', { start: 3, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'outside'],
    ['bytes=10-20', 'outside'],
    ['bytes=99999999999999999999999-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=5-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1.5-2', 'whole'],
    ['items=0-1', 'whole'],
    ['', 'whole'],
  ])('%s of ten bytes is %o', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });
});

describe('a file', () => {
  test('says what it is, how long it is and that parts can be had', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100000-', 100_000, 199_999],
    ['bytes=-5', 199_995, 199_999],
    ['bytes=199999-400000', 199_999, 199_999],
  ])('returns %s of it', async (range, start, end) => {
    const answer = await read({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/200000`,
      'content-length': String(end - start + 1),
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
      etag: ETAG,
    });
    expect(answer.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('can be put together from its parts', async () => {
    const parts: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += 64_001) {
      parts.push((await read({ range: `bytes=${from}-${from + 64_000}` })).bytes);
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('refuses a part that it does not have', async () => {
    const answer = await read({ range: 'bytes=200000-' });
    expect(answer.status).toBe(416);
    expect(answer.headers).toMatchObject({
      'content-range': 'bytes */200000',
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 416,
      code: 'unsatisfiable_range',
      detail: 'The file has 200000 bytes; ask for some of those.',
    });
  });

  test.each([
    ['the whole of it is meant', { range: 'bytes=0-1,5-6' }, 200],
    ['it is the one of which a part is there', { range: 'bytes=0-1', 'if-range': ETAG }, 206],
    ['it is another', { range: 'bytes=0-1', 'if-range': '"another"' }, 200],
    ['it is the same, weakly', { range: 'bytes=0-1', 'if-range': `W/${ETAG}` }, 200],
    ['it is dated', { range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 200],
    ['a part is not there, of another', { range: 'bytes=999999-', 'if-range': '"another"' }, 200],
  ])('is given as asked for when %s', async (_, headers, status) => {
    const answer = await read(headers);
    expect(answer.status).toBe(status);
    expect(answer.bytes.length).toBe(status === 206 ? 2 : bytes.length);
  });

  test.each([ETAG, `W/${ETAG}`, '*', `"another", ${ETAG}`])('is not sent to who has it: %s', async (known) => {
    const answer = await read({ 'if-none-match': known, range: 'bytes=0-1' });
    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
    expect(answer.headers).toMatchObject({ etag: ETAG, 'cache-control': 'private, no-cache' });
    expect((await read({ 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('answers HEAD with all but its bytes, which it does not even open', async () => {
    const before = opened;
    const answer = await read({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, answer.bytes.length, opened]).toEqual([200, 0, before]);
    const { date: _, 'x-request-id': __, connection: ___, ...whole } = (await read()).headers;
    expect(answer.headers).toMatchObject(whole);
  });

  test.each(['text/html', 'application/octet-stream'])(
    'is never compressed on the way, so that its parts stay its parts: %s',
    async (accept) => {
      const text = Buffer.from('a text that could well be compressed '.repeat(500));
      const sha256 = createHash('sha256').update(text).digest('hex');
      await boss.ok(contract.attachments.put, { params: { orgId: boss.orgId, sha256 }, body: text });
      const headers = { cookie: boss.cookie, accept, 'accept-encoding': 'br, gzip' };
      const answer = await testApp.app.inject({ url: `/api/photos/${sha256}.bin`, headers });
      expect(answer.headers).toMatchObject({ 'content-length': String(text.length), etag: `"${sha256}.bin"` });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.rawPayload.equals(text)).toBe(true);
    },
  );

  test('whose bytes are lost is a problem, for HEAD too, and not half an answer', async () => {
    const lost = Buffer.from('soon lost');
    const sha256 = createHash('sha256').update(lost).digest('hex');
    await boss.ok(contract.attachments.put, { params: { orgId: boss.orgId, sha256 }, body: lost });
    await rm(join(folder, String(boss.orgId), sha256.slice(0, 2), `${sha256}.bin`));
    const answer = await boss.send('GET', `/api/photos/${sha256}.bin`);
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: "This file's content is missing on the server. Attach it again." },
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers['etag']).toBeUndefined();
    const head = await testApp.app.inject({ method: 'HEAD', url: `/api/photos/${sha256}.bin`, headers: { cookie: boss.cookie } });
    expect([head.statusCode, head.rawPayload.length]).toEqual([404, 0]);
  });
});
