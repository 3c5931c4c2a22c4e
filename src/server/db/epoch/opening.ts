import type { Database } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { settleInside } from '#server/db/epoch/settle.ts';

/** A connection that nobody else uses at the same time: for raw commands, and as data code sees it. */
export interface ExclusiveConnection {
  /** Sends commands and returns the rows of the last one. */
  readonly send: (commands: string) => Promise<readonly object[]>;
  readonly inside: Pick<Database, 'query' | 'enter' | 'patient'>;
}

export const settleOn = async ({ send, inside }: ExclusiveConnection, watch: EpochWatch): Promise<void> => {
  await send('BEGIN');
  try {
    watch.tell(await settleInside(inside, watch.reported));
    await send('COMMIT');
  } catch (error) {
    await send('ROLLBACK');
    throw error;
  }
};

const epochIn = ([row]: readonly object[]): string | null => {
  const epoch: unknown = row === undefined ? null : Reflect.get(row, 'epoch');
  return typeof epoch === 'string' ? epoch : null;
};

/**
 * Sends the commands, the last of which is a SELECT, together with a query for the epoch, and returns the epoch. If the database is not the
 * one that the epoch was written for, that is settled first: no connection or transaction is handed out before.
 */
export const sendWithEpoch = async (
  connection: ExclusiveConnection,
  watch: EpochWatch,
  commands: readonly string[],
  selected: string,
): Promise<string> => {
  const opening = [...commands, `SELECT ${watch.whole} AS epoch${selected}`].join('; ');
  let epoch = epochIn(await connection.send(opening));
  if (epoch === null) {
    if (commands.length > 0) {
      await connection.send('ROLLBACK');
    }
    await settleOn(connection, watch);
    epoch = epochIn(await connection.send(opening));
  }
  if (epoch === null) {
    throw new Error('The database was settled and is yet another one.');
  }
  watch.observe(epoch);
  return epoch;
};
