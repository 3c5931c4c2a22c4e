import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { buildWorld } from '../api/world.ts';
import { sealed, tinyArchive, tinyFiles, unzip, rowsIn, zipOf } from '../support/archive.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { app, at, context, follow, heading, newDevice, open, page, press, proxy, said, toast, type, useField } from './onboarding-field.ts';

// The whole of an organization on the screens: taking it along, bringing it back, and its end.

useField();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-data-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An owner who is through with the onboarding. */
const settledOwner = async () => {
  const owner = await app.owner();
  await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep: 'completed' } });
  return owner;
};

const chooseFile = async (bytes: Buffer): Promise<void> => {
  // A browser does not send a file that has changed since it was chosen.
  const path = join(folder, `${randomUUID()}.zip`);
  await writeFile(path, bytes);
  await page.getByLabel(/Export \(zip\)/).setInputFiles(path);
};

test('a manager downloads everything, and hears that it needs a connection', async () => {
  const owner = await settledOwner();
  await buildWorld(owner);
  const manager = await app.member(owner, 'manager');
  await newDevice(manager);
  await open('/organization');
  await follow('Your Data');
  await heading('Your Data');
  await looksGood(page, 'data-mine', DARK_DESK_LIGHT_PHONE);
  expect(await page.getByRole('button', { name: 'Delete This Organization' }).count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await follow('Download Export');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.zip$/);
  const path = join(folder, 'downloaded.zip');
  await download.saveAs(path);
  expect(rowsIn(await unzip(await readFile(path)), 'jobs')).toContainEqual(expect.objectContaining({ name: 'North silage' }));
  await context.setOffline(true);
  await said('This needs a connection.');
  expect(await page.getByRole('link', { name: 'Download Export' }).count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Download Export' }).waitFor();
});

test('a driver reads who may, and a fresh account brings an organization along', async () => {
  const owner = await settledOwner();
  await newDevice(await app.member(owner, 'basic'));
  await open('/organization/data');
  await said('Only the owner, admins and managers can export.');
  await context.close();

  await newDevice(await app.person());
  await open('/');
  await heading('Welcome to Headland');
  await follow('Import a Headland export');
  await heading('Import an organization');
  await looksGood(page, 'data-import', DARK_DESK_LIGHT_PHONE);
  await press('Import');
  await said('Choose the zip first');
  await chooseFile(Buffer.from('no zip'));
  await press('Import');
  await said(/^This is not a Headland export\./);
  await chooseFile(await zipOf(sealed(tinyFiles(), { version: 2 })));
  await press('Import');
  await said(/newer version of Headland/);
  // The answer is lost: he is told to look, and it is there.
  proxy.on('POST', /^\/api\/organizations\/import$/, { kind: 'lose-answer' }, { times: 1 });
  await chooseFile(await tinyArchive());
  await press('Import');
  await said(/^The connection was lost\. Check whether/);
  await looksGood(page, 'data-lost', DARK_DESK_LIGHT_PHONE);
  await press('Import');
  await toast('Organization Imported');
  await at('/dashboard');
  await page.getByRole('button', { name: 'Tiny' }).waitFor();
});

test('the owner deletes by typing the name, everybody else loses it at once, and it comes back', async () => {
  const owner = await settledOwner();
  const driver = await app.member(owner, 'basic');
  const { name } = await owner.ok(contract.organizations.get, { params: owner });

  await newDevice(driver);
  await open('/dashboard');
  await page.getByRole('button', { name }).waitFor();
  const drivers = { context, page };

  await newDevice(owner);
  await open('/organization/data');
  await press('Delete This Organization');
  const dialog = page.getByRole('dialog');
  await looksGood(page, 'data-delete', DARK_DESK_LIGHT_PHONE);
  await type('Organization name', 'something else');
  await dialog.getByRole('button', { name: 'Delete This Organization' }).click();
  await said("Type the organization's name exactly as shown");
  await type('Organization name', name);
  await dialog.getByRole('button', { name: 'Delete This Organization' }).click();
  await toast('Deletion Started');
  await said(/^This organization will be deleted on /);
  await open('/organization/data');
  await page.getByRole('button', { name: 'Keep This Organization' }).waitFor();
  await said(/^This organization will be deleted on /);
  await looksGood(page, 'data-deleted', DARK_DESK_LIGHT_PHONE);
  await open('/dashboard');

  await drivers.page.reload();
  await drivers.page.getByRole('heading', { name: 'Welcome to Headland' }).waitFor();
  await drivers.context.close();

  await follow('Undo');
  await heading('Your Data');
  await press('Keep This Organization');
  await toast('Organization Kept');
  await page.getByText(/^This organization will be deleted on /).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete This Organization' }).waitFor();
  expect(await driver.ok(contract.organizations.list, {})).toHaveLength(1);
});
