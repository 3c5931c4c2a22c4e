import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { realBrowser } from './platform-browser.ts';
import type { Platform } from './platform-page.ts';

// What becomes of photos on the device, in a real browser.

declare const platform: Platform;
const { context, open } = realBrowser();

/** What `/file` answers with. */
let file: Buffer;
/** What the page sent to `/result`. */
let result: Buffer;

beforeEach(async () => {
  await context().route(/\/file$/, (route) => route.fulfill({ body: file }));
  await context().route(/\/result$/, (route) => {
    result = route.request().postDataBuffer() ?? Buffer.alloc(0);
    return route.fulfill({ body: '' });
  });
});

/** What becomes of a picked file. */
const prepare = async (page: Page, bytes: Buffer, type: string, fileName: string, keepOriginal = false) => {
  file = bytes;
  const prepared = await page.evaluate(
    async (picked) => {
      const content = await (await fetch('/file')).arrayBuffer();
      const { bytes: made, ...rest } = await platform.prepareFile(new File([content], picked.fileName, { type: picked.type }), picked);
      await fetch('/result', { method: 'POST', body: new Blob([made]) });
      return { ...rest, isBuffer: made instanceof ArrayBuffer };
    },
    { type, fileName, keepOriginal },
  );
  return { ...prepared, bytes: result };
};

/** Left half red, right half blue, so that a turn shows. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ]);

/** Which of red, green and blue is strong there. */
const colourAt = async (bytes: Buffer, left: number, top: number): Promise<boolean[]> => {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel].map((value) => value > 128);
};

test('a large photo gets 2560 pixels on its longer side, upright whichever way the camera was held', async () => {
  const page = await open();
  // Orientation 6: to be turned by 90° clockwise, so that the left half comes on top.
  const photo = await halves(4000, 3000).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const shrunk = await prepare(page, photo, 'image/jpeg', 'IMG_0001.JPEG');
  expect(shrunk).toMatchObject({ type: 'image/jpeg', fileName: 'IMG_0001.jpg', wasShrunk: true, isBuffer: true });
  const made = await sharp(shrunk.bytes).metadata();
  expect([made.format, made.width, made.height, made.orientation ?? 1]).toEqual(['jpeg', 1920, 2560, 1]);
  expect(shrunk.bytes.length).toBeLessThan(photo.length);
  expect(await colourAt(shrunk.bytes, 960, 100)).toEqual([true, false, false]);
  expect(await colourAt(shrunk.bytes, 960, 2460)).toEqual([false, false, true]);
  const kept = await prepare(page, photo, 'image/jpeg', 'IMG_0001.JPEG', true);
  expect(kept).toMatchObject({ fileName: 'IMG_0001.JPEG', wasShrunk: false });
  expect(kept.bytes.equals(photo)).toBe(true);
});

test('a heavy photo that is not large keeps its pixels, and transparent parts turn white', async () => {
  const page = await open();
  const size = { width: 1000, height: 1000 };
  const noise = await sharp({ create: { ...size, channels: 3, background: 'green', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .ensureAlpha()
    .composite([{ input: { create: { width: 200, height: 200, channels: 4, background: '#000' } }, left: 0, top: 0, blend: 'dest-out' }])
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(1.5 * 1024 * 1024);
  const shrunk = await prepare(page, noise, 'image/png', 'scan.png');
  expect(shrunk).toMatchObject({ type: 'image/jpeg', fileName: 'scan.jpg', wasShrunk: true });
  expect(await sharp(shrunk.bytes).metadata()).toMatchObject(size);
  expect(await colourAt(shrunk.bytes, 50, 50)).toEqual([true, true, true]);
});

test('what is small, no photo, broken, or would not get smaller stays as it is', async () => {
  const page = await open();
  const small = await halves(2560, 1200).jpeg().toBuffer();
  const flat = await sharp({ create: { width: 3000, height: 10, channels: 3, background: 'red' } })
    .png({ palette: true })
    .toBuffer();
  const broken = Buffer.concat([small.subarray(0, 300), Buffer.alloc(2_000_000, 7)]);
  const files: [Buffer, string, string][] = [
    [small, 'image/jpeg', 'small.jpg'],
    [flat, 'image/png', 'flat.png'],
    [broken, 'image/jpeg', 'broken.jpg'],
    [Buffer.alloc(2_000_000, 1), 'application/pdf', 'map.pdf'],
    [Buffer.alloc(2_000_000, 1), '', 'photo.heic'],
    [Buffer.alloc(0), 'image/jpeg', 'empty.jpg'],
  ];
  for (const [bytes, type, fileName] of files) {
    const { bytes: after, ...rest } = await prepare(page, bytes, type, fileName);
    expect(rest).toEqual({ type, fileName, wasShrunk: false, isBuffer: true });
    expect(after.equals(bytes)).toBe(true);
  }
});
