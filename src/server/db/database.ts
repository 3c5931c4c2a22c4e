import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';

/** A plain statement for hot paths. With a name the server plans it once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What data code works on: the whole pool, or the transaction of one request. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Runs a statement and gives its rows as objects. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /**
   * Runs the work in one transaction: committed when it returns, rolled back when it throws. Inside a transaction it joins that one.
   * Only rows of `organizationId` can be written in it (none of any without one, until `enter`): the database itself refuses others.
   * The work runs again from its start if the database had to break a deadlock, so it must leave nothing behind elsewhere.
   */
  transaction<T>(work: (database: Database) => Promise<T>, organizationId?: number): Promise<T>;
  /** As `transaction`, on the database as it is at this moment, whatever others write meanwhile; nothing can be written in it. */
  snapshot<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Inside a transaction: its statements may take as long as they need, for work that reads or writes a whole organization. */
  patient(): Promise<void>;
  /** Inside a transaction: from here on rows of this organization can be written. */
  enter(organizationId: number): Promise<void>;
  /**
   * What is known of the epoch of this database; undefined: nobody watches it. Of a watched one every connection and every transaction begins
   * by looking whose database it is, and settles that (decision 0042).
   */
  readonly epochs?: EpochWatch | undefined;
  /** The same database, whose transactions are refused with `EpochMoved` where they would begin in another epoch than this one. */
  within(epoch: string): Database;
}

/** A backup was restored, or a replica promoted, after the work was begun: nothing was written. */
export class EpochMoved extends Error {
  /** The epoch that holds now. */
  readonly epoch: string;

  constructor(epoch: string) {
    super('The epoch of the database is another one than the one that the work began in.');
    this.epoch = epoch;
  }
}

/** How busy the connections to the database are. */
export interface PoolState {
  /** How many there may be. */
  readonly size: number;
  readonly used: number;
  /** Who waits for one. */
  readonly waiting: number;
}

/** A database that is open; `close` waits for running queries. */
export interface OpenDatabase extends Database {
  close(): Promise<void>;
  pool(): PoolState;
}
