import type { CalendarDate } from '#shared/lib/dates.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import type { Context } from '#server/context.ts';

type Ctx = Pick<Context, 'db' | 'orgId'>;

export interface StoredJob {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly status: JobStatus;
}

/** All jobs but those for work without one. */
export const listJobsForImport = ({ db, orgId }: Ctx): Promise<StoredJob[]> =>
  db.query<StoredJob>({
    name: 'jobs-for-import',
    text: `select id, name, customer_id as "customerId", status from jobs
            where organization_id = $1 and deleted_at is null and not is_placeholder`,
    values: [orgId],
  });

/** What tells one entry of past work from another. */
export interface StoredEntry {
  readonly id: number;
  readonly jobId: number;
  readonly date: string;
  readonly serviceTypeId: number;
  readonly equipmentIds: readonly number[];
  readonly operatorIds: readonly number[];
  readonly totalHours: number | null;
  readonly loads: number | null;
  readonly fuel: number | null;
  readonly notes: string | null;
}

/** The entries of these days. */
export const listEntriesForImport = ({ db, orgId }: Ctx, days: readonly CalendarDate[]): Promise<StoredEntry[]> =>
  db.query<StoredEntry>({
    name: 'entries-for-import',
    text: `select id, job_id as "jobId", date::text, service_type_id as "serviceTypeId", equipment_ids as "equipmentIds",
                  operator_ids as "operatorIds", total_hours::float8 as "totalHours", loads::float8, fuel::float8, notes
             from job_entries where organization_id = $1 and date = any($2::date[]) and deleted_at is null`,
    values: [orgId, days],
  });

/** What refers to a record of each kind, so that it cannot be taken back: entries and jobs of others. */
const USES = {
  customer: 'select customer_id from jobs where organization_id = $1 and customer_id = any($2::int[]) and deleted_at is null',
  employee: `select u.id from job_entries e, unnest(e.operator_ids) as u (id)
              where e.organization_id = $1 and e.operator_ids && $2::int[] and e.deleted_at is null`,
  equipment: `select u.id from job_entries e, unnest(e.equipment_ids) as u (id)
               where e.organization_id = $1 and e.equipment_ids && $2::int[] and e.deleted_at is null`,
  implement: 'select implement_id from job_entries where organization_id = $1 and implement_id = any($2::int[]) and deleted_at is null',
  serviceType:
    'select service_type_id from job_entries where organization_id = $1 and service_type_id = any($2::int[]) and deleted_at is null',
  customDataField: `select u.id from service_types s, unnest(s.custom_data_field_ids) as u (id)
                     where s.organization_id = $1 and s.custom_data_field_ids && $2::int[] and s.deleted_at is null`,
  job: 'select job_id from job_entries where organization_id = $1 and job_id = any($2::int[]) and deleted_at is null',
} as const;

export type UsedKind = keyof typeof USES;

/** Those of the ids that something refers to. */
export const findUsed = async ({ db, orgId }: Ctx, kind: UsedKind, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await db.query<{ id: number }>({
    text: `select distinct used.id from (${USES[kind]}) as used (id) where used.id = any($2::int[])`,
    values: [orgId, ids],
  });
  return new Set(rows.map(({ id }) => id));
};

/** The day on which the organization's season begins; null: nobody has said. */
export const findSeasonStart = async ({ db, orgId }: Ctx): Promise<CalendarDate | null> => {
  const [row] = await db.query<{ seasonStart: CalendarDate | null }>({
    text: 'select season_start_date::text as "seasonStart" from organizations where id = $1',
    values: [orgId],
  });
  return row?.seasonStart ?? null;
};

/** The versions of those that are not deleted. */
export const findVersions = async (
  { db, orgId }: Ctx,
  kind: UsedKind | 'jobEntry',
  ids: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await db.query<{ id: number; version: number }>({
    text: `select id, version from ${tableOf(kind)} where organization_id = $1 and id = any($2::int[]) and deleted_at is null for update`,
    values: [orgId, ids],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
};
