import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENGINES, type EngineApp, startEngineApp } from '../../support/engines/app.ts';
import type { Driver } from '../../support/engines/driver.ts';
import { PATIENCE, type User, userOf } from '../../support/engines/user.ts';
import { type Company, givePassword, PASSWORD, readEntries } from '../../support/offline-app.ts';

// The main thing, in each engine: what is saved without a network is there after a reload, and reaches the server once.

vi.setConfig({ testTimeout: 400_000 });

let app: EngineApp;
let folder: string;

beforeAll(async () => {
  app = await startEngineApp();
  folder = await mkdtemp(join(tmpdir(), 'headland-engines-'));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A picture as a camera makes it: large, and nothing that compresses well. */
const photo = async (name: string): Promise<string> => {
  const [width, height] = [1600, 1200];
  const path = join(folder, name);
  const raw = { width, height, channels: 3 } as const;
  await writeFile(
    path,
    await sharp(randomBytes(width * height * 3), { raw })
      .jpeg({ quality: 60 })
      .toBuffer(),
  );
  return path;
};
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Files of waiting changes, by what this device keeps of them. */
const keptFiles = (driver: Driver): Promise<string[]> =>
  driver.run(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('headland');
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened.')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const reading = db.transaction('blobs').objectStore('blobs').getAll();
          reading.addEventListener('success', () => {
            db.close();
            const files = reading.result as { bytes: ArrayBuffer }[];
            resolve(files.map(({ bytes }) => Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')).map(btoa));
          });
        });
      }),
  );

const signIn = async (driver: Driver, user: User, { boss }: Company): Promise<void> => {
  await driver.open(`${app.url}/`);
  await user.press('Sign in with the identity provider');
  await user.fill('Email', boss.email);
  await user.fill('Password', PASSWORD);
  await user.press('Sign in');
  await user.isAt(/Overview/);
};

/** The worker fetches every file of the app first, on a machine where two engines may be at it. */
const WHOLE_APP = { ...PATIENCE, timeout: 120_000 };

const FILES = 'dialog input[type=file]:not([capture])';

const log = async (driver: Driver, user: User, notes: string, file: string): Promise<void> => {
  await user.press('New Job Entry');
  await user.choose('Customer');
  await user.choose('Service');
  await user.fill('Notes', notes);
  await expect.poll(() => driver.run((input) => document.querySelector(input) !== null, FILES), PATIENCE).toBe(true);
  await driver.upload(FILES, file);
  await user.reads(/1 of 3/);
  await user.press('Submit Entry');
};

describe.each(ENGINES)('%s', (_, openEngine) => {
  let driver: Driver;
  let user: User;
  let company: Company;

  beforeAll(async () => {
    [driver, company] = await Promise.all([openEngine(), app.company()]);
    await givePassword(app.test, company.boss);
    user = userOf(driver);
  });
  afterAll(async () => {
    app.proxy.calm();
    await driver?.close();
  });

  const entries = () => readEntries(app.test, company.orgId);
  const photoOf = async (name = ''): Promise<Buffer> => {
    const answer = await fetch(`${app.url}/api/photos/${name}`, { headers: { cookie: company.boss.cookie } });
    return Buffer.from(await answer.arrayBuffer());
  };

  test('signing in, an entry with a photo, no network, another, a reload, the network again: each once, byte for byte', async () => {
    // Only the worker asks for it: as long as it does not come, there is none.
    const comes = app.proxy.on('GET', /maskable/, { kind: 'drop' });
    await signIn(driver, user, company);
    const isReady = () => driver.run(() => navigator.serviceWorker.controller?.state ?? 'no worker');
    await expect.poll(() => app.proxy.seen('GET', /maskable/), WHOLE_APP).not.toEqual([]);
    expect(await isReady()).toBe('no worker');
    // Soon: after each failure the page waits longer before it tries again.
    comes();
    await log(driver, user, 'with a network', await photo('one.jpg'));
    await user.reads(/Success/);
    await expect.poll(entries, PATIENCE).toMatchObject([{ notes: 'with a network', photos: [expect.any(String)] }]);
    await expect.poll(isReady, WHOLE_APP).toBe('activated');

    app.proxy.on('*', /./, { kind: 'drop' });
    await log(driver, user, 'without', await photo('two.jpg'));
    await user.reads(/Saved Offline/);
    const [kept, ...more] = await keptFiles(driver);
    expect(more).toEqual([]);
    await driver.run(() => void Object.assign(window, { isOld: true }));
    await driver.open(`${app.url}/dashboard`);
    await user.isAt(/Overview/);
    expect(await driver.run(() => Reflect.has(window, 'isOld'))).toBe(false);
    await driver.open(`${app.url}/sync`);
    await user.reads(/without|West 80 rye cover/);
    expect(await keptFiles(driver)).toEqual([kept]);
    expect(await entries()).toHaveLength(1);

    app.proxy.calm();
    await driver.run(() => void window.dispatchEvent(new Event('focus')));
    await expect.poll(() => keptFiles(driver), PATIENCE).toEqual([]);
    const all = await entries();
    expect(all.map(({ notes }) => notes)).toEqual(['with a network', 'without']);
    expect(sha256(await photoOf(all[1]?.photos[0]))).toBe(sha256(Buffer.from(kept ?? '', 'base64')));
    expect(await user.errors()).toEqual([]);
  });
});
