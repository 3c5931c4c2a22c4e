import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { refusal } from '#shared/lib/errors.ts';
import { receiveArchive } from '#server/commands/archive/receive-archive.ts';
import { unpackJob } from '#server/commands/archive/unpack-job.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createThreads } from '#server/work/threads.ts';
import { manifestIn, sealed, tinyArchive, tinyFiles, withRows, zipOf } from '#tests/support/archive.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { sendArchive } from './archive-tools.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let other: Member;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-bombs-'));
  testApp = await createTestApp({ scratchFolder: folder });
  other = await testApp.owner('Mesquite Ag');
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  testApp.app.server.closeAllConnections();
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const DAMAGED = /^This export is damaged or was changed: /;
const MIB = 1_048_576;

const withManifest = (text: string) => zipOf([...tinyFiles(), ['manifest.json', Buffer.from(text)]]);

/** An export with these bytes, whatever they are, in place of a list. */
const withBytes = (path: string, bytes: Buffer) => {
  const files = sealed(tinyFiles());
  const manifest = manifestIn(files) as { files: { path: string }[] };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const listed = manifest.files.map((file) => (file.path === path ? { path, byteLength: bytes.length, sha256 } : file));
  return zipOf(
    [...files, [path, bytes] as const, ['manifest.json', Buffer.from(JSON.stringify({ ...manifest, files: listed }))] as const].reduce(
      (all, [name, of]) => all.set(name, of),
      new Map<string, Buffer>(),
    ),
  );
};

/** The zip is refused with a message; meanwhile another person is answered. Returns whether they were answered first. */
const isDefused = async (zip: Buffer, words: RegExp): Promise<boolean> => {
  expect(zip.length).toBeLessThan(MIB);
  let isAnswered = false;
  const bomb = sendArchive(await testApp.person(), zip).then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect((await other.send('GET', `/api/organizations/${other.orgId}/customers`)).status).toBe(200);
  const isFirst = !isAnswered;
  expect(await bomb).toMatchObject({ status: 400, body: { code: 'invalid_input', detail: expect.stringMatching(words) } });
  expect(await readdir(folder)).toEqual([]);
  return isFirst;
};

/** A zip that has to be unpacked to be known: whoever asks for something after it was sent does not wait for it. */
const expectDefused = async (zip: Buffer, words: RegExp): Promise<void> => expect(await isDefused(zip, words)).toBe(true);

describe('a small zip that unfolds to much', () => {
  test('in its manifest, which is longer than any', async () => {
    // Its directory says so, and nothing is unpacked: on a busy machine that is answered sooner than anything else.
    await isDefused(await withManifest('{"30":1},'.repeat((127 * MIB) / 9)), DAMAGED);
  });

  test('in its manifest, which contains more values than any', async () => {
    const begin = JSON.stringify(manifestIn(sealed(tinyFiles()))).slice(0, -1);
    await expectDefused(await withManifest(`${begin},"files":[${'{},'.repeat(7_000_000)}{}]}`), /manifest\.json contains more than it may/);
  });

  test('in its manifest, which is nested deeper than any', async () => {
    await expectDefused(await withManifest('['.repeat(20 * MIB)), /manifest\.json contains more than it may/);
  });

  test.each([
    ['records', `{"id":1,"changes":[${'{},'.repeat(1_300_000)}{}]}\n`],
    ['depth', `{"id":1,"changes":${'['.repeat(3_000_000)}}\n`],
  ])('in a line of a list: %s', async (_, line) => {
    const bytes = Buffer.from(line);
    await expectDefused(await withBytes('lists/auditLogs.ndjson', bytes), /auditLogs\.ndjson contains more than it may/);
  });

  test('in a line without an end', async () => {
    const bytes = Buffer.alloc(50 * MIB, 'x');
    await expectDefused(await withBytes('lists/jobs.ndjson', bytes), /a line that is too long/);
  });
});

describe('a thread that takes too much', () => {
  const tooMuch = () => refusal('invalid_input', 'exportTooMuch');
  const host = { reserveIds: async (_table: string, count: number) => Array.from({ length: count }, (_, at) => at + 1) };

  const unpackIn = async (threads: ReturnType<typeof createThreads>, zip: Buffer, seconds = 60) => {
    const own = await mkdtemp(join(folder, 'own-'));
    const path = join(own, 'export.zip');
    await writeFile(path, zip);
    const wish = { party: 'a', seconds, tooMuch, host };
    try {
      return await threads.run(unpackJob, { path, folder: own, user: { id: 1, email: 'dana@example.com' } }, wish);
    } finally {
      await rm(own, { recursive: true });
    }
  };

  test('memory is ended, which the program outlives, and the next one works', { tags: ['proof'] }, async () => {
    const threads = createThreads(TURNS.threads, { heapMb: 40, youngMb: 4, idleMs: 1000 });
    const rows = Array.from({ length: 130_000 }, (_, at) => ({
      name: `${at}`.padStart(64, '0'),
      contentType: `image/${at}`,
      byteLength: 1,
    }));
    const zip = await zipOf(sealed(withRows(tinyFiles(), 'photos', rows)));
    await expect(unpackIn(threads, zip)).rejects.toThrow('more memory or time');
    expect(await unpackIn(threads, await tinyArchive())).toMatchObject({ name: 'Tiny' });
  });

  test('time is ended as well', async () => {
    const threads = createThreads(TURNS.threads, { heapMb: 64, youngMb: 4, idleMs: 1000 });
    await expect(unpackIn(threads, await tinyArchive(), 0.001)).rejects.toThrow('more memory or time');
    expect(await unpackIn(threads, await tinyArchive())).toMatchObject({ name: 'Tiny' });
  });

  test('what is refused there is refused here, in the same words', async () => {
    const threads = createThreads(TURNS.threads);
    await expect(unpackIn(threads, Buffer.from('no zip'))).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: '' }] });
    // The same thread serves on.
    expect(await unpackIn(threads, await tinyArchive(), 10)).toMatchObject({ name: 'Tiny' });
  });
});

describe('an import that does not end', () => {
  const begin = (who: Person) => {
    const { port } = testApp.app.server.address() as AddressInfo;
    const headers = { cookie: who.cookie, 'content-type': 'application/zip' };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: contract.archives.import.path, headers });
    sent.on('error', () => undefined);
    sent.write('PK');
    return sent;
  };

  test('is the only one of its account, and leaves nothing behind', async () => {
    const someone = await testApp.person();
    const sent = begin(someone);
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1), { timeout: 30_000 });
    const second = await sendArchive(someone, await tinyArchive());
    expect(second).toMatchObject({ status: 429, body: { code: 'too_many' }, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect((await sendArchive(await testApp.person(), await tinyArchive())).status).toBe(201);
    sent.destroy();
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { timeout: 30_000 });
    await vi.waitFor(async () => expect((await sendArchive(someone, await tinyArchive())).status).toBe(201), { timeout: 30_000 });
  });

  test('is given up when nothing more arrives', async () => {
    const never = async function* never(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('PK');
      await new Promise(() => undefined);
    };
    const path = join(folder, 'silent.zip');
    await expect(receiveArchive(path, never(), async () => 'done', 5)).rejects.toMatchObject({ code: 'malformed' });
    await rm(path);
  });
});
