import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFaultsProxy, type FaultsProxy } from '../faults-proxy.ts';
import { type Company, settle } from '../offline-app.ts';
import { publishApp } from '../published-app.ts';
import type { Person, TestApp } from '../test-app.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/** Every engine besides Chromium in which the app is tested, and how it is started. */
export const ENGINES: readonly (readonly [name: Driver['engine'], open: () => Promise<Driver>])[] = [
  ['WebKit', openWebKit],
  ['Firefox', openFirefox],
];

// Runs before all else on each page, so that no early error is missed; what it noted lasts as long as the tab. It sees exceptions, rejected
// promises, and what is written as an error; not what the browser writes to its own console by itself.
const LISTENER = `(() => {
  const note = (text) => {
    const all = JSON.parse(sessionStorage.getItem('pageErrors') || '[]');
    sessionStorage.setItem('pageErrors', JSON.stringify([...all, location.pathname + ': ' + text]));
  };
  addEventListener('error', (event) => note(event.message || 'error'));
  addEventListener('unhandledrejection', (event) => note(String(event.reason)));
  console.error = (...words) => note(words.join(' '));
})();`;

/** The built app with a listener for errors in its page, and the real server behind a proxy that makes faults. */
export interface EngineApp {
  readonly url: string;
  readonly proxy: FaultsProxy;
  readonly test: TestApp;
  company(): Promise<Company>;
  close(): Promise<void>;
}

/** Starts all but the browsers, on any free ports. */
export const startEngineApp = async (): Promise<EngineApp> => {
  const app = await publishApp();
  await app.publish('listening', async () => {
    const page = join(app.folder, 'index.html');
    const html = await readFile(page, 'utf8');
    await writeFile(page, html.replace('<head>', '<head><script src="/page-errors.js"></script>'));
    await writeFile(join(app.folder, 'page-errors.js'), LISTENER);
  });
  const proxy = await startFaultsProxy(app.url);
  return {
    url: proxy.url,
    proxy,
    test: app.test,
    company: async () => settle(await app.test.owner()),
    close: async () => {
      await proxy.close();
      await app.close();
    },
  };
};

/** Gives the browser the person's session, and leaves it at an address without the app. */
export const giveSession = async (driver: Driver, url: string, { cookie }: Person): Promise<void> => {
  const [name = '', value = ''] = cookie.split('=');
  await driver.open(`${url}/api/health`);
  await driver.cookie(name, value);
};
