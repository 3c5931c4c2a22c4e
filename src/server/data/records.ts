import { type Entity, labelOf } from '#shared/kinds/registry.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import { refusal } from '#shared/lib/errors.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import type { Context } from '#server/context.ts';
import { holdRuns } from '#server/data/run-locks.ts';

// What comes before an entry, in the same order as for those who change a job or a run and its entries: otherwise they would deadlock. 'No
// job yet' first of all and exclusively: it is deleted with its last entry, and two that share the lock would wait for each other. Then the
// jobs of all entries of its run, and of the run that it comes to, with the organization; these runs; and all of their entries, which get
// their shares of the fuel.
const LOCK_ABOVE_ENTRY = `
  with placeholder as materialized (
    select id from jobs
     where organization_id = $1 and is_placeholder and id = (select job_id from job_entries where organization_id = $1 and id = $2)
       for update
  ), own as materialized (
    select id, job_id, run_id from job_entries where organization_id = $1 and id = $2
  ), crew as materialized (
    select id, job_id from job_entries
     where organization_id = $1 and run_id = any(array[(select run_id from own), $3::int]) and deleted_at is null
    union select id, job_id from own
  ), held_jobs as materialized (
    select from jobs j join organizations o on o.id = j.organization_id
     where j.organization_id = $1 and j.id = any(array(select job_id from crew)) and (select count(*) from placeholder) >= 0
     order by j.id for share
  ), held_runs as materialized (
    select from runs
     where organization_id = $1 and id = any(array[(select run_id from own), $3::int]) and (select count(*) from held_jobs) >= 0
     order by id for no key update
  )
  select from job_entries
   where organization_id = $1 and id = any(array(select id from crew)) and (select count(*) from held_runs) >= 0
   order by id for update`;

/**
 * Locks a job, even a deleted one, for whoever changes it and maybe its entries: the organization first, as everyone does who changes
 * entries, and the job at once as strongly as it is needed. Two who first shared it would wait for each other.
 */
export const lockJobRow = async ({ db, orgId }: Pick<Context, 'db' | 'orgId'>, id: number): Promise<void> => {
  await db.query({
    name: 'lock-job-row',
    text: `with organization as materialized (select from organizations where id = $1 for share)
           select from jobs where organization_id = $1 and id = $2 and (select count(*) from organization) >= 0 for update`,
    values: [orgId, id],
  });
};

/** The run that a body, as it was received, puts its entry in. */
const runNamedIn = (body: unknown): number | null => {
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'runId') : null;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST_ID ? id : null;
};

/**
 * Locks the record until the transaction ends, so that no decision is based on outdated values, and returns its version. 404 if it was
 * deleted. `body` is that of the change, as it was received.
 */
export const lockRecord = async (ctx: Pick<Context, 'db' | 'orgId'>, entity: Entity, id: number, body?: unknown): Promise<number> => {
  if (entity === 'jobEntry') {
    await ctx.db.query({ name: 'lock-above-entry', text: LOCK_ABOVE_ENTRY, values: [ctx.orgId, id, runNamedIn(body)] });
  } else if (entity === 'run') {
    await holdRuns(ctx, { runIds: [id] });
  } else if (entity === 'job') {
    await lockJobRow(ctx, id);
  }
  const [row] = await ctx.db.query<{ version: number }>({
    name: `lock-${entity}`,
    text: `select version from ${tableOf(entity)} where organization_id = $1 and id = $2 and deleted_at is null for update`,
    values: [ctx.orgId, id],
  });
  if (!row) {
    throw refusal('not_found', 'notFound', { what: { term: labelOf(entity) } });
  }
  return row.version;
};

/** What a statement that changes many entries returns for each. */
export interface ChangedEntry {
  readonly id: number;
  readonly isDeleted: boolean;
}

/**
 * Before all entries of the organization may be changed: nobody writes one until the transaction ends, because that locks the
 * organization's row. The jobs come next, in the same order as changing a job and its entries, to avoid deadlocks.
 */
export const lockAllEntries = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<void> => {
  // Weaker than `update`: the foreign keys of others' journals read this row while they hold the numbers that our own journal waits for.
  await ctx.db.query({ text: 'select from organizations where id = $1 for no key update', values: [ctx.orgId] });
  await ctx.db.query({ text: 'select from jobs where organization_id = $1 order by id for share', values: [ctx.orgId] });
};

/** Notifies devices of entries that changed in the wake of something else, however many; deleted ones need no notice. */
export const touchEntries = ({ journal }: Pick<Context, 'journal'>, changed: readonly ChangedEntry[]): void =>
  journal.touch(
    'job_entry',
    changed.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
  );
