import type pg from 'pg';
import { type Client, joining, overClient, type Wanted, type Way, wrap } from '#server/db/as-database.ts';
import { type Check, type Database, EpochMoved, type Statement } from '#server/db/database.ts';
import { withConnection } from '#server/db/connections.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { type ExclusiveConnection, settleOn } from '#server/db/epoch/opening.ts';
import { type Answer, answersIn, type Outcome, sendTogether } from '#server/db/statement-group.ts';

/** A connection that nobody else uses meanwhile. */
export const exclusiveOn = (client: pg.ClientBase, epochs: EpochWatch): ExclusiveConnection => ({
  send: async (commands) => {
    const results: unknown = await client.query(commands);
    const last: unknown = Array.isArray(results) ? results.at(-1) : results;
    return (last as pg.QueryResult<object>).rows;
  },
  inside: wrap(overClient(client), joining, epochs),
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

/** What travels with the next message of a transaction. */
interface Rider {
  readonly statements: readonly Statement[];
  readonly check?: Check | undefined;
}

const rowsOf = ({ rows }: Answer): object[] => rows;

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
  private opened: Promise<unknown> | undefined;
  private riders: Rider[] = [];
  private isOver = false;
  private isCommitted = false;
  /** Why nothing of it may be kept, however its work took that. */
  refusal: Error | undefined;

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

  send = async (statements: readonly Statement[]): Promise<object[][]> => (await this.run(statements)).map(rowsOf);

  sendWithNext = (statements: readonly Statement[], check?: Check): void => {
    this.riders.push({ statements, check });
  };

  sendLast = async (statement: Statement): Promise<object[]> => {
    const [result] = await this.finish([statement]);
    return result ? rowsOf(result) : [];
  };

  savepoint = async <T>(work: () => Promise<T>): Promise<T> => {
    const begin: Rider = { statements: [plain('SAVEPOINT part')] };
    this.riders.push(begin);
    try {
      const result = await work();
      if (this.riders.at(-1) !== begin && this.riders.length > 0) {
        // What still travels with the next message is part of it.
        await this.run([]);
      }
      this.riders.push({ statements: [plain('RELEASE part')] });
      return result;
    } catch (error) {
      const isUnsent = this.riders.includes(begin);
      this.riders = isUnsent ? this.riders.slice(0, this.riders.indexOf(begin)) : [];
      if (!isUnsent) {
        await this.run([plain('ROLLBACK TO part'), plain('RELEASE part')]);
      }
      throw error;
    }
  };

  /** Keeps what was done. */
  async commit(): Promise<void> {
    if (!this.isCommitted) {
      await this.finish([]);
    }
  }

  /** Undoes what was done. Rejects if the connection is lost. */
  async rollBack(): Promise<void> {
    this.isOver = true;
    if (this.opened !== undefined) {
      await this.connection.query('ROLLBACK');
    }
  }

  private async finish(statements: readonly Statement[]): Promise<readonly Answer[]> {
    if (this.opened === undefined || this.riders.some(({ check }) => check !== undefined)) {
      // Whether it is the right database, and what else may forbid it, has to be known before anything is kept.
      await this.run([]);
    }
    const done = this.run([...statements, COMMIT]);
    this.isOver = true;
    const results = await done;
    requireCommitted(results.at(-1));
    this.isCommitted = true;
    return results;
  }

  /** Runs statements after those that travel with them, and returns their results. */
  private async run(statements: readonly Statement[]): Promise<readonly Answer[]> {
    // Work that continues after it failed elsewhere must not reach the connection, which serves another request already.
    if (this.isOver) {
      throw new Error('The transaction of this statement is over.');
    }
    if (this.opened === undefined) {
      const riders = this.riders.splice(0);
      const first = this.open([...riders.flatMap((rider) => rider.statements), ...statements]);
      this.opened = first;
      // Whoever sent the first statements hears of a failure.
      first.catch(() => undefined);
      return this.hearAll(riders, await first);
    }
    await this.opened;
    if (this.refusal) {
      throw this.refusal;
    }
    const riders = this.riders.splice(0);
    const all = [...riders.flatMap((rider) => rider.statements), ...statements];
    return all.length === 0 ? [] : this.hearAll(riders, await sendTogether(this.connection, all));
  }

  /** Hands what travelled with others its rows, and returns the results of the others. */
  private hearAll(riders: readonly Rider[], outcomes: readonly Outcome[]): readonly Answer[] {
    let at = 0;
    for (const { statements, check } of riders) {
      const own = answersIn(outcomes.slice(at, at + statements.length));
      at += statements.length;
      this.orRefuse(() => check?.(own.map(rowsOf)));
    }
    return answersIn(outcomes.slice(at));
  }

  private orRefuse(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.refusal = error as Error;
      throw error;
    }
  }

  /** The first message: what opens the transaction, and the first statements of the work. */
  private async open(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const { epochs } = this;
    const opening = openingOf(epochs, this.wanted);
    const send = async () => {
      const outcomes = await sendTogether(this.connection, [...opening, ...statements]);
      const [, facts] = answersIn(outcomes.slice(0, opening.length));
      return { outcomes: outcomes.slice(opening.length), epoch: epochIn(facts) };
    };
    let first = await send();
    if (epochs !== undefined && first.epoch === null) {
      // Not the database that the epoch was written for: that is settled first, and nothing of this stays.
      await this.connection.query('ROLLBACK');
      await settleOn(exclusiveOn(this.connection, epochs), epochs);
      first = await send();
    }
    if (epochs !== undefined) {
      this.orRefuse(() => this.requireEpoch(first.epoch, epochs));
    }
    return first.outcomes;
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

const epochIn = (answer: Answer | undefined): string | null => {
  const [row] = answer?.rows ?? [];
  const epoch: unknown = row === undefined ? null : Reflect.get(row, 'epoch');
  return typeof epoch === 'string' ? epoch : null;
};

// A statement whose error was swallowed has aborted the transaction, and then COMMIT rolls back without an error.
const requireCommitted = (last: Answer | undefined): void => {
  if (last?.tag !== 'COMMIT') {
    throw new Error('The transaction had failed before its end.');
  }
};

/** Runs the work in one transaction, once. */
export const runOnce = <T>(
  pool: pg.Pool,
  work: (database: Database) => Promise<T>,
  epochs: EpochWatch | undefined,
  wanted: Wanted,
): Promise<T> =>
  withConnection(pool, async (connection, discard) => {
    const line = new Line(connection, epochs, wanted);
    try {
      const result = await work(wrap(line, joining, epochs));
      await line.commit();
      return result;
    } catch (error) {
      await line.rollBack().catch(discard);
      // The builder wraps what it hears of its statements.
      throw line.refusal ?? error;
    }
  });
