import { afterEach, expect, test } from 'vitest';
import { createDiskWatch, type DiskWatch } from '#server/disk-watch.ts';
import { createHealth } from '#server/health.ts';

const MB = 1_000_000;
const GB = 1000 * MB;

const watches: DiskWatch[] = [];
afterEach(() => watches.splice(0).forEach((watch) => watch.stop()));

const watchDisk = (sizeBytes: number, holds: 'database' | 'files' = 'database') => {
  const disk = { freeBytes: sizeBytes, sizeBytes };
  const clock = { ticks: 0 };
  const said: string[] = [];
  const health = createHealth();
  const watch = createDiskWatch({
    disks: [{ folder: '/srv/headland', holds }],
    health,
    say: (line) => said.push(line),
    ticks: () => clock.ticks,
    measure: async () => disk,
  });
  watches.push(watch);
  const at = async (freeBytes: number) => {
    disk.freeBytes = freeBytes;
    await watch.look();
    const [concern] = health.concerns();
    return concern === undefined ? null : [concern.level, concern.code, concern.values];
  };
  return { disk, clock, said, watch, at };
};

test('the operator is told at a tenth and at a twentieth, once each', async () => {
  const { at, said } = watchDisk(100 * GB);
  expect(await at(10.5 * GB)).toBeNull();
  expect(await at(9.94 * GB)).toEqual(['warning', 'disk_low', { percent: 9, gigabytes: 9.9 }]);
  expect(await at(7 * GB)).toEqual(['warning', 'disk_low', { percent: 7, gigabytes: 7 }]);
  expect(await at(4 * GB)).toEqual(['warning', 'disk_low', { percent: 4, gigabytes: 4 }]);
  expect(said).toEqual([expect.stringMatching(/^Less than 10 % of/), expect.stringMatching(/^Less than 5 % of/)]);
});

test('a warning does not come and go with each file', async () => {
  const { at, said } = watchDisk(100 * GB);
  for (const free of [9.99, 10.01, 9.99, 10.9]) {
    expect(await at(free * GB)).not.toBeNull();
  }
  expect(await at(11.1 * GB)).toBeNull();
  expect(said).toEqual([expect.stringMatching(/^Less than 10 %/), 'There is room on the disk again.']);
});

test('a tenth of a large disk is no concern', async () => {
  const { at } = watchDisk(4000 * GB);
  expect(await at(300 * GB)).toBeNull();
  expect(await at(19 * GB)).toEqual(['warning', 'disk_low', { percent: 0, gigabytes: 19 }]);
});

test('writes are refused before the database fills its disk, and resume by themselves', async () => {
  const { at, disk, clock, watch } = watchDisk(100 * GB);
  await at(300 * MB);
  await expect(watch.requireDiskSpace()).resolves.toBeUndefined();
  await expect(watch.requireDiskSpace(20 * MB)).resolves.toBeUndefined();
  await expect(watch.requireDiskSpace(40 * MB)).rejects.toMatchObject({ code: 'no_room' });
  disk.freeBytes = 200 * MB;
  clock.ticks += 1000;
  await expect(watch.requireDiskSpace()).rejects.toMatchObject({ code: 'no_room', retryAfterSeconds: 60 });
  disk.freeBytes = 300 * MB;
  clock.ticks += 1000;
  await expect(watch.requireDiskSpace()).resolves.toBeUndefined();
  expect(await at(200 * MB)).toEqual(['degraded', 'disk_full', {}]);
});

test('with an external database no write is refused before it was tried', async () => {
  const { at, watch } = watchDisk(100 * GB, 'files');
  expect(await at(0)).toEqual(['warning', 'disk_low', { percent: 0, gigabytes: 0 }]);
  await expect(watch.requireDiskSpace()).resolves.toBeUndefined();
});

test('a write that failed for lack of space counts for a while, wherever that was', async () => {
  const { at, clock, watch, said } = watchDisk(100 * GB);
  watch.noteFull('could not extend file "base/5/16453": No space left on device');
  expect(await at(50 * GB)).toEqual(['degraded', 'disk_full', {}]);
  watch.noteFull('another');
  expect(await at(50 * GB)).toEqual(['degraded', 'disk_full', {}]);
  clock.ticks += 30_000;
  expect(await at(50 * GB)).toBeNull();
  expect(said).toHaveLength(2);
});

test('a folder that is not there yet is on the disk of the one above it', async () => {
  const health = createHealth();
  const watch = createDiskWatch({ disks: [{ folder: '/nobody/made/this', holds: 'backups' }], health, say: () => undefined });
  watches.push(watch);
  await expect(watch.look()).resolves.toBeUndefined();
});
