import { AppError } from '#shared/lib/errors.ts';
import { type Database, EpochMoved } from '#server/db/database.ts';
import { type Ridden, withRider } from '#server/db/with-rider.ts';
import { databaseIn } from '#server/http/epoch-header.ts';
import type { Resolved } from '#server/http/resolve-context.ts';

/** Something about the caller has changed since they were last asked for: nothing was answered, and nothing kept. */
class CallerChanged extends Error {}

/**
 * The database for a request. A caller who was recalled is confirmed by the first message to it; wait for `heard` before sending an answer
 * that was read from it.
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

/** Whether the request has to be done again from the beginning, after asking who the caller is: what ended it was decided from memory. */
export const isUnconfirmed = (error: unknown, { isHeard }: Ridden): boolean =>
  error instanceof CallerChanged || (!isHeard() && (error instanceof AppError || error instanceof EpochMoved));
