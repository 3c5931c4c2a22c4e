import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible } from '../support/browser.ts';
import { looksGood, shoot } from '../support/looks.ts';
import { copyWaiting, type Field, openField, PATIENTLY } from './sync-field.ts';

// What the shell and the Sync screen say while the network comes and goes, the session ends, a lot waits, and when one logs out.

// Axe reads every look of every state.
vi.setConfig({ testTimeout: 120_000 });

let field: Field;

beforeAll(async () => {
  field = await openField();
});
afterAll(async () => {
  await field?.close();
});

test('with nothing to send the screen says so, names this device, and looks right', async () => {
  const { page } = field;
  await page.getByRole('heading', { level: 1, name: 'Sync' }).waitFor();
  await page.getByText(/Nothing to send on this device/).waitFor();
  await page.getByRole('table', { name: 'Devices' }).getByText('This device').waitFor();
  await looksGood(field.page, 'sync-empty');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await field.toast('Already synced', 'No pending changes to synchronize.');
});

test('going offline is said once, and seen all the time', async () => {
  const { page } = field;
  await field.offline();
  await field.says('Offline Mode');
  await page.getByText('Devices appear when you are back online.').waitFor();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await field.toast('Unable to sync', 'You are currently offline.');
});

test('while changes are on their way it says how far it is', async () => {
  const { page } = field;
  await field.logEntry('West 80 hay', '1');
  await field.logEntry('West 80 hay', '2');
  await field.go('/sync');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/batches', async (route) => {
    await held;
    await route.continue();
  });
  await field.online();
  await field.toast("You're back online", '2 pending changes to be synchronized.');
  await page.getByText('Sending 1 of 2', { exact: true }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Sending changes' }).getAttribute('value')).toBe('0');
  expect(await field.indicator().textContent()).toContain('sending 1 of 2');
  await looksGood(field.page, 'sync-sending');
  release();
  await field.says('Online');
  await page.getByText('2 sent today').waitFor();
  await page.unroute('**/batches');
});

test('a session that ended asks to sign in, and keeps what waits', async () => {
  const { page } = field;
  const signInAgain = await field.endSession();
  await field.logEntry('West 80 hay', '3');
  await field.go('/sync');
  const banner = page.getByRole('alert').filter({ hasText: 'Sign in to send 1 change' });
  await banner.waitFor();
  expect(await banner.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/api/login?returnTo=%2Fsync');
  await looksGood(field.page, 'sync-signed-out');
  await signInAgain();
  await page.reload();
  await field.says('Online');
});

test('unsent changes of an earlier install are told, never "Already synced"', async () => {
  const { page, dana } = field;
  const { name } = (await dana.ok(contract.devices.list, { params: { orgId: dana.orgId } }))[0] ?? { name: '' };
  const oldestAt = '2025-09-16T10:00:00.000Z';
  const body = { organizationId: dana.orgId, deviceId: 'an-earlier-install', name, pending: 4, attention: 0, oldestAt };
  await dana.ok(contract.devices.heartbeat, { body });
  await page.reload();
  await page.getByText(/An earlier install on .* had 4 unsent changes/).waitFor();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await field.toast('Nothing to send from this device', /had 4 unsent changes/);
  await looksGood(field.page, 'sync-earlier-install');
});

test('ten thousand changes that wait are read and drawn a page at a time', { tags: ['proof'] }, async () => {
  const { page } = field;
  await field.offline();
  await field.go('/employees');
  await page.getByRole('button', { name: 'Add Employee' }).first().click();
  await page.getByRole('dialog').getByLabel('First Name').fill('Spare');
  await page.getByRole('dialog').getByLabel('Last Name').fill('Hand');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Employee' }).click();
  await field.toast('Saved Offline', /Employee created locally/);
  await copyWaiting(page, 9_999, true);
  await field.go('/sync');
  await page.getByText('10,000 waiting', { exact: true }).waitFor();
  await page.getByText(/^One bar is \d+ changes$/).waitFor();
  const rows = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  await expect.poll(() => rows.count(), PATIENTLY).toBe(50);
  await page.getByRole('button', { name: 'Show more (9,950 left)' }).click();
  await expect.poll(() => rows.count(), PATIENTLY).toBe(100);
  await shoot(field.page, 'sync-ten-thousand');
  await copyWaiting(page, 9_999, false);
  await field.online();
  await field.says('Online');
});

test('logging out names the number of changes that are not sent, and keeps them for the next sign-in', async () => {
  const { page, ids } = field;
  await field.offline();
  await field.logEntry('West 80 hay', '5');
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = field.dialog("1 change hasn't been sent yet");
  await question.getByRole('button', { name: 'Keep them for next time and log out' }).waitFor();
  await expectAccessible(page);
  await shoot(field.page, 'sync-log-out');
  await question.getByRole('button', { name: 'Sync now' }).click();
  await field.toast('Unable to sync', 'You are currently offline.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  // No way for the entry; for the rest there is one.
  await page.route('**/batches', (route) => route.abort());
  await field.online();
  await field.toast("You're back online", '1 pending change to be synchronized.');
  await page.getByRole('button', { name: 'Log out' }).click();
  await question.getByRole('button', { name: /^Keep them/ }).click();
  await page.getByRole('heading', { name: /Every hour, load and gallon/ }).waitFor();
  expect((await field.hoursOf(ids.hay)).sort()).toEqual([1, 2, 3]);
});

test('nothing went wrong on any page', () => {
  expect(field.unexpected()).toEqual([]);
});
