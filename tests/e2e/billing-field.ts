import type { Browser, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openPage } from '../support/browser.ts';
import type { Company, Member } from '../support/offline-app.ts';
import { giveSession, PATIENCE, readStore } from '../support/offline-device.ts';

// What the browser writes to its console of requests that are refused or do not get through.
const EXPECTED = /status of 4\d\d|net::ERR_|^EventSource's response/;

/** A completed piece of work more: hours of the company's service at a job of its own. Gives the job's id. */
export const addJob = async ({ boss, orgId, serviceTypeId, customerId }: Company, name: string, totalHours: number): Promise<number> => {
  const { id } = await boss.ok(contract.jobs.create, { params: { orgId }, body: { name, customerId } });
  await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20', totalHours } });
  return id;
};

/** Sits somebody down at a desk of their own, wherever and whenever that is, whose device has filled its copy; `unexpected` is what their browser complained of. */
export const sit = async (
  browser: Browser,
  url: string,
  person: Member,
  orgId: number,
  place: { timezoneId?: string; now?: string } = {},
) => {
  const { now, ...zone } = place;
  const looks = { viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...looks, ...zone });
  await giveSession(context, url, person);
  const { page, problems } = await openPage(context);
  if (now !== undefined) {
    await page.clock.setFixedTime(now);
  }
  await page.goto(`${url}/dashboard`);
  await vi.waitFor(async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`), PATIENCE);
  const unexpected = () => problems.filter((problem) => !EXPECTED.test(problem));
  return { context, page, unexpected, main: page.getByRole('main') };
};

/** Answers the question that is open, before a bill is issued and perhaps mailed, as soon as it may be answered. */
export const issueBill = (page: Page): Promise<void> =>
  page
    .getByRole('dialog', { name: 'Issue bill' })
    .getByRole('button', { name: /^Issue (bill|and send)$/ })
    .click();
