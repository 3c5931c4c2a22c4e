import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, OpenDatabase, Statement } from '#server/db/database.ts';

const wrap = (client: pg.Pool | pg.PoolClient, transaction: (own: Database) => Database['transaction']): Database => {
  const own: Database = {
    orm: drizzle(client, { casing: 'snake_case' }),
    query: async <Row extends object>(statement: Statement) => {
      const result = await client.query<Row>({ ...statement, values: [...statement.values] });
      return result.rows;
    },
    transaction: (work) => transaction(own)(work),
  };
  return own;
};

const inTransaction =
  (pool: pg.Pool): Database['transaction'] =>
  async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A checked-out client reports a lost connection here, apart from its queries; unheard, it ends the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work(wrap(client, (own) => (inner) => inner(own)));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((reason: Error) => {
        broken = reason;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** Opens a pool on a PostgreSQL server, 15 or later. `say` hears of connections lost while idle. */
export const openDatabase = (url: string, say: (line: string) => void): OpenDatabase => {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, connectionTimeoutMillis: 10_000, application_name: 'headland' });
  pool.on('error', (error) => say(`A database connection was lost: ${error.message}`));
  const database = wrap(pool, () => inTransaction(pool));
  return { ...database, close: () => pool.end() };
};
