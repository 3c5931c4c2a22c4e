import { chai, JestAsymmetricMatchers, JestChaiExpect } from '@vitest/expect';

// What the battery of storage asks of vitest, inside a page: its own matchers, and tests that are collected.

chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const { expect } = chai;

const befores: (() => Promise<void>)[] = [];
const tests: { readonly name: string; readonly work: () => Promise<void> }[] = [];

export const beforeEach = (work: () => Promise<void>): void => void befores.push(work);
export const test = (name: string, work: () => Promise<void>): void => void tests.push({ name, work });

/** Runs all that was collected; gives what failed of how many. */
export const runAll = async (): Promise<{ readonly count: number; readonly failed: readonly string[] }> => {
  const failed: string[] = [];
  for (const { name, work } of tests) {
    try {
      for (const before of befores) {
        await before();
      }
      await work();
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
    }
  }
  return { count: tests.length, failed };
};
