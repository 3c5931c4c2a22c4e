import type { Database } from '#server/db/database.ts';
import type { EpochWatch } from '#server/db/epoch/epoch.ts';
import { settleInside } from '#server/db/epoch/settle.ts';

/** One connection that nobody else uses meanwhile: as it takes commands, and as data code sees it. */
export interface Alone {
  /** Sends commands and gives the rows of the last one. */
  readonly send: (commands: string) => Promise<readonly object[]>;
  readonly inside: Pick<Database, 'query' | 'enter' | 'patient'>;
}

const settleOn = async ({ send, inside }: Alone, watch: EpochWatch): Promise<void> => {
  await send('BEGIN');
  try {
    watch.tell(await settleInside(inside, watch.told));
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
 * Sends the commands, the last of which is a SELECT, together with a look at the epoch, and gives it. Where the database is not the one that
 * the epoch was written for, that is settled first: nobody gets a connection or a transaction before.
 */
export const openOn = async (alone: Alone, watch: EpochWatch, commands: readonly string[], selected: string): Promise<string> => {
  const opening = [...commands, `SELECT ${watch.whole} AS epoch${selected}`].join('; ');
  let epoch = epochIn(await alone.send(opening));
  if (epoch === null) {
    if (commands.length > 0) {
      await alone.send('ROLLBACK');
    }
    await settleOn(alone, watch);
    epoch = epochIn(await alone.send(opening));
  }
  if (epoch === null) {
    throw new Error('The database was settled and is yet another one.');
  }
  watch.observe(epoch);
  return epoch;
};
