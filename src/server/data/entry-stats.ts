import { type CountedEntry, entryStat, type EntryStat } from '#shared/domain/entry-stats.ts';
import type { Context } from '#server/context.ts';
import { rowAsJson } from '#server/data/json-rows.ts';
import { entryStats } from '#server/db/tables/index.ts';

type Followed = Pick<Context, 'db' | 'orgId'>;

/** Figures are made of so many entries. */
const COUNTED = 5000;

/** The newest entries of the organization, as figures are made of them. */
export const listCounted = ({ db, orgId }: Followed): Promise<CountedEntry[]> =>
  db.query<CountedEntry>({
    name: 'counted-entries',
    text: `select id, date, service_type_id as "serviceTypeId", equipment_ids as "equipmentIds", total_hours as "totalHours", fuel, loads,
                  custom_field_values as "customFieldValues"
             from job_entries where organization_id = $1 and deleted_at is null order by date desc, id desc limit ${COUNTED}`,
    values: [orgId],
  });

/** The figures of these services. */
export const listStats = ({ db, orgId }: Followed, serviceTypeIds: readonly number[]): Promise<EntryStat[]> =>
  db.query<EntryStat>({
    name: 'entry-stats',
    text: `select equipment_id as "equipmentId", service_type_id as "serviceTypeId", measure, "of", n, median
             from entry_stats where organization_id = $1 and service_type_id = any($2::int[])`,
    values: [orgId, serviceTypeIds],
  });

/** All of them, as a JSON list. */
export const listStatsAsJson = async ({ db, orgId }: Followed): Promise<string> => {
  const [row] = await db.query<{ items: string }>({
    name: 'entry-stats-json',
    text: `select '[' || coalesce(string_agg(${rowAsJson(entryStat, entryStats, 'e')}, ',' order by service_type_id, equipment_id, measure), '')
                  || ']' as items from entry_stats e where organization_id = $1`,
    values: [orgId],
  });
  return row?.items ?? '[]';
};

/** Makes these the organization's figures; writes what differs. */
export const writeStats = async ({ db, orgId }: Followed, stats: readonly EntryStat[]): Promise<void> => {
  await db.query({
    name: 'write-entry-stats',
    text: `with fresh as materialized (
             select * from json_to_recordset($2::json) as t (
                    "equipmentId" int, "serviceTypeId" int, measure text, "of" int, n int, median double precision)
           ), gone as (
             delete from entry_stats s
              where organization_id = $1 and not exists (
                    select from fresh f
                     where f."equipmentId" = s.equipment_id and f."serviceTypeId" = s.service_type_id and f.measure = s.measure)
           )
           insert into entry_stats as s (organization_id, equipment_id, service_type_id, measure, "of", n, median)
           select $1, f."equipmentId", f."serviceTypeId", f.measure, f."of", f.n, f.median from fresh f
           on conflict (organization_id, equipment_id, service_type_id, measure)
              do update set "of" = excluded."of", n = excluded.n, median = excluded.median
           where (s."of", s.n, s.median) is distinct from (excluded."of", excluded.n, excluded.median)`,
    values: [orgId, JSON.stringify(stats)],
  });
};
