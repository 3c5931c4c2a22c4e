import type { Database } from '#server/db/database.ts';

/** Held while a backup is made. Any number that no other program on the same database uses for an advisory lock. */
export const RUN_LOCK = 4_815_165;

/** Whether a backup of this database is being made right now, in any process, on any machine. */
export const isBackupUnderWay = async (db: Database): Promise<boolean> =>
  (
    await db.query({
      text: `select from pg_locks where locktype = 'advisory' and granted and objid = $1::bigint::oid and objsubid = 1
                and database = (select oid from pg_database where datname = current_database())`,
      values: [RUN_LOCK],
    })
  ).length > 0;
