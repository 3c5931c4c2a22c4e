// No server, no free connection, or one that ended: errors of the system, of PostgreSQL (class 57: shut down, starting; 53: too many;
// 25P03: a transaction that was silent for too long), of the driver and of ours (not promoted yet).
const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300', '25P03', 'STANDBY']);
const WORDS = /^(timeout exceeded when trying to connect|Connection terminated)/;

/**
 * Whether a statement failed because the database was out of reach, and may well succeed a moment later. Whether it took effect is not
 * known.
 */
export const isDatabaseLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && CODES.has(code)) || WORDS.test(error.message) || isDatabaseLost(error.cause);
};

/** A statement that ran into its time limit, or waited too long for a lock of another transaction. */
const SLOW = new Set(['57014', '55P03']);

/** Whether the database aborted a statement because it took too long. Its transaction was rolled back. */
export const isDatabaseBusy = (error: unknown): boolean => {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && SLOW.has(code)) || isDatabaseBusy(error.cause);
};

/** Deadlock or serialization failure: nothing happened, and the next try may well succeed. */
export const isWorthAnotherTry = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40P01' || code === '40001' || (error instanceof Error && error.cause !== undefined && isWorthAnotherTry(error.cause));
};
