import type { LanguageId } from '#shared/lib/languages.ts';
import type { Database } from '#server/db/database.ts';
import { type BackupRun, RUN_COLUMNS } from '#server/data/backup-runs.ts';

// Of this epoch only: what a restored database says about backups was true before it was restored. Nor of the future, if a clock has run
// ahead.
const MINE = `mine as (select * from backup_runs
                        where started_at <= $1
                          and started_at >= coalesce((select epoch_began_at from installation where epoch_began_at <= $1), '-infinity')),
              good as (select max(started_at) as at from mine where finished_at is not null and failure is null)`;

/** The last good backup of this epoch, if there is one, and all tries since; newest first. */
export const runsSinceGood = (db: Database, now: Date): Promise<BackupRun[]> =>
  db.query<BackupRun>({
    text: `with ${MINE} select ${RUN_COLUMNS} from mine
            where started_at >= coalesce((select at from good), '-infinity') order by started_at desc, id desc`,
    values: [now],
  });

/** When the last backup of this epoch was made that was verified by a restore and a count. */
export const lastVerifiedAt = async (db: Database, now: Date): Promise<string | null> => {
  const [row] = await db.query<{ at: string | null }>({
    text: `with ${MINE} select max(started_at) as at from mine where is_verified and failure is null`,
    values: [now],
  });
  return row?.at ?? null;
};

/** Notes the failure of runs that were begun since, and whose process has just ended; returns how many there were. */
export const endRunsSince = async (db: Database, since: Date, now: Date, failure: string): Promise<number> =>
  (
    await db.query({
      text: 'update backup_runs set finished_at = $2, failure = $3 where finished_at is null and started_at >= $1 returning id',
      values: [since, now, failure],
    })
  ).length;

/** Whether there is anything that a backup would keep. */
export const hasAnyOrganization = async (db: Database): Promise<boolean> =>
  (await db.query({ text: 'select from organizations limit 1', values: [] })).length > 0;

/** The owner of the only organization, if their address is confirmed; undefined if there is no organization or there are several. */
export const findSoleOwner = async (
  db: Database,
): Promise<{ readonly email: string; readonly language: LanguageId | null } | undefined> => {
  const [row] = await db.query<{ email: string; language: LanguageId | null }>({
    text: `select u.email, u.language from employees e join users u on u.id = e.user_id
            where e.access_level = 'owner' and e.deleted_at is null and u.email_verified and not exists (select from organizations o where o.id = e.organization_id and o.is_sample)
              and (select count(*) from organizations where not is_sample) = 1`,
    values: [],
  });
  return row;
};

/** Whether no other organization's numbers are in those of the installation. */
export const isOnlyOrganization = async (db: Database): Promise<boolean> =>
  (await db.query({ text: 'select from organizations where not is_sample limit 2', values: [] })).length === 1;
