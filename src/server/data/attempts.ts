import type { Database } from '#server/db/database.ts';

const SECONDS_IN_BUCKET = 60;

const bucketOf = (now: Date): number => Math.floor(now.getTime() / 1000 / SECONDS_IN_BUCKET) * SECONDS_IN_BUCKET;

/** Counts one more attempt under the key and gives how many there were within the window, this one included. */
export const addAttempt = async (db: Database, key: string, windowSeconds: number, now: Date): Promise<number> => {
  const bucket = bucketOf(now);
  const [row] = await db.query<{ total: number }>({
    name: 'add-attempt',
    text: `with mine as (insert into attempts (key, bucket, count) values ($1, $2, 1)
                         on conflict (key, bucket) do update set count = attempts.count + 1 returning count)
           select (select count from mine) + coalesce(sum(count), 0)::int as total
             from attempts where key = $1 and bucket > $2 - $3 and bucket < $2`,
    values: [key, bucket, windowSeconds],
  });
  return row?.total ?? 1;
};

/** Takes an attempt back that turned out to be none. */
export const removeAttempt = async (db: Database, key: string, at: Date): Promise<void> => {
  await db.query({
    text: 'update attempts set count = greatest(count - 1, 0) where key = $1 and bucket = $2',
    values: [key, bucketOf(at)],
  });
};

/** Forgets attempts that no window holds any more. */
export const forgetAttempts = async (db: Database, olderThan: Date): Promise<void> => {
  await db.query({ text: 'delete from attempts where bucket < $1', values: [bucketOf(olderThan)] });
};
