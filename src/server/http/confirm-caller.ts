import { AppError } from '#shared/lib/errors.ts';
import { type Database, EpochMoved } from '#server/db/database.ts';
import { type Ridden, withRider } from '#server/db/with-rider.ts';
import { databaseIn } from '#server/http/epoch-header.ts';
import type { Resolved } from '#server/http/resolve-context.ts';

/** The caller is not what they were when they were asked for last: nothing was answered, and nothing kept. */
class CallerChanged extends Error {}

/**
 * The database for a request. A caller who was recalled is confirmed with the first message to it; before an answer is sent that was read
 * from it, they have to be `heard` of.
 */
export const databaseFor = (pool: Database, { epoch, recalled }: Pick<Resolved, 'epoch' | 'recalled'>): Ridden => {
  const db = databaseIn(pool, epoch);
  if (recalled === null) {
    return { db, heard: () => Promise.resolve(), isHeard: () => true };
  }
  return withRider(db, recalled.question.statement, (rows) => {
    if (!recalled.question.isSame(rows)) {
      recalled.forget();
      throw new CallerChanged();
    }
  });
};

/** Whether the request is to be done again from its beginning, by a caller who was asked for: what ended it was decided by a memory. */
export const isUnconfirmed = (error: unknown, { isHeard }: Ridden): boolean =>
  error instanceof CallerChanged || (!isHeard() && (error instanceof AppError || error instanceof EpochMoved));
