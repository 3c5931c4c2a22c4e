import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { pngBytes } from '../../api/world.ts';
import { PATIENCE } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// Photos: large, one by one, interrupted, and never half.

vi.setConfig({ testTimeout: 120_000 });

const folder = await mkdtemp(join(tmpdir(), 'headland-files-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEAD = pngBytes('');
/** An incompressible picture of this many bytes. */
const photo = async (name: string, bytes: number) => {
  const buffer = Buffer.concat([HEAD, randomBytes(bytes - HEAD.length)]);
  const path = join(folder, name);
  await writeFile(path, buffer);
  return { path, buffer, sha256: createHash('sha256').update(buffer).digest('hex') };
};
const test = base
  .extend(
    'pathOf',
    ({ company }) =>
      (sha256: string): string =>
        `/api/organizations/${company.orgId}/attachments/${sha256}`,
  )
  .extend(
    'putsOf',
    ({ proxy }) =>
      (sha256: string) =>
        proxy.seen('PUT', new RegExp(`${sha256}$`)),
  )
  .extend(
    'isHeld',
    ({ company, pathOf }) =>
      async (sha256: string): Promise<number> =>
        (await company.boss.send('GET', pathOf(sha256))).status,
  );

test.beforeAll(started);

test('23 Photos, 3 x 10 MB: each is sent by itself, the interrupted one again, the others once, then the entry', async ({
  device,
  proxy,
  app,
  company,
  putsOf,
}) => {
  const photos = await Promise.all(['one.png', 'two.png', 'three.png'].map((name) => photo(name, MAX_FILE_BYTES)));
  await device.offline();
  expect(await device.log({ notes: 'with photos', files: photos.map(({ path }) => path) })).toBe('Saved Offline');
  expect((await device.queue())[0]?.blobs).toEqual(photos.map(({ sha256 }) => sha256));
  const [first, second, third] = photos.map(({ sha256 }) => sha256);
  proxy.on('PUT', new RegExp(`${second}$`), { kind: 'half' }, { times: 1 });
  proxy.on('PUT', new RegExp(`${third}$`), { kind: 'lose-answer' }, { times: 1 });
  await device.online();
  await expect.poll(() => app.entries(company.orgId), { ...PATIENCE, timeout: 150_000 }).toMatchObject([{ notes: 'with photos' }]);
  await device.allSent();
  expect([first, second, third].map((sha256 = '') => putsOf(sha256).map(({ statuses }) => statuses))).toEqual([
    [[201]],
    [[], [201]],
    [[201]],
  ]);
  const [entry] = await app.entries(company.orgId);
  expect(entry?.photos).toHaveLength(3);
  for (const [index, { sha256 }] of photos.entries()) {
    const kept = await fetch(`${app.url}/api/photos/${entry?.photos[index]}`, { headers: { cookie: company.boss.cookie } });
    expect(
      createHash('sha256')
        .update(Buffer.from(await kept.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
  }
  expect(await device.rows('blobs')).toEqual([]);
}, 300_000);

test('24 Partial upload: half a file is no file, and the entry waits until it is whole', async ({
  proxy,
  device,
  putsOf,
  isHeld,
  server,
  company,
  app,
  pathOf,
}) => {
  const one = await photo('field.png', 300_000);
  proxy.on('PUT', /\/attachments\//, { kind: 'half' });
  expect(await device.log({ notes: 'half a photo', files: [one.path] })).toBe('Saved Offline');
  await expect.poll(() => putsOf(one.sha256).length, PATIENCE).toBeGreaterThanOrEqual(1);
  expect(await isHeld(one.sha256)).toBe(404);
  expect(await server.db.query({ text: 'select 1 from photos where organization_id = $1', values: [company.orgId] })).toEqual([]);
  expect(await app.entries(company.orgId)).toEqual([]);
  await expect.poll(() => device.queue(), PATIENCE).toMatchObject([{ status: 'pending', retryCount: 0 }]);
  const wrong = await fetch(`${app.url}${pathOf(one.sha256)}`, {
    method: 'PUT',
    headers: { cookie: company.boss.cookie, 'content-type': 'application/octet-stream' },
    body: (await photo('another.png', 300_000)).buffer,
  }).catch(() => null);
  expect(wrong?.ok ?? false).toBe(false);
  proxy.calm();
  await device.look();
  await device.allSent();
  expect(await isHeld(one.sha256)).toBe(200);
  expect(await app.entries(company.orgId)).toMatchObject([{ notes: 'half a photo', photos: [expect.stringContaining('.png')] }]);
});
