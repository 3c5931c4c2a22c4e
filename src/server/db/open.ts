import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Say } from '#server/log.ts';
import { type Database, EpochMoved, type OpenDatabase, type Statement } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { type ExclusiveConnection, sendWithEpoch } from '#server/db/epoch/opening.ts';

/** All that is used of a pool or one of its clients. */
type Client = Pick<pg.Pool, 'query'>;

type Transaction = Database['transaction'];

/** Which transaction. */
interface Wanted {
  readonly organizationId?: number | undefined;
  /** On a watched database: in this epoch only. */
  readonly epoch?: string | undefined;
  readonly isSnapshot?: boolean;
}

/** How transactions begin on a client. */
type Begin = (own: Database, wanted: Wanted) => Transaction;

const wrap = (client: Client, begin: Begin, epochs: EpochWatch | undefined, epoch?: string): Database => {
  let orm: NodePgDatabase | undefined;
  const query = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    // The driver copies its parameters and changes none of them.
    const result = await client.query<Row>(statement as pg.QueryConfig);
    return result.rows;
  };
  const own: Database = {
    // Created on first use: the hot paths do without.
    get orm() {
      // The builder calls nothing of a client but `query`.
      orm ??= drizzle(client as pg.Pool, { casing: 'snake_case' });
      return orm;
    },
    query,
    transaction: (work, organizationId) => begin(own, { epoch })(work, organizationId),
    snapshot: (work) => begin(own, { epoch, isSnapshot: true })(work),
    savepoint: async (work) => {
      await client.query('SAVEPOINT part');
      try {
        const result = await work(own);
        await client.query('RELEASE part');
        return result;
      } catch (error) {
        await client.query('ROLLBACK TO part; RELEASE part');
        throw error;
      }
    },
    patient: async () => {
      await query({
        text: `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
        values: [],
      });
    },
    enter: async (organizationId) => {
      await query({
        name: 'enter-organization',
        text: `select set_config('headland.organization', $1, true)`,
        values: [`${organizationId}`],
      });
    },
    epochs,
    within: (only) => wrap(client, begin, epochs, only),
  };
  return own;
};

const joining: Begin = (own) => (inner) => inner(own);

const exclusiveOn = (client: Client, epochs: EpochWatch): ExclusiveConnection => ({
  send: async (commands) => {
    const results: unknown = await client.query(commands);
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return (last as pg.QueryResult<object>).rows;
  },
  inside: wrap(client, joining, epochs),
});

/** The id is part of the text, so it must be certain to be a number. */
const entering = (organizationId: number): string => {
  if (!Number.isSafeInteger(organizationId)) {
    throw new Error('Not the id of an organization.');
  }
  return `set_config('headland.organization', '${organizationId}', true)`;
};

/** One message, because each round trip costs as much as a small read. */
const beginOn = async (
  client: Client,
  epochs: EpochWatch | undefined,
  { organizationId, epoch, isSnapshot = false }: Wanted,
): Promise<void> => {
  const entered = organizationId === undefined ? undefined : entering(organizationId);
  const begin = isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN';
  if (epochs === undefined) {
    await client.query(entered === undefined ? begin : `${begin}; SELECT ${entered}`);
    return;
  }
  const found = await sendWithEpoch(exclusiveOn(client, epochs), epochs, [begin], entered === undefined ? '' : `, ${entered}`);
  if (epoch !== undefined && epoch !== found) {
    throw new EpochMoved(found);
  }
};

const runOnce = async <T>(
  pool: pg.Pool,
  work: (database: Database) => Promise<T>,
  epochs: EpochWatch | undefined,
  wanted: Wanted,
): Promise<T> => {
  const client = await pool.connect();
  const send: Client['query'] = Reflect.get(client, 'query');
  let broken: Error | undefined;
  let isOver = false;
  // Work that continues after it failed elsewhere must not reach the connection, which serves another request already.
  const guarded: Client = {
    query: (...statement: unknown[]) => {
      if (isOver) {
        throw new Error('The transaction of this statement is over.');
      }
      return Reflect.apply(send, client, statement);
    },
  };
  // A checked-out client reports a lost connection here, apart from its queries; without a listener, it ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await beginOn(client, epochs, wanted);
    const result = await work(wrap(guarded, joining, epochs));
    isOver = true;
    // A statement whose error was swallowed has aborted the transaction, and then COMMIT rolls back without an error.
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') {
      throw new Error('The transaction had failed before its end.');
    }
    return result;
  } catch (error) {
    isOver = true;
    await client.query('ROLLBACK').catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

const TRIES = 6;
const PAUSE_MS = 30;

/** Deadlock or serialization failure: nothing happened, and the next try may well succeed. */
export const isWorthAnotherTry = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40P01' || code === '40001' || (error instanceof Error && error.cause !== undefined && isWorthAnotherTry(error.cause));
};

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

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

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

const setUp = async (client: Client, limits: DatabaseLimits, epochs: EpochWatch | undefined): Promise<void> => {
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
  const database = wrap(pool, inTransaction(pool, epochs), epochs);
  return {
    ...database,
    close: () => pool.end(),
    pool: () => ({ size: limits.poolSize, used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  };
};
