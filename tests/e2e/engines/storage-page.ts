import { openStorage } from '#client/offline/browser/idb-storage.ts';
import { STORAGE_CASES } from '../../offline/storage-cases.ts';

// Built by storage.test.ts and loaded into an empty page of a real browser.

/** Runs the cases in the page; returns how many there are, and what failed. */
const runCases = async (): Promise<{ readonly count: number; readonly failed: readonly string[] }> => {
  const failed: string[] = [];
  for (const [index, [name, check]] of STORAGE_CASES.entries()) {
    try {
      await check(await openStorage({ name: `cases-${Date.now()}-${index}` }));
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  return { count: STORAGE_CASES.length, failed };
};
Object.assign(globalThis, { runCases });

export type RunCases = typeof runCases;
