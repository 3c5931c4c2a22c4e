import type { Database } from '#server/db/database.ts';

const HOUR_SECONDS = 3600;

/** Attempts are counted by the minute; over more than an hour by the hour, so that a day is no more than 24 rows. */
const bucketSeconds = (windowSeconds: number): number => (windowSeconds > HOUR_SECONDS ? HOUR_SECONDS : 60);

const bucketOf = (now: Date, windowSeconds: number): number => {
  const length = bucketSeconds(windowSeconds);
  return Math.floor(now.getTime() / 1000 / length) * length;
};

/** Counts that many more attempts under the key and returns how many there were within the window, including these. */
export const addAttempt = async (db: Database, key: string, windowSeconds: number, now: Date, amount = 1): Promise<number> => {
  const [row] = await db.query<{ total: number }>({
    name: 'add-attempts',
    text: `with mine as (insert into attempts (key, bucket, count) values ($1, $2, $4)
                         on conflict (key, bucket) do update set count = attempts.count + excluded.count returning count)
           select ((select count from mine) + coalesce(sum(count), 0))::float8 as total
             from attempts where key = $1 and bucket > $2 - $3 and bucket < $2`,
    values: [key, bucketOf(now, windowSeconds), windowSeconds, amount],
  });
  return row?.total ?? amount;
};

/** What is counted under a key. */
export interface Tallied {
  readonly key: string;
  readonly windowSeconds: number;
  readonly amount: number;
}

/** The statement with which a process shares its counts, every few seconds: it belongs to no request. */
export const SHARED_COUNTS = 'add-many-attempts';

/** Counts many keys at once, and returns how many attempts there were under each within its window, including these. */
export const addAttempts = async (db: Database, all: readonly Tallied[], now: Date): Promise<Map<string, number>> => {
  const rows = await db.query<{ key: string; total: number }>({
    name: SHARED_COUNTS,
    // In one order, or two processes would deadlock.
    text: `with given as (select * from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as g (key, bucket, since, amount)),
                mine as (insert into attempts (key, bucket, count) select key, bucket, amount from given order by key
                         on conflict (key, bucket) do update set count = attempts.count + excluded.count returning key, count)
           select m.key, (m.count + coalesce((select sum(a.count) from attempts a
                                               where a.key = m.key and a.bucket > g.since and a.bucket < g.bucket), 0))::float8 as total
             from mine m join given g on g.key = m.key`,
    values: [
      all.map(({ key }) => key),
      all.map(({ windowSeconds }) => bucketOf(now, windowSeconds)),
      all.map(({ windowSeconds }) => bucketOf(now, windowSeconds) - windowSeconds),
      all.map(({ amount }) => amount),
    ],
  });
  return new Map(rows.map(({ key, total }) => [key, total]));
};

/** How many there were under each key within its window. */
export const countAttempts = async (db: Database, all: readonly Omit<Tallied, 'amount'>[], now: Date): Promise<Map<string, number>> => {
  const rows = await db.query<{ key: string; total: number }>({
    text: `select g.key, coalesce(sum(a.count), 0)::float8 as total
             from unnest($1::text[], $2::int[]) as g (key, since) left join attempts a on a.key = g.key and a.bucket > g.since
            group by g.key`,
    values: [all.map(({ key }) => key), all.map(({ windowSeconds }) => bucketOf(now, windowSeconds) - windowSeconds)],
  });
  return new Map(rows.map(({ key, total }) => [key, total]));
};

/** Uncounts an attempt that turned out not to count. */
export const removeAttempt = async (db: Database, key: string, windowSeconds: number, at: Date): Promise<void> => {
  await db.query({
    text: 'update attempts set count = greatest(count - 1, 0) where key = $1 and bucket = $2',
    values: [key, bucketOf(at, windowSeconds)],
  });
};

/** Deletes attempts that are outside of every window. */
export const forgetAttempts = async (db: Database, olderThan: Date): Promise<void> => {
  await db.query({ text: 'delete from attempts where bucket < $1', values: [bucketOf(olderThan, 0)] });
};

/** Deletes all attempts under the key, and returns whether there were any. */
export const forgetKey = async (db: Database, key: string): Promise<boolean> =>
  (await db.query({ text: 'delete from attempts where key = $1 and count > 0 returning key', values: [key] })).length > 0;
