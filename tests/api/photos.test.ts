import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, dataString, fingerprint, type Member, pngBytes, refusedFor, type World } from './world.ts';

let testApp: TestApp;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-photos-'));
  testApp = await createTestApp({ photos: photoFolder(folder) });
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const log = (who: Person, { jobId, serviceTypeId }: World, photos: unknown) =>
  who.send('POST', `/api/jobs/${jobId}/entries`, { serviceTypeId, date: '2025-06-20', photos });
const namesOf = async (who: Person, world: World, photos: string[]) =>
  contract.jobEntries.create.response.parse((await log(who, world, photos)).body).photos;
const read = async (who: Person, name: string) => {
  const answer = await testApp.app.inject({ method: 'GET', url: `/api/photos/${name}`, headers: { cookie: who.cookie } });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
};
const filesOf = async (boss: Member): Promise<string[]> => {
  const files = await readdir(join(folder, String(boss.orgId)), { recursive: true, withFileTypes: true }).catch(() => []);
  return files.filter((file) => file.isFile()).map((file) => file.name);
};

const start = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const BYTES = {
  jpg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('a field')]),
  png: pngBytes('a field'),
  gif: Buffer.from('GIF89a a field'),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 a field', 'latin1'),
  heic: Buffer.from('\x00\x00\x00\x18ftypheic a field', 'latin1'),
  pdf: Buffer.from('%PDF-1.7 a field'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
};

describe('a file that was sent', () => {
  test.each([
    ['jpg', 'jpg', 'image/jpeg', 'inline'],
    ['png', 'png', 'image/png', 'inline'],
    ['gif', 'gif', 'image/gif', 'inline'],
    ['webp', 'webp', 'image/webp', 'inline'],
    ['heic', 'heic', 'image/heic', 'attachment'],
    ['pdf', 'pdf', 'application/pdf', 'attachment'],
    ['svg', 'bin', 'application/octet-stream', 'attachment'],
    ['html', 'bin', 'application/octet-stream', 'attachment'],
  ] as const)('as %s comes back with its bytes, known by them and not by its declared type', async (kind, ending, type, disposition) => {
    const { boss, world } = await start();
    const bytes = BYTES[kind];
    const declared = ['image/png', 'text/html', 'application/x-anything'].map((each) => dataString(bytes, each));
    const names = await namesOf(boss, world, declared);
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
    expect(names).toEqual([name, name, name]);
    const answer = await read(boss, name);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });

  test('is kept once in an organization, however often it is sent', async () => {
    const { boss, world } = await start();
    const before = await filesOf(boss);
    const [name] = await namesOf(boss, world, [dataString(pngBytes('once'))]);
    const again = await namesOf(boss, world, [dataString(pngBytes('once'), 'image/jpeg'), dataString(pngBytes('other'))]);
    expect(again[0]).toBe(name);
    expect((await filesOf(boss)).toSorted()).toEqual([...before, ...again].toSorted());
    const rows = await testApp.db.query({ text: 'select from photos where organization_id = $1', values: [boss.orgId] });
    expect(rows).toHaveLength(before.length + 2);
  });

  test('is kept once also when many send it at once', async () => {
    const { boss, world } = await start();
    const answers = await Promise.all(Array.from({ length: 8 }, () => log(boss, world, [dataString(pngBytes('at once'))])));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const files = await filesOf(boss);
    expect(files).toHaveLength(2);
    expect(files.filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  test('is named by what it is in later changes', async () => {
    const { boss, world } = await start();
    const [name = ''] = await namesOf(boss, world, [dataString(pngBytes('named'))]);
    const patch = (photos: unknown) => boss.send('PATCH', `/api/job-entries/${world.entryId}`, { photos });
    expect(await patch([name, dataString(BYTES.jpg)])).toMatchObject({
      status: 200,
      body: { photos: [name, expect.stringMatching(/\.jpg$/)], version: 2 },
    });
    expect(await patch(null)).toMatchObject({ status: 200, body: { photos: [], version: 3 } });
    expect(await patch([])).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await read(boss, name)).status).toBe(200);
  });

  test('is never part of a list of entries', async () => {
    const { boss, world } = await start();
    await namesOf(boss, world, [dataString(pngBytes('not in a list'))]);
    const list = await boss.send('GET', `/api/organizations/${boss.orgId}/job-entries`);
    const history = await boss.send('GET', `/api/organizations/${boss.orgId}/audit-logs`);
    expect(JSON.stringify([list.body, history.body])).not.toContain('base64');
  });
});

describe('who may read a file', () => {
  test('every member of the organization that has it', async () => {
    const { boss, world } = await start();
    for (const level of ['admin', 'basic', 'employee'] as const) {
      expect((await read(await testApp.member(boss, level), world.photoName)).status).toBe(200);
    }
  });

  test('nobody else: the answer is that for a file that does not exist', async () => {
    const { world } = await start();
    const stranger = await testApp.owner();
    const theirs = await stranger.send('GET', `/api/photos/${world.photoName}`);
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'File not found' } });
    expect((await stranger.send('GET', `/api/photos/${'0'.repeat(64)}.png`)).body).toEqual(theirs.body);
    expect((await testApp.nobody.send('GET', `/api/photos/${world.photoName}`)).status).toBe(401);
  });

  test('nobody whose access has ended', async () => {
    const { boss, world } = await start();
    const driver = await testApp.member(boss, 'basic');
    await boss.ok(contract.employees.update, { params: { id: driver.employeeId }, body: { isUser: false } });
    expect((await read(driver, world.photoName)).status).toBe(404);
  });

  test('each organization that sent the same bytes, from its own copy', async () => {
    const [one, other] = [await start(), await start()];
    const bytes = pngBytes('the same in both');
    const [name = ''] = await namesOf(one.boss, one.world, [dataString(bytes)]);
    expect((await read(other.boss, name)).status).toBe(404);
    expect(await namesOf(other.boss, other.world, [dataString(bytes)])).toEqual([name]);
    expect((await read(other.boss, name)).bytes.equals(bytes)).toBe(true);
  });
});

