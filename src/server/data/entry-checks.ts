import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import type { Context } from '#server/context.ts';

interface HeldEntry {
  readonly id: number;
  readonly jobId: number;
  /** The entry's name in the audit log. */
  readonly called: string;
  readonly checkedBy: number | null;
  readonly checkedAt: string | null;
  /** What its author was asked and has not answered; null: nothing. */
  readonly openQuestion: string | null;
}

/** Locks those entries that are still as they were seen, always in the same order. */
export const lockSeen = (ctx: Context, entries: readonly SeenEntry[]): Promise<HeldEntry[]> =>
  ctx.db.query<HeldEntry>({
    name: 'hold-seen-entries',
    text: `select e.id, e.job_id as "jobId", s.name || ', ' || j.name as called, e.checked_by as "checkedBy", e.checked_at as "checkedAt",
                  case when e.answer is null then e.question end as "openQuestion"
             from unnest($2::int[], $3::int[]) as seen (id, version)
             join job_entries e on e.organization_id = $1 and e.id = seen.id and e.version = seen.version and e.deleted_at is null
             join jobs j on j.organization_id = $1 and j.id = e.job_id
             join service_types s on s.organization_id = $1 and s.id = e.service_type_id
            order by e.id for update of e`,
    values: [ctx.orgId, entries.map(({ id }) => id), entries.map(({ version }) => version)],
  });

/** Locks the jobs of these entries, so that they are not billed in the meantime. */
export const lockJobsOf = (ctx: Context, entries: readonly HeldEntry[]): Promise<{ name: string; status: JobStatus }[]> =>
  ctx.db.query<{ name: string; status: JobStatus }>({
    name: 'hold-jobs-of-entries',
    text: 'select name, status from jobs where organization_id = $1 and id = any($2::int[]) order by id for share',
    values: [ctx.orgId, entries.map(({ jobId }) => jobId)],
  });

// Whoever checks an entry waits for no answer any more; one that came stays with the entry.
const CLOSED = ['question = null', 'choices = null', 'is_sent_back = false', 'asked_by = null', 'asked_at = null'].map((set) => {
  const [column = '', value = ''] = set.split(' = ');
  return `${column} = case when $3::int is null or answer is not null then ${column} else ${value} end`;
});

/** Writes who checked these entries, or that nobody did, and notes each; a check closes open questions. The caller holds them. */
export const writeChecks = async (ctx: Context, entries: readonly HeldEntry[], isChecked: boolean): Promise<void> => {
  if (entries.length === 0) {
    return;
  }
  const [row] = await ctx.db.query<{ checkedAt: string | null }>({
    name: 'write-entry-checks',
    text: `with e as (
             update job_entries set checked_by = $3, checked_at = case when $3::int is null then null else now() end,
                                    version = version + 1, updated_at = now(),
                                    ${CLOSED.join(', ')}
              where organization_id = $1 and id = any($2::int[]) returning checked_at
           ) select checked_at as "checkedAt" from e limit 1`,
    values: [ctx.orgId, entries.map(({ id }) => id), isChecked ? ctx.user.id : null],
  });
  const after = { checkedBy: isChecked ? ctx.user.id : null, checkedAt: row?.checkedAt ?? null };
  for (const { id, called, checkedBy, checkedAt, openQuestion } of entries) {
    const isClosed = isChecked && openQuestion !== null;
    const change = {
      old: { checkedBy, checkedAt, ...(isClosed ? { question: openQuestion } : {}) },
      new: { ...after, ...(isClosed ? { question: null } : {}) },
    };
    ctx.journal.record({ entityType: 'job_entry', entityId: id, action: 'update', subject: called, ...change });
  }
};
