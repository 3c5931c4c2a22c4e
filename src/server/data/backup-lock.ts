import type { Database } from '#server/db/database.ts';

/** What the session holds that makes a backup, for as long as it does: any number that no other program on the same database uses. */
export const BACKUP_LOCK = 1_651_598_187;

/** Whether somebody makes a backup of this database right now, in whatever process, on whatever machine. */
export const isBackupUnderWay = async (db: Database): Promise<boolean> =>
  (
    await db.query({
      text: `select from pg_locks where locktype = 'advisory' and granted and objid = $1::bigint::oid and objsubid = 1
                and database = (select oid from pg_database where datname = current_database())`,
      values: [BACKUP_LOCK],
    })
  ).length > 0;