describe('refuses', () => {
  const UNKNOWN = 'Must be a data string (data:…;base64,…) or the name of a file sent earlier';

  test.each([
    ['an address', 'https://example.com/a.png'],
    ['a path', '../../../etc/passwd'],
    ['an empty name', ''],
    ['a data string without base64', 'data:image/png,abc'],
    ['a data string without bytes', 'data:image/png;base64,'],
    ['a data string without anything', 'data:'],
  ])('%s', async (_, photo) => {
    const { boss, world } = await start();
    const before = await fingerprint(testApp);
    expect(await log(boss, world, [world.photoName, photo])).toMatchObject(refusedFor('photos.1', UNKNOWN));
    expect(await fingerprint(testApp)).toEqual(before);
  });

  const GONE = 'The server no longer has this file. Leave it out, or add it again.';

  test('the name of a file that is not there (any more)', async () => {
    const { boss, world } = await start();
    const before = await fingerprint(testApp);
    expect(await log(boss, world, [world.photoName, `${'0'.repeat(64)}.png`])).toMatchObject(refusedFor('photos.1', GONE));
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('the name of a file of another organization', async () => {
    const { boss, world } = await start();
    const { world: theirs } = await start();
    expect(await log(boss, world, [theirs.photoName])).toMatchObject(refusedFor('photos.0', GONE));
  });

  test('more than three files', async () => {
    const { boss, world } = await start();
    const before = await fingerprint(testApp);
    const four = ['1', '2', '3', '4'].map((words) => dataString(pngBytes(words)));
    expect(await log(boss, world, four)).toMatchObject(refusedFor('photos', 'At most 3 files'));
    expect(await fingerprint(testApp)).toEqual(before);
    expect(await namesOf(boss, world, four.slice(1))).toHaveLength(3);
  });

  test('a file of more than 10 MB, while three of just that are taken', async () => {
    const { boss, world } = await start();
    const full = (fill: number) => dataString(Buffer.alloc(10_485_760, fill));
    const before = await fingerprint(testApp);
    const tooLarge = await log(boss, world, [dataString(Buffer.alloc(10_485_761, 1))]);
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'too_large', detail: 'A file can be at most 10 MB (10485760 bytes)' } });
    expect(await fingerprint(testApp)).toEqual(before);
    expect(await namesOf(boss, world, [full(1), full(2), full(3)])).toHaveLength(3);
  });

  test('a body that is larger than three such files', async () => {
    const { boss, world } = await start();
    const answer = await log(boss, world, [dataString(Buffer.alloc(33_000_000, 1))]);
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', detail: 'The body is larger than this call accepts.' } });
  });

  test('an entry as a whole when one of its files is refused, and names none of the others', async () => {
    const { boss, world } = await start();
    const fine = dataString(pngBytes('not kept'));
    expect((await log(boss, world, [fine, 'unknown.png'])).status).toBe(400);
    const name = `${createHash('sha256').update(pngBytes('not kept')).digest('hex')}.png`;
    expect((await read(boss, name)).status).toBe(404);
  });

  test.each(['%00', 'a%00.png', '..%2F..%2Fetc%2Fpasswd', '%F0%9F%9A%9C', 'x'.repeat(299)])('to read the name %s', async (name) => {
    const { boss } = await start();
    expect([400, 404]).toContain((await read(boss, name)).status);
  });
});
