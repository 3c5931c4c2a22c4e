import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { type Say, wordsOf } from '#server/log.ts';

/**
 * Temporary errors while machines start one after the other: nothing listens yet, the network or DNS is not up, PostgreSQL is starting or
 * recovering (57P03), or has just ended, and all connections are taken.
 */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'ENOTFOUND',
  // A socket that does not exist yet.
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const WORDS = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated)/;

const passes = (error: unknown): boolean => {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && PASSING.has(code)) || WORDS.test(error.message) || passes(error.cause);
};

interface Patience {
  readonly forMs: number;
  readonly sayEveryMs: number;
  readonly tryEveryMs: number;
}

const PATIENCE: Patience = { forMs: 300_000, sayEveryMs: 10_000, tryEveryMs: 1_000 };

/** The reason, if the driver tried several addresses and its message is empty. */
const reasonOf = (error: unknown): string => {
  const words = wordsOf(error);
  return words === '' && error instanceof AggregateError ? wordsOf(error.errors[0]) : words;
};

/**
 * Waits for a database that is starting, and reports that every ten seconds, for five minutes. A wrong password, name or certificate will
 * not fix itself: that is thrown at once.
 */
export const waitForDatabase = async (db: Database, say: Say, { forMs, sayEveryMs, tryEveryMs }: Patience = PATIENCE): Promise<void> => {
  const began = performance.now();
  let saidAt = -Infinity;
  for (;;) {
    try {
      await db.query({ text: 'select 1', values: [] });
      return;
    } catch (error) {
      const waited = performance.now() - began;
      if (!passes(error)) {
        throw error;
      }
      if (waited + tryEveryMs > forMs) {
        throw new Error(`The database did not answer for ${Math.round(waited / 1000)} s: ${reasonOf(error)}`, { cause: error });
      }
      if (waited - saidAt >= sayEveryMs) {
        saidAt = waited;
        say(`Waiting for the database: ${reasonOf(error)}`, 'warn');
      }
    }
    await sleep(tryEveryMs);
  }
};
