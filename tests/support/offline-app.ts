import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { openBrowser } from './browser.ts';
import { type FaultsProxy, startFaultsProxy } from './faults-proxy.ts';
import { type Device, openDevice } from './offline-device.ts';
import { createTestApp, type Person, type TestApp } from './test-app.ts';

export const BUILT_CLIENT = join(import.meta.dirname, '..', '..', 'dist', 'client');

export type Member = Person & { readonly orgId: number };

/** An organization with what an entry needs. */
export interface Company {
  readonly boss: Member;
  readonly orgId: number;
  readonly customerId: number;
  readonly customer: string;
  readonly serviceTypeId: number;
  readonly service: string;
  readonly jobId: number;
  readonly job: string;
}

/** An entry as the server has it. */
export interface ServerEntry {
  readonly id: number;
  readonly notes: string;
  readonly jobId: number;
  readonly createdBy: number;
  readonly hours: number | null;
  readonly photos: readonly string[];
}

/** The built app, the real server behind a proxy that makes faults, and a browser. */
export interface OfflineApp {
  readonly url: string;
  readonly proxy: FaultsProxy;
  readonly test: TestApp;
  readonly browser: Browser;
  company(): Promise<Company>;
  /** A new device: a browser of its own as far as storage goes, with the person signed in and the app's copy filled. */
  device(person: Member, options?: BrowserContextOptions): Promise<Device>;
  /** Existing entries of the organization, in the order in which they were made. */
  entries(orgId: number): Promise<ServerEntry[]>;
  /** An entry as another person makes it. */
  log(company: Company, notes: string, person?: Person): Promise<number>;
  close(): Promise<void>;
}

/** Fills a new organization with what an entry needs; `boss` is its owner. */
export const settle = async (boss: Member): Promise<Company> => {
  const { orgId } = boss;
  const params = { orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const fields = await boss.ok(contract.customDataFields.list, { params, query: {} });
  const wanted = fields.filter(({ name }) => ['Hours', 'Notes', 'Attachments'].includes(name)).map(({ id }) => id);
  const customer = await boss.ok(contract.customers.create, { params, body: { businessName: 'Ostrander Land & Grain' } });
  const service = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Planting', customDataFieldIds: wanted } });
  const job = await boss.ok(contract.jobs.create, { params, body: { name: 'West 80 rye cover', customerId: customer.id } });
  return {
    boss,
    orgId,
    customerId: customer.id,
    customer: customer.businessName,
    serviceTypeId: service.id,
    service: service.name,
    jobId: job.id,
    job: job.name,
  };
};

/** A person who can sign in with the password, as on coming back. */
export const PASSWORD = 'three words and more';
export const givePassword = async (test: TestApp, { userId }: Person): Promise<void> => {
  const email = `${randomUUID()}@example.com`;
  await test.nobody.ok(contract.users.register, { body: { email, password: PASSWORD } });
  await test.db.query({
    text: 'update users set password_hash = (select password_hash from users where email = $1) where id = $2',
    values: [email, userId],
  });
};

/** A new session for a person with the password. */
export const signInAgain = async (test: TestApp, { email }: Person): Promise<{ readonly cookie: string }> => {
  const { headers } = await test.nobody.send('POST', '/api/login', { email, password: PASSWORD });
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
};

/** What the database says itself: nobody's answer is trusted for it. */
export const readEntries = (test: TestApp, orgId: number): Promise<ServerEntry[]> =>
  test.db.query<ServerEntry>({
    text: `select id, notes, job_id as "jobId", created_by as "createdBy", total_hours::float8 as hours, photos
             from job_entries where organization_id = $1 and deleted_at is null order by id`,
    values: [orgId],
  });

export const logEntry = async ({ boss, jobId, serviceTypeId }: Company, notes: string, person: Person = boss): Promise<number> => {
  const body = { serviceTypeId, date: '2026-05-04', notes };
  return (await person.ok(contract.jobEntries.create, { params: { id: jobId }, body })).id;
};

/**
 * Browsers of their own as far as storage goes. One that is given back is wiped like a new device and used again: only the installed app
 * stays, which costs most of the time that a first visit takes.
 */
const contextPool = (browser: Browser, origin: string) => {
  const idle = new Map<string, BrowserContext[]>();
  const wipe = async (context: BrowserContext): Promise<void> => {
    await Promise.all(context.pages().map((page) => page.close()));
    await context.setOffline(false);
    await context.clearCookies();
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
    await page.close();
  };
  return {
    take: async (options: BrowserContextOptions): Promise<BrowserContext> =>
      idle.get(JSON.stringify(options))?.pop() ??
      browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 }, ...options }),
    giveBack: async (context: BrowserContext, options: BrowserContextOptions): Promise<void> => {
      await wipe(context);
      const key = JSON.stringify(options);
      idle.set(key, [...(idle.get(key) ?? []), context]);
    },
  };
};

/** Starts all of it, on any free ports; `served`: in front of an app that is served already, and goes on when this ends. */
export const startOfflineApp = async (served?: { readonly test: TestApp; readonly url: string }): Promise<OfflineApp> => {
  const test = served?.test ?? (await createTestApp({ clientFolder: BUILT_CLIENT }));
  const proxy = await startFaultsProxy(served?.url ?? (await test.app.listen({ port: 0, host: '127.0.0.1' })));
  const browser = await openBrowser();
  const pool = contextPool(browser, proxy.url);
  return {
    url: proxy.url,
    proxy,
    test,
    browser,
    company: async () => settle(await test.owner()),
    device: async (person, options = {}) => {
      const context = await pool.take(options);
      return openDevice(context, proxy.url, person, () => pool.giveBack(context, options));
    },
    entries: (orgId) => readEntries(test, orgId),
    log: logEntry,
    close: async () => {
      await browser.close();
      await proxy.close();
      await (served ? undefined : test.close());
    },
  };
};
