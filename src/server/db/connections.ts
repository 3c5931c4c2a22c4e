import type pg from 'pg';

/** Works on a connection of the pool that nobody else uses meanwhile; one that `discard` was called for, or that was lost, is not used again. */
export const withConnection = async <T>(
  pool: pg.Pool,
  work: (connection: pg.ClientBase, discard: (reason: Error) => void) => Promise<T>,
): Promise<T> => {
  const connection = await pool.connect();
  let broken: Error | undefined;
  // A checked-out client reports a lost connection here, apart from its queries; without a listener, it ends the process.
  const onError = (error: Error) => {
    broken = error;
  };
  connection.on('error', onError);
  try {
    return await work(connection, onError);
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
};
