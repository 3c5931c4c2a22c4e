import type { Database, Statement } from '#server/db/database.ts';

/** A database whose first message takes a statement along. */
export interface Ridden {
  readonly db: Database;
  /** Resolves once the answer was heard, for which the statement is sent alone if nothing else was. */
  readonly heard: () => Promise<void>;
  readonly isHeard: () => boolean;
}

/**
 * Has this statement travel with the first message that is sent, on whichever connection, and passes its rows to `hear` before anyone sees an
 * answer to that message. What `hear` throws is thrown to everyone who asks: nothing is read or kept without its consent. Only the query
 * builder does not take it along: after reading with it, wait for `heard` before using what was read.
 */
export const withRider = (database: Database, rider: Statement, hear: (rows: readonly object[]) => void): Ridden => {
  let isHeard = false;
  let first: Promise<unknown> | undefined;
  const note = (rows: readonly object[]): void => {
    hear(rows);
    isHeard = true;
  };
  const sendFirst = async (statements: readonly Statement[]): Promise<object[][]> => {
    const [rows = [], ...others] = await database.queryAll([rider, ...statements]);
    note(rows);
    return others;
  };
  const queryAll = async (statements: readonly Statement[]): Promise<object[][]> => {
    if (!isHeard && first === undefined) {
      const sent = sendFirst(statements);
      first = sent;
      return sent;
    }
    if (!isHeard) {
      await first;
    }
    return database.queryAll(statements);
  };
  const joined =
    <T>(work: (inside: Database) => Promise<T>) =>
    (inside: Database): Promise<T> => {
      if (!isHeard) {
        inside.sendWithNext([rider], ([rows = []]) => note(rows));
      }
      return work(inside);
    };
  const own: Partial<Database> = {
    query: async <Row extends object>(statement: Statement): Promise<Row[]> => {
      const [rows = []] = await queryAll([statement]);
      return rows as Row[];
    },
    queryAll,
    transaction: (work, organizationId) => database.transaction(joined(work), organizationId),
    snapshot: (work) => database.snapshot(joined(work)),
  };
  return {
    // What is not said here is the database's own.
    db: Object.assign(Object.create(database) as Database, own),
    heard: async () => {
      if (!isHeard) {
        await queryAll([]);
      }
    },
    isHeard: () => isHeard,
  };
};
