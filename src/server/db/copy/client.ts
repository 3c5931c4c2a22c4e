import pg from 'pg';

// Counts and ids are far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** A dedicated connection for rows in COPY format, which a pool's queries cannot do. */
export type CopyClient = pg.Client;

/** However long a table is, limits of the server, the database or the role must not end a copy. Some are newer than PostgreSQL 15. */
const WITHOUT_LIMITS = `select set_config(name, '0', false) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`;

/** What COPY writes and reads as text depends on these; a copy must mean the same on every server. */
const SAME_EVERYWHERE = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`;

/** Opens a connection for the work and closes it, whatever the outcome; an open transaction ends with it. */
export const withClient = async <T>(url: string, work: (client: CopyClient) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'headland copy',
  });
  // A connection that breaks between two statements is reported here; the next statement fails with it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(WITHOUT_LIMITS);
    await client.query(SAME_EVERYWHERE);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};
