import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Database } from '#server/db/database.ts';

/** How far hints, figures and the list of incomplete entries follow an organization's changes. */
export interface Progress {
  /** The number of the last change that they include. */
  readonly seq: number;
  /** Of how many entries the figures were made; null: everything has to be made anew. */
  readonly counted: number | null;
  /** How many entries changed since. */
  readonly changedEntries: number;
  /** The organization's day that dates were last compared with. */
  readonly day: CalendarDate | null;
  /** Days before this one are still to be judged, going back from the newest; null: none is left. */
  readonly unjudgedBefore: CalendarDate | null;
}

/** The organization's numbers, and how far it was followed; null: not at all. */
export interface Standing {
  readonly last: number;
  /** Changes up to this number are forgotten. */
  readonly forgotten: number;
  readonly progress: Progress | null;
}

const PROGRESS = `json_build_object(
  'seq', p.seq, 'counted', p.counted, 'changedEntries', p.changed_entries, 'day', p.day, 'unjudgedBefore', p.unjudged_before)`;

/** Undefined: there is no such organization. */
export const readStanding = async (db: Database, orgId: number): Promise<Standing | undefined> => {
  const [standing] = await db.query<Standing>({
    name: 'hint-standing',
    text: `select s.seq as last, s.forgotten, case when p.organization_id is not null then ${PROGRESS} end as progress
             from organization_seq s left join hint_progress p on p.organization_id = s.organization_id where s.organization_id = $1`,
    values: [orgId],
  });
  return standing;
};

/** Begins to follow the organization, in a transaction of its own, so that nobody waits for what comes next. */
export const beginProgress = (db: Database, orgId: number): Promise<void> =>
  db.transaction(async (inside) => {
    await inside.query({
      text: 'insert into hint_progress (organization_id) select id from organizations where id = $1 on conflict do nothing',
      values: [orgId],
    });
  }, orgId);

/** The same, held until the transaction ends; undefined: another process is following, or the organization is gone. */
export const lockStanding = async (db: Database, orgId: number): Promise<(Standing & { progress: Progress }) | undefined> => {
  const [, rows = []] = await db.queryAll([
    // First, as whoever removes the organization does.
    { name: 'hold-followed', text: 'select from organizations where id = $1 for key share', values: [orgId] },
    {
      name: 'lock-hint-standing',
      text: `select s.seq as last, s.forgotten, ${PROGRESS} as progress
               from hint_progress p join organization_seq s on s.organization_id = p.organization_id
              where p.organization_id = $1 for update of p skip locked`,
      values: [orgId],
    },
  ]);
  const [standing] = rows as (Standing & { progress: Progress })[];
  return standing;
};

export const saveProgress = async (db: Database, orgId: number, progress: Progress): Promise<void> => {
  await db.query({
    name: 'save-hint-progress',
    text: `update hint_progress set seq = $2, counted = $3, changed_entries = $4, day = $5, unjudged_before = $6 where organization_id = $1`,
    values: [orgId, progress.seq, progress.counted, progress.changedEntries, progress.day, progress.unjudgedBefore],
  });
};

/** Organizations whose changes have not all been followed, or which are still to be judged. */
export const listLagging = async (db: Database, limit: number): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    name: 'list-lagging',
    text: `select s.organization_id as id from organization_seq s left join hint_progress p on p.organization_id = s.organization_id
            where p.organization_id is null or p.seq <> s.seq or p.counted is null or p.unjudged_before is not null
            order by 1 limit $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
};
