import { MOST_COUNTED, type Office } from '#shared/domain/office.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { actorName } from '#shared/domain/names.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

// Entries that nobody checked, of jobs that are not billed. Unchecked ones of billed jobs become more every year, so the others are found by
// their jobs; or, where there are more than are counted, by their days, and each one's job is looked up.

const UNCHECKED = 'e.organization_id = $1 and e.checked_at is null and e.deleted_at is null';
const WAITING_JOBS = `(select id from jobs where organization_id = $1 and status = any('{open,completed}') and deleted_at is null)`;
const BY_JOBS = `${WAITING_JOBS} w join job_entries e on e.job_id = w.id and ${UNCHECKED}`;
const BY_DAYS = `job_entries e
  where ${UNCHECKED} and (select j.status from jobs j where j.id = e.job_id and j.organization_id is not distinct from $1) <> 'billed'`;

/** How many there are, at most `MOST_COUNTED`, how many of these days, and the day of the oldest. */
export const countUnchecked = async ({ db, orgId }: Context, from: CalendarDate, to: CalendarDate): Promise<Office['unchecked']> => {
  const [row] = await db.query<Office['unchecked']>({
    name: 'count-unchecked',
    text: `select (select count(*)::int from (select from ${BY_JOBS} limit ${MOST_COUNTED}) n) as count,
                  (select count(*)::int from (select from ${BY_DAYS} and e.date between $2 and $3 limit ${MOST_COUNTED}) n) as "thisWeek",
                  (select min(f.date) from ${WAITING_JOBS} w cross join lateral (
                     select e.date from job_entries e where e.job_id = w.id and ${UNCHECKED} order by e.date limit 1) f) as oldest`,
    values: [orgId, from, to],
  });
  return row ?? { count: 0, thisWeek: 0, oldest: null };
};

/** What `missingOf` looks at, and the hints. */
export type UncheckedEntry = Pick<
  JobEntry,
  | 'serviceTypeId'
  | 'equipmentIds'
  | 'operatorIds'
  | 'totalHours'
  | 'billableHours'
  | 'fuel'
  | 'loads'
  | 'notes'
  | 'photos'
  | 'customFieldValues'
> & { readonly hints: readonly Hint[] | null; readonly answeredAt: string | null };

// Of long notes and many photos it takes only whether there are some.
const ENTRY = `e.service_type_id as "serviceTypeId", e.equipment_ids as "equipmentIds", e.operator_ids as "operatorIds",
  e.total_hours as "totalHours", e.billable_hours as "billableHours", e.fuel, e.loads, substring(e.notes from '\\S') as notes,
  e.photos[1:1] as photos, e.custom_field_values as "customFieldValues", h.hints,
  case when e.question is not null then e.answered_at end as "answeredAt"`;
const HINTS = 'left join entry_hints h on h.organization_id = $1 and h.entry_id = e.id';

/** The same entries, or the newest `MOST_COUNTED` of them; `count` is what `countUnchecked` found. */
export const listUnchecked = ({ db, orgId }: Context, count: number): Promise<UncheckedEntry[]> =>
  count < MOST_COUNTED
    ? db.query<UncheckedEntry>({ name: 'list-unchecked', text: `select ${ENTRY} from ${BY_JOBS} ${HINTS}`, values: [orgId] })
    : db.query<UncheckedEntry>({
        name: 'list-newest-unchecked',
        text: `select ${ENTRY}
                 from (select e.* from ${BY_DAYS} order by e.date desc, e.id desc limit ${MOST_COUNTED}) e ${HINTS}`,
        values: [orgId],
      });

/** The 'No job yet' that have entries: what the list of questions shows. */
export const countQuestions = async ({ db, orgId }: Context): Promise<Office['questions']> => {
  const [row] = await db.query<Office['questions']>({
    name: 'count-questions',
    text: `select count(*)::int as count, min(j.created_at) as "oldestAt" from jobs j
            where j.organization_id = $1 and j.is_placeholder and j.deleted_at is null and j.status = 'open'
              and exists (select from job_entries e where e.organization_id = $1 and e.job_id = j.id and e.deleted_at is null)`,
    values: [orgId],
  });
  return row ?? { count: 0, oldestAt: null };
};

interface WaitingDevice {
  readonly user: Parameters<typeof actorName>[0];
  readonly pending: number;
  readonly seenAt: string;
  readonly count: number;
  readonly changes: number;
}

/** Devices of the organization, or of one user only, that have not sent everything. */
export const countWaitingDevices = async ({ db, orgId }: Context, userId: number | null): Promise<Office['devices']> => {
  const [row] = await db.query<WaitingDevice>({
    name: 'count-waiting-devices',
    text: `select json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.email) as "user",
                  d.pending, d.seen_at as "seenAt", (count(*) over ())::int as count, (sum(d.pending) over ())::int as changes
             from devices d join users u on u.id = d.user_id
            where d.organization_id = $1 and d.pending > 0 and ($2::int is null or d.user_id = $2)
            order by d.pending desc, d.seen_at desc, d.user_id, d.device_id limit 1`,
    values: [orgId, userId],
  });
  return row
    ? {
        count: row.count,
        changes: row.changes,
        first: { userName: actorName(row.user), pending: row.pending, seenAt: row.seenAt },
      }
    : { count: 0, changes: 0, first: null };
};

/** What all of it follows from, but for devices. */
export interface OfficeState {
  /** The number of the organization's last change. */
  readonly seq: number;
  /** How far its hints follow; null: they do not yet. */
  readonly hints: string | null;
}

export const officeStateOf = async ({ db, orgId }: Context): Promise<OfficeState> => {
  const [row] = await db.query<OfficeState>({
    name: 'office-state',
    text: `select s.seq, h::text as hints from organization_seq s left join hint_progress h on h.organization_id = s.organization_id
            where s.organization_id = $1`,
    values: [orgId],
  });
  return row ?? { seq: 0, hints: null };
};

/** Whether anything changed since that may change amounts: anything but new entries of open jobs. */
export const haveAmountsChanged = async ({ db, orgId }: Context, since: number): Promise<boolean> => {
  const [row] = await db.query<{ isChanged: boolean }>({
    name: 'amounts-changed',
    text: `select exists (
             select from changes c
              where c.organization_id = $1 and c.seq > $2
                and (c.entity_type <> 'job_entry'
                     or not exists (select from job_entries e join jobs j on j.organization_id = $1 and j.id = e.job_id
                                     where e.organization_id = $1 and e.id = c.entity_id and e.version = 1 and j.status = 'open'))
           ) as "isChanged"`,
    values: [orgId, since],
  });
  return row?.isChanged ?? true;
};
