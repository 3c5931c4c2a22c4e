import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Say } from '#server/log.ts';
import { type Database, EpochMoved, type OpenDatabase, type Statement } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { type ExclusiveConnection, sendWithEpoch, settleOn } from '#server/db/epoch/opening.ts';
import { StatementGroup } from '#server/db/statement-group.ts';

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

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

/** How statements reach the server: each in its order, with its rows. */
interface Way {
  readonly send: (statements: readonly Statement[]) => Promise<object[][]>;
  readonly sendLast: (statement: Statement) => Promise<object[]>;
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<T>;
  /** For the builder, which sends its own. */
  readonly client: Client;
}

const outside = (): never => {
  throw new Error('Only inside a transaction.');
};

/** Each statement on whichever connection is free. */
const overPool = (pool: pg.Pool): Way => ({
  send: async (statements) => {
    const rows: object[][] = [];
    for (const statement of statements) {
      // The driver copies its parameters and changes none of them.
      rows.push((await pool.query<object>(statement as pg.QueryConfig)).rows);
    }
    return rows;
  },
  sendLast: outside,
  savepoint: outside,
  client: pool,
});

const wrap = (way: Way, begin: Begin, epochs: EpochWatch | undefined, epoch?: string): Database => {
  let orm: NodePgDatabase | undefined;
  const query = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    const [rows = []] = await way.send([statement]);
    return rows as Row[];
  };
  const own: Database = {
    // Created on first use: the hot paths do without.
    get orm() {
      // The builder calls nothing of a client but `query`.
      orm ??= drizzle(way.client as pg.Pool, { casing: 'snake_case' });
      return orm;
    },
    query,
    queryAll: way.send,
    queryLast: async <Row extends object>(statement: Statement) => (await way.sendLast(statement)) as Row[],
    transaction: (work, organizationId) => begin(own, { epoch })(work, organizationId),
    snapshot: (work) => begin(own, { epoch, isSnapshot: true })(work),
    savepoint: (work) => way.savepoint(() => work(own)),
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
    within: (only) => wrap(way, begin, epochs, only),
  };
  return own;
};

const joining: Begin = (own) => (inner) => inner(own);

const exclusiveOn = (client: pg.ClientBase, epochs: EpochWatch): ExclusiveConnection => ({
  send: async (commands) => {
    const results: unknown = await client.query(commands);
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return (last as pg.QueryResult<object>).rows;
  },
  inside: wrap({ ...overPool(client as unknown as pg.Pool), client }, joining, epochs),
});

const plain = (text: string): Statement => ({ name: text, text, values: [] });
const COMMIT = plain('COMMIT');

