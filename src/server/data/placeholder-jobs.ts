import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';

const MAKE = `
  insert into jobs (organization_id, created_by, name, customer_id, is_placeholder) values ($1, $2, $3, $4, true)
  on conflict (organization_id, customer_id) where is_placeholder and deleted_at is null do nothing returning id`;

const HOLD = `
  select id from jobs
   where organization_id = $1 and customer_id = $2 and is_placeholder and deleted_at is null for share`;

/** Between the two statements the job that was in the way may be named, or emptied; hardly ever more than once. */
const TRIES = 5;

/** The customer's 'No job yet', made if there is none; it stays what it is until the transaction ends. */
export const lockPlaceholderOf = async (ctx: Context, customerId: number): Promise<number> => {
  for (let left = TRIES; left > 0; left -= 1) {
    const [made] = await ctx.db.query<{ id: number }>({
      name: 'make-placeholder-job',
      text: MAKE,
      values: [ctx.orgId, ctx.user.id, PLACEHOLDER_NAME, customerId],
    });
    if (made) {
      const values = { name: PLACEHOLDER_NAME, customerId, isPlaceholder: true };
      const noted = { entityType: 'job', entityId: made.id, subject: PLACEHOLDER_NAME } as const;
      ctx.journal.record({ ...noted, action: 'create', old: null, new: values });
      return made.id;
    }
    const [held] = await ctx.db.query<{ id: number }>({ name: 'hold-placeholder-job', text: HOLD, values: [ctx.orgId, customerId] });
    if (held) {
      return held.id;
    }
  }
  throw refusal('unavailable', 'placeholderJobBusy');
};

/** Whether no entry is left on the job; the caller holds it against new ones. */
export const isEmptyJob = async ({ db, orgId }: Context, jobId: number): Promise<boolean> => {
  const rows = await db.query({
    text: 'select from job_entries where organization_id = $1 and job_id = $2 and deleted_at is null limit 1',
    values: [orgId, jobId],
  });
  return rows.length === 0;
};

/** Puts a deleted entry on another job, for restoring it. */
export const moveDeletedEntry = async ({ db, orgId }: Context, entryId: number, jobId: number): Promise<void> => {
  await db.query({
    text: 'update job_entries set job_id = $3 where organization_id = $1 and id = $2 and deleted_at is not null',
    values: [orgId, entryId, jobId],
  });
};
