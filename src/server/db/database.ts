import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

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
  /** Runs the work in one transaction: committed when it returns, rolled back when it throws. Inside a transaction it joins that one. */
  transaction<T>(work: (database: Database) => Promise<T>): Promise<T>;
}

/** A database that is open; `close` waits for running queries. */
export interface OpenDatabase extends Database {
  close(): Promise<void>;
}
