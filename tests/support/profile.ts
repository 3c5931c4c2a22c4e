import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium } from 'playwright-core';
import { BROWSER_ARGUMENTS, CHROMIUM } from './browser.ts';
import { removeFolder } from './program.ts';

/** A browser's profile on disk, which outlives the browser. */
export interface KeptProfile {
  readonly folder: string;
  /** Starts a browser on it. */
  start(): Promise<BrowserContext>;
  /** Ends the browser as a flat battery does: all its processes at once. */
  kill(): Promise<void>;
  /** Ends the browser and removes the profile. */
  remove(): Promise<void>;
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The browser's processes: each names the folder in its command line, or is the child of one that does. */
const processesOf = async (folder: string): Promise<number[]> => {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (line.includes(folder)) {
      found.push(Number(name));
    }
  }
  return found;
};

/** An empty profile. */
export const createProfile = async (): Promise<KeptProfile> => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-profile-'));
  let context: BrowserContext | undefined;
  const kill: KeptProfile['kill'] = async () => {
    const pids = await processesOf(folder);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It was quicker.
      }
    }
    while (pids.some(isRunning)) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    context = undefined;
  };
  return {
    folder,
    start: async () => {
      context = await chromium.launchPersistentContext(folder, {
        executablePath: CHROMIUM,
        args: BROWSER_ARGUMENTS,
        locale: 'en-US',
        viewport: { width: 1280, height: 900 },
      });
      return context;
    },
    kill,
    remove: async () => {
      await context?.close();
      await removeFolder(folder);
    },
  };
};
