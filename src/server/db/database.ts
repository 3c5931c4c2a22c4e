import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';

/** A plain statement for hot paths. With a name the server plans it once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a step of the work is done for: the same for all who do it together. */
export interface Ground {
  readonly db: Database;
}

/** A step that is done for many at once, in one statement, as well as for one. */
export interface Step<Ctx extends Ground, Arg, Result> {
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  /** Returns a result for each argument, in their order. The context may be that of any of them. */
  readonly run: (ctx: Ctx, args: readonly Arg[]) => Promise<readonly Result[]>;
}

/** Where steps of several pieces of work meet. */
export interface Gathering {
  readonly ask: <Ctx extends Ground, Arg, Result>(step: Step<Ctx, Arg, Result>, ctx: Ctx, arg: Arg) => Promise<Result>;
}

/** What becomes of the answers to statements that travelled with others. */
export type Check = (rows: readonly object[][]) => void;

/** What data code works on: the whole pool, or the transaction of one request. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Runs a statement and returns its rows as objects. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Runs statements in their order, in one message, and returns the rows of each. If one fails, so do all after it; without a transaction
   * around them they take effect together. With none it sends what was to travel with the next ones.
   */
  queryAll(statements: readonly Statement[]): Promise<object[][]>;
  /**
   * Inside a transaction: has these statements travel in its next message, before all else in it. `check` is given the rows of each before
   * anyone else sees an answer to that message; what it throws is thrown to whoever sent it. Without a next message the commit takes them
   * along.
   */
  sendWithNext(statements: readonly Statement[], check?: Check): void;
  /**
   * Inside a transaction, on its outermost level: runs its last statement and commits, in one message. Nothing may follow: whatever the work
   * throws after it undoes nothing.
   */
  queryLast<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Runs the work in one transaction: committed when it returns, rolled back when it throws. Inside a transaction it joins that one. Only
   * rows of `organizationId` can be written in it (none of any organization without one, until `enter`): the database itself refuses
   * others. The work runs again from its start if the database had to break a deadlock, so it must not have side effects elsewhere.
   */
  transaction<T>(work: (database: Database) => Promise<T>, organizationId?: number): Promise<T>;
  /** Like `transaction`, but read-only, on a snapshot of the database. */
  snapshot<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Inside a transaction: runs the work; if it throws, only what it did is undone, and the transaction can go on. */
  savepoint<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Where steps that others do at the same time are done together (`doStep`); undefined: each is done alone. */
  readonly gathering?: Gathering | undefined;
  /** Inside a transaction: its statements may take as long as they need, for work that reads or writes a whole organization. */
  patient(): Promise<void>;
  /** Inside a transaction: from here on rows of this organization can be written. */
  enter(organizationId: number): Promise<void>;
  /**
   * What is known about the epoch of this database; undefined: it is not watched. On a watched one every connection and every transaction
   * begins by checking which database it is, and settles that (decision 0042).
   */
  readonly epochs?: EpochWatch | undefined;
  /** The same database, whose transactions are refused with `EpochMoved` if they would begin in another epoch than this one. */
  within(epoch: string): Database;
}

/** A backup was restored, or a replica promoted, after the work was begun: nothing was written. */
export class EpochMoved extends Error {
  /** The current epoch. */
  readonly epoch: string;

  constructor(epoch: string) {
    super('The epoch of the database is another one than the one that the work began in.');
    this.epoch = epoch;
  }
}

/** How busy the connections to the database are. */
export interface PoolState {
  /** The maximum number of connections. */
  readonly size: number;
  readonly used: number;
  /** How many callers wait for one. */
  readonly waiting: number;
}

/** An open database; `close` waits for running queries. */
export interface OpenDatabase extends Database {
  close(): Promise<void>;
  pool(): PoolState;
}
