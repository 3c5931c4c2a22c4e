import pg from 'pg';
import { type Client, joining, overPool, type Wanted, type Way, wrap } from '#server/db/as-database.ts';
import { type Database, EpochMoved, type Statement } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { type ExclusiveConnection, settleOn } from '#server/db/epoch/opening.ts';
import { StatementGroup } from '#server/db/statement-group.ts';

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** A connection that nobody else uses meanwhile. */
export const exclusiveOn = (client: pg.ClientBase, epochs: EpochWatch): ExclusiveConnection => ({
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

/** Runs the work in one transaction, once. */
export const runOnce = async <T>(
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
