import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { Bomb } from '#bench/attack/bomb.ts';
import { flatPng, hollowWebp, scannedJpeg } from '#bench/attack/pictures.ts';
import { attackTable, figuresOf, verdictOf } from '#bench/attack/report.ts';
import type { Outcome } from '#bench/attack/set-off.ts';
import { packed, zip64OfParts, zipOfParts } from '#bench/attack/zips.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

test('the bombs go off one after the other, and the report has a line for each', { tags: ['proof'], timeout: 300_000 }, async () => {
  const args = ['--import', 'tsx', 'bench/attack/main.ts', '--attack', '--quick'];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, timeout: 280_000, maxBuffer: 16 * 1_048_576 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('| '));
  // Head, rule, and nothing at all for comparison.
  expect(lines.length).toBeGreaterThan(3 + 40);
  for (const finding of ['S1', 'S2', 'S7', 'S11']) {
    expect(lines.some((line) => line.includes(`(${finding})`))).toBe(true);
  }
  expect(stdout).toMatch(/^Goals (met by all|NOT met by) \d+/m);
  // How long anything took says nothing here, but small bombs hurt nobody.
  expect(stdout).not.toContain('the server ended');
});

test('an argument that it does not know is refused with how to call it', async () => {
  for (const wrong of [['--loud'], ['--only', 'no bomb is called so']]) {
    const failure = run(process.execPath, ['--import', 'tsx', 'bench/attack/main.ts', ...wrong], { cwd: ROOT });
    await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('Usage: npm run bench') as string });
  }
});

const entriesOf = async (zip: Buffer): Promise<[string, number][]> => {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const entries: [string, number][] = [];
  for await (const { fileName, uncompressedSize } of file.eachEntry()) {
    entries.push([fileName, uncompressedSize]);
  }
  return entries;
};

test('the zips are read by a reader of zips: of both forms, with lies about sizes and files that share their bytes', async () => {
  const first = packed('a.txt', 'words');
  const lying = [first, { ...first, path: 'b.txt', saidBytes: 4_000, isShared: true }];
  expect(await entriesOf(zipOfParts(lying))).toEqual([
    ['a.txt', 5],
    ['b.txt', 4_000],
  ]);
  const many = Array.from({ length: 70_000 }, (_, place) => ({ ...first, path: `${place}.txt` }));
  expect(await entriesOf(zip64OfParts(many))).toHaveLength(70_000);
});

test('the pictures are of the sizes that they say', async () => {
  expect(await sharp(flatPng(300)).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 });
  expect(await sharp(flatPng(300, true)).metadata()).toMatchObject({ isProgressive: true });
  const jpeg = scannedJpeg(65_500, 20);
  expect(await sharp(jpeg, { limitInputPixels: false }).metadata()).toMatchObject({ format: 'jpeg', width: 65_500, isProgressive: true });
  expect(await sharp(hollowWebp(), { limitInputPixels: false }).metadata()).toMatchObject({ format: 'webp', width: 16_383 });
});

const outcome = (name: string, latency: number, more: Partial<Outcome> = {}): Outcome => {
  const bomb: Bomb = { name, finding: 'S1', run: () => Promise.resolve() };
  const watched = { latencies: Array.from({ length: 100 }, () => latency), statuses: { 200: 100 }, mostMb: 150 };
  return { bomb, own: { 400: 1 }, refused: [], isServerAlive: true, seconds: 10, load: 0.5, ...watched, ...more };
};

test('the report names what others felt of a bomb, and compares with a program that nobody attacks', () => {
  const figures = figuresOf([
    outcome('nothing', 5),
    outcome('harmless', 10),
    outcome('slow', 250),
    outcome('large', 10, { mostMb: 600 }),
    outcome('deadly', 10, { isServerAlive: false }),
    outcome('loud', 10, { statuses: { 200: 98, 429: 1, 0: 1 } }),
    outcome('locking', 10, { refused: ['a colleague: 429'] }),
  ]);
  expect(figures.map(({ misses }) => misses.join())).toEqual([
    '',
    '',
    'p99 ≥ 250 ms',
    'memory ≥ 600 MB',
    'the server ended',
    'others heard 1 × 0, 1 × 429',
    'a colleague: 429',
  ]);
  expect(figures.map(({ toIdle }) => toIdle)).toEqual([1, 2, 50, 2, 2, 2, 2]);
  expect(attackTable(figures)).toContain('| slow (S1) | 1 × 400 | 10 | 100 | 250.0 | 250 | 250 | 50.0 | 150 | 0.5 | p99 ≥ 250 ms |');
  expect(verdictOf(figures)).toMatch(/^Goals NOT met by 5 of 7 .*: slow; large; deadly; loud; locking\.$/);
  expect(verdictOf(figures.slice(0, 2))).toMatch(/^Goals met by all 2 /);
});
