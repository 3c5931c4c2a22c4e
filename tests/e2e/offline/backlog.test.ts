import { expect, vi } from 'vitest';
import { writeEntries } from '../../support/engine-on-page.ts';
import { gate } from '../../support/faults-proxy.ts';
import { started, test } from '../fixtures.ts';

// A season's work in one phone. 10,000 of them, and the length of the page's tasks during it, are measured by `npm run bench:web`.

vi.setConfig({ testTimeout: 600_000 });

const WAITING = 3000;
/** As the screen says it. */
const COUNTED = '3,000';
/** Long enough for hundreds of them to go. */
const QUIET_MS = 2_000;

test.beforeAll(started);

test(
  `38 Backlog of ${WAITING} items: counted, sent exactly once each, and the page stays responsive`,
  { tags: ['proof'] },
  async ({ app, proxy }) => {
    const company = await app.company();
    const device = await app.device(company.boss);
    const names = Array.from({ length: WAITING }, (_, index) => `entry ${index}`);
    await writeEntries(device.page, app.url, company, names);
    const { until, open } = gate();
    proxy.on('POST', /\/entries$/, { kind: 'hold', until });
    await device.open('/sync');
    await device.page.getByText(`Sending 1 of ${COUNTED}`, { exact: true }).waitFor();
    await device.page.getByText(`all ${COUNTED} changes are on this device`).waitFor();
    proxy.calm();
    open();
    const count = async (): Promise<number> => (await app.entries(company.orgId)).length;
    for (const screen of ['Customers', 'Entries', 'Equipment', 'Employees', 'Overview']) {
      const before = await count();
      await expect.poll(count, { timeout: 60_000, interval: 50 }).toBeGreaterThan(before + 20);
      await device.page.getByRole('link', { name: screen, exact: true }).first().click();
      await device.page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: screen === 'Entries' ? 'Job Entries' : screen })
        .waitFor();
    }
    await device.indicator().click();
    await device.press('Stop');
    await device.page.getByText('Paused. Press Sync now to continue.').waitFor();
    // What was under way has ended; from then on nothing leaves.
    await expect.poll(async () => (await device.queue()).filter(({ status }) => status === 'sending').length).toBe(0);
    const stoppedAt = await count();
    expect(stoppedAt).toBeLessThan(WAITING);
    await device.page.waitForTimeout(QUIET_MS);
    expect(await count()).toBe(stoppedAt);
    await device.press('Sync now');
    await expect.poll(async () => (await device.queue()).length, { timeout: 540_000, interval: 1_000 }).toBe(0);
    expect((await app.entries(company.orgId)).map(({ notes }) => notes).toSorted()).toEqual(names.toSorted());
    const sent = proxy.seen('POST', /\/entries$/);
    expect(sent).toHaveLength(WAITING);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(WAITING);
    expect(device.problems).toEqual([]);
  },
);
