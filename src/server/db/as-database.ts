import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Check, Database, Statement } from '#server/db/database.ts';
import { withConnection } from '#server/db/connections.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { answersIn, sendTogether } from '#server/db/statement-group.ts';

/** All that is used of a pool or one of its clients. */
export type Client = Pick<pg.Pool, 'query'>;

type Transaction = Database['transaction'];

/** Which transaction. */
export interface Wanted {
  readonly organizationId?: number | undefined;
  /** On a watched database: in this epoch only. */
  readonly epoch?: string | undefined;
  readonly isSnapshot?: boolean;
}

/** How transactions begin on a client. */
export type Begin = (own: Database, wanted: Wanted) => Transaction;

/** How statements reach the server: each in its order, with its rows. */
export interface Way {
  readonly send: (statements: readonly Statement[]) => Promise<object[][]>;
  readonly sendWithNext: (statements: readonly Statement[], check?: Check) => void;
  readonly sendLast: (statement: Statement) => Promise<object[]>;
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<T>;
  /** For the builder, which sends its own. */
  readonly client: Client;
}

const outside = (): never => {
  throw new Error('Only inside a transaction.');
};

/** Without a transaction. */
const plainWay = (client: Client, send: Way['send']): Way => ({
  send,
  sendWithNext: outside,
  sendLast: outside,
  savepoint: outside,
  client,
});

// The driver copies the parameters of a statement and changes none of them.
const queryBy = async (client: Client, statement: Statement): Promise<object[]> =>
  (await client.query<object>(statement as pg.QueryConfig)).rows;

/** On this connection, one statement after the other. */
export const overClient = (connection: pg.ClientBase): Way =>
  plainWay(connection, async (statements) => {
    const rows: object[][] = [];
    for (const statement of statements) {
      rows.push(await queryBy(connection, statement));
    }
    return rows;
  });

/** On whichever connection is free. */
export const overPool = (pool: pg.Pool): Way =>
  plainWay(pool, async (statements) => {
    const [only, ...others] = statements;
    if (only !== undefined && only.name === undefined && others.length === 0) {
      return [await queryBy(pool, only)];
    }
    return withConnection(pool, async (connection, discard) => {
      const outcomes = await sendTogether(connection, statements);
      const failure = outcomes.find((outcome) => outcome instanceof Error);
      if (failure instanceof Error) {
        // Perhaps the first word of its end.
        discard(failure);
      }
      return answersIn(outcomes).map(({ rows }) => rows);
    });
  });

/** What data code sees of a way to the server. */
export const wrap = (way: Way, begin: Begin, epochs: EpochWatch | undefined, epoch?: string): Database => {
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
    sendWithNext: way.sendWithNext,
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

/** Inside a transaction there is no other. */
export const joining: Begin = (own) => (inner) => inner(own);
