import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { buildServiceWorker } from '../../scripts/service-worker.mjs';
import { BROWSER_ARGUMENTS, CHROMIUM } from './browser.ts';
import { removeFolder } from './program.ts';
import { createTestApp, type Person, type TestApp } from './test-app.ts';

const BUILT = join(import.meta.dirname, '..', '..', 'dist', 'client');

/** The real server with a copy of the built web app, in which a test can publish another version. */
export interface PublishedApp {
  readonly url: string;
  readonly test: TestApp;
  /** The copy that is served. */
  readonly folder: string;
  /** Changes the page, so that it says which version it is, and its service worker with it. `change` may change more before the worker is built. */
  publish(version: string, change?: () => Promise<void>): Promise<void>;
  /** The paths of the app's own files in `assets`, as its pages ask for them. */
  assets(): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves the app on any free port. Its page carries `<meta name="version">`, first with the content `first`. */
export const publishApp = async (): Promise<PublishedApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-published-'));
  // Without the compressed twins, which would go on serving what they were made of.
  await cp(BUILT, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const publish: PublishedApp['publish'] = async (version, change) => {
    await writeFile(join(folder, 'index.html'), page.replace('<head>', `<head><meta name="version" content="${version}" />`));
    await change?.();
    await buildServiceWorker(folder);
  };
  await publish('first');
  const test = await createTestApp({ clientFolder: folder });
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    test,
    folder,
    publish,
    assets: async () => {
      const entries = await readdir(join(folder, 'assets'), { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => `/assets/${name}`);
    },
    close: async () => {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** An owner who has completed the onboarding. */
export const settledOwner = async (app: PublishedApp): Promise<Person & { orgId: number }> => {
  const owner = await app.test.owner();
  await owner.ok(contract.organizations.update, { params: { orgId: owner.orgId }, body: { onboardingStep: 'completed' } });
  return owner;
};

/** A browser with a profile of its own on disk, as installing and service workers want it. */
export interface Profile {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Opens such a browser, in which the person is signed in; further arguments go to the browser. */
export const openProfile = async (app: PublishedApp, person: Person, more: readonly string[] = []): Promise<Profile> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: [...BROWSER_ARGUMENTS, ...more],
    locale: 'en-US',
  });
  await signIn(context, app, person);
  return {
    context,
    close: async () => {
      await context.close();
      await removeFolder(folder);
    },
  };
};

/** Gives the browser the person's session. */
export const signIn = async (context: BrowserContext, app: PublishedApp, person: Person): Promise<void> => {
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: app.url }]);
};

/** For `expect.poll`: the machine may be busy. */
export const PATIENCE = { timeout: 40_000 };

/** Waits until the page is in the hands of the service worker. */
export const controlled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, PATIENCE);
};

/** The version of the page that is shown. */
export const versionOf = (page: Page): Promise<string | null> => page.locator('meta[name=version]').getAttribute('content');

/** What the page does by itself when one comes back to it. */
export const lookForUpdate = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
};

/** The caches that the worker, or anything else at this address, keeps. */
export const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** Those with the files of the app: one for each version. The page keeps another, with what the worker has to know for notices. */
export const shellNames = async (page: Page): Promise<string[]> =>
  (await cacheNames(page)).filter((name) => name.startsWith('headland-shell-'));
