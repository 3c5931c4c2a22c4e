import type { Database } from '#server/db/database.ts';

/** How many wrong tries are free, and how long each further one has to wait: twice as long as the previous one. */
export interface Slowing {
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** After this long without a try all is forgotten. */
  readonly forgetSeconds: number;
}

/**
 * Counts a try under the key unless it has to wait (a free one never does, because of two at once the later clock may write first); returns
 * the number of seconds to wait; 0: it was counted and may be made. A wait longer than any rule makes is due to a wrong clock, and blocks
 * nobody. In a transaction it locks the key, so that of many at once only the free ones pass.
 */
export const countGuess = async (db: Database, key: string, slowing: Slowing, now: Date): Promise<number> => {
  const { free, firstWaitSeconds, longestWaitSeconds, forgetSeconds } = slowing;
  const counted = await db.query({
    name: 'count-guess',
    text: `insert into guesses as g (key, count, last_at, next_at) values ($1, 1, $2::timestamptz, $2)
           on conflict (key) do update
              set count = case when g.last_at < $2::timestamptz - $3 * interval '1 second' then 1 else least(g.count + 1, 1000) end,
                  last_at = $2,
                  next_at = $2::timestamptz + interval '1 second' * case
                    when g.last_at < $2::timestamptz - $3 * interval '1 second' or g.count + 1 < $4 then 0
                    else least($6, $5 * power(2, least(g.count + 1 - $4, 20))) end
            where g.count < $4 or g.next_at <= $2 or g.next_at > $2::timestamptz + 2 * $6 * interval '1 second' or g.last_at < $2::timestamptz - $3 * interval '1 second'
           returning key`,
    values: [key, now, forgetSeconds, free, firstWaitSeconds, longestWaitSeconds],
  });
  if (counted.length > 0) {
    return 0;
  }
  const [row] = await db.query<{ nextAt: string }>({ text: 'select next_at as "nextAt" from guesses where key = $1', values: [key] });
  return row ? Math.max(1, Math.ceil((Date.parse(row.nextAt) - now.getTime()) / 1000)) : 1;
};

/** Uncounts a try that was right. */
export const forgiveGuess = async (db: Database, key: string, now: Date): Promise<void> => {
  await db.query({
    name: 'forgive-guess',
    text: 'update guesses set count = greatest(count - 1, 0), next_at = least(next_at, $2) where key = $1',
    values: [key, now],
  });
};

/** Deletes tries that no longer slow anyone. */
export const forgetGuesses = async (db: Database, before: Date): Promise<void> => {
  await db.query({ text: 'delete from guesses where last_at < $1', values: [before] });
};
