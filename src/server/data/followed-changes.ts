import type { Audited } from '#shared/domain/audit-log.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

type Followed = Pick<Context, 'db' | 'orgId'>;

/** The next changes of an organization after a number. */
export interface FollowedChanges {
  readonly count: number;
  /** The number of the last of them; null: there are none. */
  readonly last: number | null;
  /** When the first of them was made. */
  readonly since: string | null;
  /** The records that they are about. */
  readonly ids: Readonly<Partial<Record<Audited, readonly number[]>>>;
}

/** At most so many. */
export const CHANGES_AT_ONCE = 300;

export const listFollowedChanges = async ({ db, orgId }: Followed, after: number): Promise<FollowedChanges> => {
  const [found] = await db.query<FollowedChanges>({
    name: 'followed-changes',
    text: `select coalesce(sum(k.count), 0)::int as count, max(k.last) as last, min(k.since) as since,
                  coalesce(json_object_agg(k.entity_type, k.ids) filter (where k.entity_type is not null), '{}') as ids
             from (select entity_type, count(*), max(seq) as last, min(at) as since, json_agg(distinct entity_id) as ids
                     from (select seq, at, entity_type, entity_id from changes
                            where organization_id = $1 and seq > $2::bigint order by seq limit ${CHANGES_AT_ONCE}) next
                    group by entity_type) k`,
    values: [orgId, after],
  });
  return found ?? { count: 0, last: null, since: null, ids: {} };
};

/** Where entries were before they changed: their days, and their jobs. */
const WAS = `
  select (a.changes -> 'old' ->> 'date')::date as date, (a.changes -> 'old' ->> 'jobId')::int as job_id from audit_logs a
   where a.organization_id = $1 and a.entity_type = 'job_entry' and a.entity_id = any($2::int[]) and a.timestamp >= $3
     and a.changes -> 'old' ?| '{date,jobId}'`;

/**
 * The days on which hints may have changed with these entries: where they are and were, and where hints name them; and, since entries of a
 * job are compared by their seasons, the days of those that are alone in theirs, or are said to be.
 */
export const listTouchedDays = async (
  { db, orgId }: Followed,
  entryIds: readonly number[],
  since: string | null,
): Promise<CalendarDate[]> => {
  const rows = await db.query<{ date: CalendarDate }>({
    name: 'touched-days',
    text: `with was as materialized (${WAS}),
           now as materialized (select date, job_id from job_entries where organization_id = $1 and id = any($2::int[])),
           jobs as materialized (select job_id from now union select job_id from was where job_id is not null),
           seasons as materialized (
             select e.job_id, e.season, count(*) as entries, min(e.date) as date
               from jobs j join job_entries e on e.organization_id = $1 and e.job_id = j.job_id and e.deleted_at is null group by 1, 2)
           select date from now
           union select date from was where date is not null
           union select date from entry_hints where organization_id = $1 and (entry_id = any($2::int[]) or others && $2::int[])
           union select date from seasons s
                  where entries = 1 and exists (select from seasons o where o.job_id = s.job_id and o.season <> s.season)
           union select h.date from entry_hints h join job_entries e on e.organization_id = $1 and e.id = h.entry_id
                  where h.organization_id = $1 and h.hints @> '[{"kind": "otherSeason"}]' and e.job_id in (select job_id from jobs)`,
    values: [orgId, entryIds, since],
  });
  return rows.map(({ date }) => date);
};

interface Waiting {
  readonly date: CalendarDate;
  /** Whether its job is not billed. */
  readonly isUnbilled: boolean;
}

/** So many are looked at together. */
export const UNCHECKED_AT_ONCE = 500;

/** The newest entries before a day that nobody checked. */
export const listUncheckedBefore = ({ db, orgId }: Followed, before: CalendarDate): Promise<Waiting[]> =>
  db.query<Waiting>({
    name: 'unchecked-before',
    text: `select e.date, (select j.status from jobs j where j.organization_id = $1 and j.id = e.job_id) <> 'billed' as "isUnbilled"
             from (select date, job_id from job_entries
                    where organization_id = $1 and checked_at is null and deleted_at is null and date < $2
                    order by date desc, id desc limit ${UNCHECKED_AT_ONCE}) e`,
    values: [orgId, before],
  });

/** Days after this one that have entries, or had some with hints. */
export const listDaysAfter = async ({ db, orgId }: Followed, day: CalendarDate): Promise<CalendarDate[]> => {
  const rows = await db.query<{ date: CalendarDate }>({
    name: 'days-after',
    text: `select date from job_entries where organization_id = $1 and date > $2 and deleted_at is null
           union select date from entry_hints where organization_id = $1 and date > $2`,
    values: [orgId, day],
  });
  return rows.map(({ date }) => date);
};
