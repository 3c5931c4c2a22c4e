import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Say } from '#server/log.ts';
import { isWorthAnotherTry } from '#server/db/connection-errors.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { sendWithEpoch } from '#server/db/epoch/opening.ts';
import { type Begin, overPool, wrap } from '#server/db/as-database.ts';
import { exclusiveOn, runOnce } from '#server/db/line.ts';
import { types } from '#server/db/statement-group.ts';

const TRIES = 6;
const PAUSE_MS = 30;

const inTransaction =
  (pool: pg.Pool, epochs: EpochWatch | undefined): Begin =>
  (_own, wanted) =>
  async (work, organizationId) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runOnce(pool, work, epochs, { ...wanted, organizationId });
      } catch (error) {
        if (tries === TRIES || !isWorthAnotherTry(error)) {
          throw error;
        }
        // Those that collided once would collide again at once.
        await sleep(Math.random() * PAUSE_MS * tries);
      }
    }
  };

/** How many connections, and how many seconds each thing may hold one; 0: forever. */
export interface DatabaseLimits {
  readonly poolSize: number;
  readonly statementSeconds: number;
  readonly lockSeconds: number;
  /** A transaction that sends nothing. */
  readonly idleSeconds: number;
}

const UNLIMITED: DatabaseLimits = { poolSize: 10, statementSeconds: 0, lockSeconds: 0, idleSeconds: 0 };

const settingsOf = ({ statementSeconds, lockSeconds, idleSeconds }: DatabaseLimits): string =>
  [
    // On every server: each statement is planned once, for all values, as `tests/plans.test.ts` examines them.
    'SET plan_cache_mode = force_generic_plan',
    'SET jit = off',
    `SET statement_timeout = ${statementSeconds * 1000}`,
    `SET lock_timeout = ${lockSeconds * 1000}`,
    `SET idle_in_transaction_session_timeout = ${idleSeconds * 1000}`,
  ].join('; ');

const setUp = async (client: pg.ClientBase, limits: DatabaseLimits, epochs: EpochWatch | undefined): Promise<void> => {
  await client.query(settingsOf(limits));
  if (epochs !== undefined) {
    await sendWithEpoch(exclusiveOn(client, epochs), epochs, [], '');
  }
};

/**
 * Opens a pool on a PostgreSQL server, 15 or later. `say` hears of connections lost while idle. `role` is an ordinary role to act as, if
 * the address names one that row-level security does not bind. With `epochs` no connection is handed out before it was checked which
 * database this is.
 */
export const openDatabase = (
  url: string,
  say: Say,
  role?: string,
  limits: DatabaseLimits = UNLIMITED,
  { epochs, name = 'headland' }: { readonly epochs?: EpochWatch | undefined; readonly name?: string } = {},
): OpenDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.poolSize,
    // The serving program's pool is watched: `npm run restored` recognizes from its connection that it runs, idle or not.
    min: epochs === undefined ? 0 : 1,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: name,
    // The pool waits for the promise, which its types do not tell.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => setUp(client, limits, epochs),
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
  });
  pool.on('error', (error) => say(`A database connection was lost: ${error.message}`, 'warn'));
  const database = wrap(overPool(pool), inTransaction(pool, epochs), epochs);
  return {
    ...database,
    close: () => pool.end(),
    pool: () => ({ size: limits.poolSize, used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  };
};
