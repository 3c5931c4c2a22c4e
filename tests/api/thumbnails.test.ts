import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { AppError } from '#shared/lib/errors.ts';
import { thumbnailOf } from '#server/commands/make-thumbnail.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let boss: Member;
let folder = '';
let photos: PhotoStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-thumbnails-'));
  photos = photoFolder(folder);
  testApp = await createTestApp({ photos });
  boss = await testApp.owner();
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const upload = async (bytes: Buffer): Promise<string> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return (await boss.ok(contract.attachments.put, { params: { orgId: boss.orgId, sha256 }, body: bytes })).name;
};
const read = async (name: string, headers: Record<string, string> = {}) => {
  const answer = await testApp.app.inject({ url: `/api/photos/${name}/thumbnail`, headers: { cookie: boss.cookie, ...headers } });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers, body: answer.body };
};
const NONE = { code: 'not_found', detail: 'There is no small version of this file. Open the file itself.' };
const expectNone = async (bytes: Buffer): Promise<void> => {
  const answer = await read(await upload(bytes));
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.body)).toMatchObject(NONE);
};

/** Red on the left, blue on the right. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#0000ff' } }, gravity: 'east' },
  ]);

const pixelAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('the thumbnail', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('of a %s is a small WebP', async (format) => {
    const name = await upload(await picture(1200, 800).toFormat(format).toBuffer());
    const answer = await read(name);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'content-length': String(answer.bytes.length),
      'cache-control': 'private, no-cache',
      etag: `"${name}.webp"`,
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 });
    expect(answer.bytes.length).toBeLessThan(5000);
    expect((await read(name, { 'if-none-match': `"${name}.webp"` })).status).toBe(304);
  });

  test.each([
    [1000, 500, 320, 160],
    [500, 1000, 160, 320],
    [100, 60, 100, 60],
    [8000, 4, 320, 1],
  ])('of %d × %d pixels has %d × %d', async (width, height, smallWidth, smallHeight) => {
    const { bytes } = await read(await upload(await picture(width, height).png().toBuffer()));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: smallWidth, height: smallHeight });
  });

  test('is upright and does not say where it was taken', async () => {
    const lying = await picture(800, 400)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const { bytes } = await read(await upload(lying));
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 160, height: 320 });
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    // Turned clockwise, what was left is on top.
    const [top, bottom] = [await pixelAt(bytes, 80, 40), await pixelAt(bytes, 80, 280)];
    expect([Math.round((top[0] ?? 0) / 64), Math.round((bottom[2] ?? 0) / 64)]).toEqual([4, 4]);
  });

  test('is made once and kept next to the picture', async () => {
    const name = await upload(await picture(700, 700).jpeg().toBuffer());
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(name)));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString('base64')}`)).size).toBe(1);
    const files = await readdir(join(folder, String(boss.orgId)), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile() && file.name.endsWith('.part'))).toEqual([]);
    expect(
      files
        .filter((file) => file.name.startsWith(name))
        .map((file) => file.name)
        .toSorted(),
    ).toEqual([name, `${name}.webp`]);
    // Once it is there, the picture is not opened again.
    await rm(join(folder, String(boss.orgId), name.slice(0, 2), name));
    expect((await read(name)).status).toBe(200);
  });

  test('is for members alone', async () => {
    const name = await upload(await picture(50, 50).png().toBuffer());
    const stranger = await testApp.owner();
    expect(await stranger.send('GET', `/api/photos/${name}/thumbnail`)).toMatchObject({ status: 404, body: { detail: 'File not found' } });
    expect((await testApp.nobody.send('GET', `/api/photos/${name}/thumbnail`)).status).toBe(401);
  });

  test('is no file of its own', async () => {
    const name = await upload(await picture(51, 50).png().toBuffer());
    expect((await read(name)).status).toBe(200);
    expect((await boss.send('GET', `/api/photos/${name}.webp`)).status).toBe(404);
    expect((await read(`${name}.webp`)).status).toBe(404);
  });
});

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG that claims to have this many pixels. */
const claiming = async (width: number, height: number): Promise<Buffer> => {
  const small = await picture(8, 8).png().toBuffer();
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
  return small;
};

describe('there is none', () => {
  test.each([
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a HEIC', Buffer.from('\x00\x00\x00\x18ftypheic a field', 'latin1')],
    ['a beginning without an end', SIGNATURE],
    ['an SVG that begins like a GIF', Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a JPEG of three bytes', Buffer.from([0xff, 0xd8, 0xff])],
  ])('of %s', async (_, bytes) => {
    await expectNone(bytes);
  });

  test('of half a picture', async () => {
    const whole = await picture(600, 600).jpeg().toBuffer();
    await expectNone(whole.subarray(0, whole.length / 2));
  });

  test.each([
    [60_000, 60_000],
    [2 ** 31 - 1, 1],
    [12_000, 10_000],
  ])('of a picture that says it has %d × %d pixels, and no memory is given to it', async (width, height) => {
    const before = process.memoryUsage().rss;
    await expectNone(await claiming(width, height));
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('of a picture that would unpack to more memory than allowed', async () => {
    const huge = sharp({ create: { width: 8100, height: 8100, channels: 4, background: '#123456' } });
    const bytes = await huge.webp({ lossless: true, effort: 0 }).toBuffer();
    expect(bytes.length).toBeLessThan(1000);
    await expectNone(bytes);
  });

  test('of bytes that were made to do harm, and the server lives on', async () => {
    const originals = await Promise.all(
      (['jpeg', 'png', 'gif', 'webp'] as const).map(async (format) => ({
        format,
        bytes: await picture(64, 48).toFormat(format).toBuffer(),
      })),
    );
    let name = 0;
    const tries = fc.record({
      original: fc.constantFrom(...originals),
      changes: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 3,
      }),
      length: fc.oneof(fc.constant(1), fc.double({ min: 0.2, max: 1, noNaN: true })),
    });
    const outcomes = { made: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(tries, async ({ original, changes, length }) => {
        const bytes = Buffer.from(original.bytes.subarray(0, Math.ceil(original.bytes.length * length)));
        for (const [place, value] of changes) {
          bytes[12 + Math.floor(place * (bytes.length - 12))] = value;
        }
        name += 1;
        const photo = {
          organizationId: 1,
          name: `${String(name).padStart(64, '0')}.${original.format === 'jpeg' ? 'jpg' : original.format}`,
          contentType: 'image/png',
        };
        await (await photos.receive(1, [bytes], 1_000_000)).keep(photo.name);
        const result = await thumbnailOf(photos, photo).catch((error: unknown) => error);
        outcomes[result instanceof AppError ? 'refused' : 'made'] += 1;
        // Refused in the one way there is, or made.
        expect(result instanceof Error ? result.message : NONE.detail).toBe(NONE.detail);
      }),
      { numRuns: sized({ push: 80, proofs: 400 }), seed: 20_250_601, endOnFailure: true },
    );
    expect(outcomes.made).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(20);
    expect((await read(await upload(await picture(33, 33).png().toBuffer()))).status).toBe(200);
  });
});
