import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { openProgramFolder, type ProgramFolder } from '#bench/program.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { postJson, setUp } from '#tests/kill/victim.ts';
import { removeFolder, startProgram } from '#tests/support/program.ts';

/** A mid-range phone relative to this machine. */
export const SLOWER = 4;
const PHONE = { width: 412, height: 915 };
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** A slow phone with a signed-in user. */
export interface SlowPhone {
  readonly origin: string;
  readonly page: Page;
  readonly devtools: CDPSession;
  setOffline(isOffline: boolean): Promise<void>;
  /** How many times slower than this machine it is from now on. */
  slowDown(times: number): Promise<void>;
  /** Reloads the page. */
  open(path: string): Promise<void>;
  /**
   * Opens it as an app is started, with nothing to leave, until the words are on the screen, which `bench` has to watch for; returns how long
   * after the start of the page that was. The slowed main thread does nothing else meanwhile: leaving another screen takes it some 70 ms,
   * and Playwright's script for finding elements 80.
   */
  openUntil(path: string, words: string): Promise<number>;
  /** Evaluates an expression over `bench` of on-page.js in the page. */
  ask<T>(expression: string): Promise<T>;
  /**
   * Milliseconds of processor time that the page's main thread has used so far, slowed down as it is, whatever other load the machine has.
   */
  busy(): Promise<number>;
  /** Milliseconds of processor time of the page's tasks during the work, longest first. */
  tasks(work: () => Promise<unknown>): Promise<number[]>;
  /** Polls until the answer is true. */
  until(expression: string, withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** The phone of a user with a small company, and what is in it. */
export interface Stage extends SlowPhone {
  readonly cookie: string;
  readonly userId: number;
  readonly orgId: number;
  readonly jobId: number;
  readonly customerId: number;
  readonly serviceTypeId: number;
}

interface Furnished {
  readonly cookie: string;
  readonly userId: number;
  readonly base: { readonly orgId: number; readonly jobId: number; readonly customerId: number };
  readonly serviceTypeId: number;
}

/** A small company with a service of four fields. */
const furnish = async (origin: string): Promise<Furnished> => {
  const { cookie, base } = await setUp(origin);
  const within = `${origin}/api/organizations/${base.orgId}`;
  const send = async (method: string, url: string, body?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.json();
  };
  await send('PATCH', within, { onboardingStep: 'completed' });
  const fields = (await send('GET', `${within}/custom-data-fields`)) as { id: number; name: string }[];
  const wanted = fields.filter(({ name }) => ['Hours', 'Loads', 'Notes', 'Attachments'].includes(name)).map(({ id }) => id);
  const service = await postJson(`${within}/service-types`, { name: 'Planting', customDataFieldIds: wanted }, cookie);
  const { id: serviceTypeId } = (await service.json()) as { id: number };
  const { id: userId } = (await send('GET', `${origin}/api/auth/user`)) as { id: number };
  return { cookie, userId, base, serviceTypeId };
};

interface Opened {
  readonly browser: Browser;
  readonly page: Page;
  readonly devtools: CDPSession;
}

const openBrowser = async (origin: string, cookie: string): Promise<Opened> => {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ARGUMENTS });
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, locale: 'en-US' });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(readFileSync(join(import.meta.dirname, 'on-page.js'), 'utf8'));
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { browser, page, devtools };
};

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

/** Tasks of main threads of pages, from a trace. */
const tasksIn = (trace: Buffer): number[] => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const isMain = (event: TraceEvent): boolean => event.name === 'thread_name' && event.args?.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a);
};

/** Opens the page with the session; the app's copy of the organization is filled and its worker caches the app. `end` stops the server. */
const openPhone = async (origin: string, cookie: string, orgId: number, end: () => Promise<unknown>): Promise<SlowPhone> => {
  const { browser, page, devtools } = await openBrowser(origin, cookie);
  const ask = <T>(expression: string): Promise<T> => page.evaluate<T>(expression);
  const until = async (expression: string, withinMs = 60_000): Promise<void> => {
    for (const last = performance.now() + withinMs; !(await ask<boolean>(expression)); await sleep(100)) {
      if (performance.now() > last) {
        throw new Error(`The page did not come to ${expression}.`);
      }
    }
  };
  const phone: SlowPhone = {
    origin,
    page,
    devtools,
    ask,
    busy: async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    },
    tasks: async (work) => {
      await browser.startTracing(page, { categories: ['toplevel'] });
      await work();
      return tasksIn(await browser.stopTracing());
    },
    until,
    setOffline: (isOffline) => page.context().setOffline(isOffline),
    slowDown: async (times) => void (await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })),
    open: async (path) => {
      await page.goto(`${origin}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    openUntil: async (path, words) => {
      // Of the same server, and kept by the worker: the browser need not start a process in between.
      await page.goto(`${origin}/favicon.svg`);
      await page.goto(`${origin}${path}`);
      const expression = `bench.whenShown(${JSON.stringify(words)})`;
      const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true });
      if (typeof result.value !== 'number') {
        throw new Error(`The page did not come to '${words}': ${exceptionDetails?.text}`);
      }
      return result.value;
    },
    close: async () => {
      await browser.close();
      await end();
    },
  };
  await phone.open('/dashboard');
  await until(`bench.rows('meta').then((rows) => rows.some(({ key }) => key === 'cursor:${orgId}'))`, 300_000);
  await until(`navigator.serviceWorker.controller?.state === 'activated'`);
  return phone;
};

/** Starts server and phone with a small company. */
export const openStage = async (): Promise<Stage> => {
  const folder: ProgramFolder = await openProgramFolder();
  const { origin } = await folder.start();
  const { cookie, userId, base, serviceTypeId } = await furnish(origin);
  const phone = await openPhone(origin, cookie, base.orgId, () => folder.remove());
  return { ...phone, cookie, userId, ...base, serviceTypeId };
};

/** Starts the demo, with the phone of the owner of its largest company. */
export const openDemoPhone = async (): Promise<SlowPhone & { readonly orgId: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-bench-demo-'));
  const program = await startProgram({ DATA_DIR: folder, LOG_LEVEL: 'warn' }, ['--demo']);
  const end = async (): Promise<void> => {
    await program.end('SIGTERM');
    await removeFolder(folder);
  };
  const owner = demoAccounts().find(({ role }) => role === 'owner');
  const answer = await postJson(`${program.url}/api/login`, { email: owner?.email, password: owner?.password });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [organization] = (await (await fetch(`${program.url}/api/organizations`, { headers: { cookie } })).json()) as { id: number }[];
  const orgId = organization?.id ?? 0;
  return { ...(await openPhone(program.url, cookie, orgId, end)), orgId };
};

/** How busy the machine is: the number of runnable processes. */
export const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
