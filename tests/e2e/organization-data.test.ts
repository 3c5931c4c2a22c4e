import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { buildWorld } from '../api/world.ts';
import { sealed, tinyArchive, tinyFiles, unzip, rowsIn, zipOf } from '../support/archive.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import type { TestApp } from '../support/test-app.ts';
import { started, test } from './fixtures.ts';

// The whole of an organization on the screens: taking it along, bringing it back, and its end.

const folder = await mkdtemp(join(tmpdir(), 'headland-data-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An owner whose set-up is complete. */
const settledOwner = async (server: TestApp) => {
  const owner = await server.owner();
  await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep: 'completed' } });
  return owner;
};

const chooseFile = async (page: Page, bytes: Buffer): Promise<void> => {
  // A browser does not send a file that has changed since it was chosen.
  const path = join(folder, `${randomUUID()}.zip`);
  await writeFile(path, bytes);
  await page.getByLabel(/Export \(zip\)/).setInputFiles(path);
};

test.beforeAll(started);

test('a manager downloads everything, and hears that it needs a connection', async ({ server, visit }) => {
  const owner = await settledOwner(server);
  await buildWorld(owner);
  const manager = await server.member(owner, 'manager');
  const { context, page, open, heading, follow, said } = await visit(manager);
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

test(
  'a driver reads who may export, and a fresh account brings an organization along',
  { tags: ['proof'] },
  async ({ server, visit, proxy }) => {
    const owner = await settledOwner(server);
    const { context, open, said } = await visit(await server.member(owner, 'basic'));
    await open('/organization/data');
    await said('Only the owner, admins and managers can export.');
    await context.close();

    const again = await visit(await server.person());
    await again.open('/');
    await again.heading('Welcome to Headland');
    await again.follow('Import a Headland export');
    await again.heading('Import an organization');
    await looksGood(again.page, 'data-import', DARK_DESK_LIGHT_PHONE);
    await again.press('Import');
    await again.said('Choose the zip first');
    await chooseFile(again.page, Buffer.from('no zip'));
    await again.press('Import');
    await again.said(/^This is not a Headland export\./);
    await chooseFile(again.page, await zipOf(sealed(tinyFiles(), { version: 2 })));
    await again.press('Import');
    await again.said(/newer version of Headland/);
    // The answer is lost: they are told to check, and it is there.
    proxy.on('POST', /^\/api\/organizations\/import$/, { kind: 'lose-answer' }, { times: 1 });
    await chooseFile(again.page, await tinyArchive());
    await again.press('Import');
    await again.said(/^The connection was lost\. Check whether/);
    await looksGood(again.page, 'data-lost', DARK_DESK_LIGHT_PHONE);
    await again.press('Import');
    await again.toast('Organization Imported');
    await again.at('/dashboard');
    await again.page.getByRole('button', { name: 'Tiny' }).waitFor();
  },
);

test('the owner deletes by typing the name, everybody else loses it at once, and it comes back', async ({ server, visit }) => {
  const owner = await settledOwner(server);
  const driver = await server.member(owner, 'basic');
  const { name } = await owner.ok(contract.organizations.get, { params: owner });

  const drivers = await visit(driver);
  await drivers.open('/dashboard');
  await drivers.page.getByRole('button', { name }).waitFor();

  const { page, open, heading, press, follow, type, said, toast } = await visit(owner);
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