/** What opens a transaction. */
const openingOf = (epochs: EpochWatch | undefined, { organizationId, isSnapshot = false }: Wanted): Statement[] => {
  const begin = plain(isSnapshot ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
  const parts = [
    ...(epochs === undefined ? [] : [`${epochs.whole} AS epoch`]),
    ...(organizationId === undefined ? [] : [`set_config('headland.organization', $1, true)`]),
  ];
  const values = organizationId === undefined ? [] : [`${organizationId}`];
  return parts.length === 0
    ? [begin]
    : [begin, { name: `open ${parts.length} ${values.length}`, text: `SELECT ${parts.join(', ')}`, values }];
};

/**
 * A transaction on one connection. What only prepares others (its beginning, a savepoint) travels with the first statement after it, and
 * the commit with the last one, because each message costs as much as a small read.
 */
class Line implements Way {
  readonly client: Client;
  private readonly connection: pg.ClientBase;
  private readonly epochs: EpochWatch | undefined;
  private readonly wanted: Wanted;
  /** Resolves when it has begun in the right epoch; undefined: nothing was sent yet. */
  private opened: Promise<void> | undefined;
  private prepared: Statement[] = [];
  private isOver = false;
  private isCommitted = false;

  constructor(connection: pg.ClientBase, epochs: EpochWatch | undefined, wanted: Wanted) {
    this.connection = connection;
    this.epochs = epochs;
    this.wanted = wanted;
    const send: unknown = Reflect.get(connection, 'query');
    this.client = {
      query: async (...statement: unknown[]) => {
        await this.run([]);
        return Reflect.apply(send as Client['query'], connection, statement) as unknown;
      },
    } as unknown as Client;
  }

  send = async (statements: readonly Statement[]): Promise<object[][]> => (await this.run(statements)).map(({ rows }) => rows as object[]);

  sendLast = async (statement: Statement): Promise<object[]> => {
    // Whether it is the right database has to be known before anything is kept.
    await this.run([]);
    const done = this.run([statement, COMMIT]);
    this.isOver = true;
    const [result, committed] = (await done) as [pg.QueryResult, pg.QueryResult];
    requireCommitted(committed);
    this.isCommitted = true;
    return result.rows as object[];
  };

  savepoint = async <T>(work: () => Promise<T>): Promise<T> => {
    const begin = plain('SAVEPOINT part');
    this.prepared.push(begin);
    try {
      const result = await work();
      this.prepared.push(plain('RELEASE part'));
      return result;
    } catch (error) {
      if (this.prepared.includes(begin)) {
        // Nothing of it was sent.
        this.prepared = this.prepared.slice(0, this.prepared.indexOf(begin));
      } else {
        await this.run([plain('ROLLBACK TO part'), plain('RELEASE part')]);
      }
      throw error;
    }
  };

  /** Keeps what was done. */
  async commit(): Promise<void> {
    if (this.isCommitted) {
      return;
    }
    if (this.opened === undefined) {
      // Without a statement of its own, it still has to be a transaction of the right database.
      await this.run([]);
    }
    this.isOver = true;
    const [result] = (await this.sendTogether([COMMIT])) as [pg.QueryResult];
    requireCommitted(result);
  }

  /** Undoes what was done. Rejects if the connection is lost. */
  async rollBack(): Promise<void> {
    this.isOver = true;
    if (this.opened !== undefined) {
      await this.connection.query('ROLLBACK');
    }
  }

  /** Runs statements after what was prepared for them, and returns their results. */
  private async run(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    // Work that continues after it failed elsewhere must not reach the connection, which serves another request already.
    if (this.isOver) {
      throw new Error('The transaction of this statement is over.');
    }
    if (this.opened === undefined) {
      const first = this.open([...this.prepared.splice(0), ...statements]);
      this.opened = first.then(() => undefined);
      // Whoever sent the first statements hears of a failure.
      this.opened.catch(() => undefined);
      const results = await first;
      return results.slice(results.length - statements.length);
    }
    await this.opened;
    const all = [...this.prepared.splice(0), ...statements];
    return all.length === 0 ? [] : (await this.sendTogether(all)).slice(all.length - statements.length);
  }

  private sendTogether(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const group = new StatementGroup(statements, types);
    // A query of our own making, which the driver's types know only by its parts.
    (this.connection as { query(query: unknown): unknown }).query(group);
    return group.results;
  }

  /** The first message: what opens the transaction, and the first statements of the work. */
  private async open(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const { epochs } = this;
    const opening = openingOf(epochs, this.wanted);
    let results = await this.sendTogether([...opening, ...statements]);
    if (epochs !== undefined && epochIn(results[1]) === null) {
      // Not the database that the epoch was written for: that is settled first, and nothing of this stays.
      await this.connection.query('ROLLBACK');
      await settleOn(exclusiveOn(this.connection, epochs), epochs);
      results = await this.sendTogether([...opening, ...statements]);
    }
    if (epochs !== undefined) {
      this.requireEpoch(epochIn(results[1]), epochs);
    }
    return results.slice(opening.length);
  }

  private requireEpoch(found: string | null, epochs: EpochWatch): void {
    if (found === null) {
      throw new Error('The database was settled and is yet another one.');
    }
    epochs.observe(found);
    if (this.wanted.epoch !== undefined && this.wanted.epoch !== found) {
      throw new EpochMoved(found);
    }
  }
}

const epochIn = (result: pg.QueryResult | undefined): string | null => {
  const [row] = (result?.rows ?? []) as object[];
  const epoch: unknown = row === undefined ? null : Reflect.get(row, 'epoch');
  return typeof epoch === 'string' ? epoch : null;
};

// A statement whose error was swallowed has aborted the transaction, and then COMMIT rolls back without an error.
const requireCommitted = ({ command }: pg.QueryResult): void => {
  if (command !== 'COMMIT') {
    throw new Error('The transaction had failed before its end.');
  }
};

/** The builder wraps what it hears of its statements, the first of which opens the transaction. */
const movedIn = (error: unknown): EpochMoved | undefined =>
  error instanceof EpochMoved ? error : error instanceof Error && error.cause !== undefined ? movedIn(error.cause) : undefined;

const runOnce = async <T>(
  pool: pg.Pool,
  work: (database: Database) => Promise<T>,
  epochs: EpochWatch | undefined,
  wanted: Wanted,
): Promise<T> => {
  const client = await pool.connect();
  const line = new Line(client, epochs, wanted);
  let broken: Error | undefined;
  // A checked-out client reports a lost connection here, apart from its queries; without a listener, it ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const result = await work(wrap(line, joining, epochs));
    await line.commit();
    return result;
  } catch (error) {
    await line.rollBack().catch((reason: Error) => {
      broken = reason;
    });
    throw movedIn(error) ?? error;
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
