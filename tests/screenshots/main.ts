import { Buffer } from 'node:buffer';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { ROUTES } from '#client/app/routes.tsx';
import { OVERVIEW } from '#client/app/screens.tsx';
import { de } from '#client/locales/de/every.ts';
import { es } from '#client/locales/es/every.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { DESKTOP, openBrowser, PHONE } from '../support/browser.ts';
import { readStore } from '../support/offline-device.ts';
import { removeFolder, startProgram } from '../support/program.ts';
import { furnishBilling } from './furnish.ts';
import { type Shot, shotsOf } from './shots.ts';

// Pictures of every screen of the demo, at both widths, light and dark, for people to look at: `folder names language`, all of which may be
// left out; of `names`, with commas between them, a picture's name holds one. `public/pictures`: those of the landing screen.

const LOOKS = [
  { name: 'desktop-light', viewport: DESKTOP, deviceScaleFactor: 1, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: DESKTOP, deviceScaleFactor: 1, colorScheme: 'dark' },
  { name: 'phone-light', viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'light' },
  { name: 'phone-dark', viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark' },
] as const;
const [into = 'screenshots', only = '', language = 'en'] = process.argv.slice(2);
/** The pictures of the landing screen, by what they are made of. */
const OF_LANDING: Readonly<Record<string, string>> = { 'dashboard-desktop-light': 'office', 'entry-filled-phone-light': 'phone' };
const isForLanding = into === 'public/pictures';
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = { en: {}, de, es };
const say = (text: string): string => WORDS[language]?.[text] ?? text;

/** Addresses that lead to a screen of another one. */
const ELSEWHERE = ['/machines', '/jobs/new', '/service-fields'];
const screens = [OVERVIEW, ...ROUTES].map(({ path }) => path).filter((path) => !ELSEWHERE.includes(path));
/** However the language says that something loads. */
const LOADING = /^Loading|lädt|geladen|laden|Cargando/;
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:[a-z]+/gi, String.raw`-?\d+`)}$`);

/** A new account, which is nobody's member. */
const register = async (context: BrowserContext, url: string, look: string): Promise<void> => {
  const data = { email: `nora@${look}.example`, password: 'three words and more', firstName: 'Nora', lastName: 'Lindqvist' };
  const answer = await context.request.post(`${url}/api/register`, { data });
  if (answer.status() !== 201) {
    throw new Error(`Nobody could register in the demo: ${answer.status()}`);
  }
};

/** Signs the demo's owner in; returns the organization's id. */
const signIn = async (context: BrowserContext, url: string): Promise<number> => {
  const owner = demoAccounts().find(({ role }) => role === 'owner');
  const answer = await context.request.post(`${url}/api/login`, { data: { email: owner?.email, password: owner?.password } });
  if (answer.status() !== 200) {
    throw new Error(`Nobody could sign in to the demo: ${answer.status()}`);
  }
  const [organization] = (await (await context.request.get(`${url}/api/organizations`)).json()) as { id: number }[];
  return organization?.id ?? 0;
};

/** Until everything of the organization is on the device, so that lists know how long they are. */
const fill = async (page: Page, url: string, orgId: number): Promise<void> => {
  await page.goto(`${url}/dashboard`);
  while (!(await readStore(page, 'meta')).some(({ key }) => key === `cursor:${orgId}`)) {
    await sleep(200);
  }
};

/** Draws the page as WebP, which every browser that the app runs in shows, in a third of a PNG's bytes. */
const drawSmall = async (page: Page, path: string): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 78 });
  await writeFile(path, Buffer.from(data, 'base64'));
};

/** Until nothing loads and nothing moves. */
const rest = async (page: Page): Promise<void> => {
  const loading = page.getByRole('status').filter({ hasText: LOADING });
  for (let left = 100; left > 0 && (await loading.count()) > 0; left -= 1) {
    await sleep(100);
  }
  await page.waitForFunction(() => document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete));
  await sleep(250);
};

const folder = await mkdtemp(join(tmpdir(), 'headland-screenshots-'));
const program = await startProgram({ DATA_DIR: folder }, ['--demo']);
const browser = await openBrowser();
try {
  await mkdir(into, { recursive: true });
  let count = 0;
  const shown = new Set<string>();
  for (const { name: look, viewport, deviceScaleFactor, colorScheme } of LOOKS) {
    const context = await browser.newContext({
      locale: language === 'en' ? 'en-US' : language,
      viewport,
      deviceScaleFactor,
      colorScheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      isMobile: viewport === PHONE,
      hasTouch: viewport === PHONE,
    });
    const page = await context.newPage();
    const isWide = viewport === DESKTOP;
    let orgId = 0;
    let who: Shot['who'] | 'owner' = 'nobody';
    const idOf = async (list: string): Promise<number> => {
      const [first] = (await (await context.request.get(`${program.url}/api/organizations/${orgId}/${list}`)).json()) as { id: number }[];
      return first?.id ?? 0;
    };
    for (const { name, path, who: seenBy = 'owner', prepare } of shotsOf(isWide, say)) {
      const picture = OF_LANDING[`${name}-${look}`];
      if (isForLanding ? picture === undefined : !only.split(',').some((part) => name.includes(part))) {
        continue;
      }
      if (seenBy !== who) {
        who = seenBy;
        if (who === 'owner') {
          orgId = await signIn(context, program.url);
          await furnishBilling(context, program.url, orgId);
          await fill(page, program.url, orgId);
        } else {
          await register(context, program.url, look);
        }
      }
      await context.setOffline(false);
      await page.emulateMedia({ media: null });
      await page.goto(`${program.url}${typeof path === 'string' ? path : await path(idOf, orgId)}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await rest(page);
      shown.add(new URL(page.url()).pathname);
      await prepare?.(page);
      await rest(page);
      await (isForLanding ? drawSmall(page, join(into, `${picture}.webp`)) : page.screenshot({ path: join(into, `${name}-${look}.png`) }));
      count += 1;
    }
    await context.close();
  }
  process.stdout.write(`${count} pictures in ${into}\n`);
  const missing =
    only === '' && !isForLanding ? screens.filter((path) => ![...shown].some((address) => patternOf(path).test(address))) : [];
  if (missing.length > 0) {
    throw new Error(`No picture shows ${missing.join(', ')}: shots.ts lacks them.`);
  }
} finally {
  await browser.close();
  await program.end('SIGTERM');
  await removeFolder(folder);
}
