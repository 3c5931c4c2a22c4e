import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { PageQuery } from '#shared/domain/fields.ts';
import { job as schema, type Job, type JobStatus } from '#shared/domain/job.ts';
import { refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { USED_KEYS } from '#server/data/field-uses.ts';
import { asJson, type JsonPart, lookUp, mapOf } from '#server/data/json-list.ts';
import { byMoment } from '#server/data/list-cursor.ts';
import { type Condition, descending, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { type ChangedEntry, touchEntries } from '#server/data/records.ts';
import { customers, jobs } from '#server/db/tables/index.ts';

const order = descending(byMoment('createdAt'));
const table = orgTable('job', jobs, { subject: (row) => row.name, order });
const { listJson, listChanged } = jsonList(order, {
  schema,
  table: jobs,
  maps: [mapOf('customers', 'customers', 'customer_id', asJson('business_name'))],
  given: { customerName: lookUp('customers', 'customer_id') },
});

const ONE_PLACEHOLDER = {
  constraint: 'jobs_placeholder_index',
  path: 'customerId',
  message: refusalMessage('secondPlaceholderJob'),
};

/** It was repeated again after this one was deleted. */
const ONE_REPEAT = {
  constraint: 'jobs_repeats_index',
  path: 'season',
  message: refusalMessage('repeatedAgain'),
};

interface JobFilter extends PageQuery {
  readonly status?: JobStatus | undefined;
  readonly customerId?: number | undefined;
  /** Of creation, in UTC. */
  readonly year?: number | undefined;
}

const startOf = (year: number): string => `${String(year).padStart(4, '0')}-01-01T00:00:00Z`;

const conditionsOf = ({ status, customerId, year }: JobFilter): Condition[] => [
  ['status', status, (at) => `status = ${at}`],
  ['customer', customerId, (at) => `customer_id = ${at}`],
  ['from', year && startOf(year), (at) => `created_at >= ${at}`],
  ['to', year && startOf(year + 1), (at) => `created_at < ${at}`],
];

const listWhere = (ctx: Context, where: SQL | undefined): Promise<Job[]> =>
  ctx.db.orm
    .select({ ...getTableColumns(jobs), customerName: customers.businessName })
    .from(jobs)
    .innerJoin(customers, and(eq(customers.organizationId, jobs.organizationId), eq(customers.id, jobs.customerId)))
    .where(and(eq(jobs.organizationId, ctx.orgId), isNull(jobs.deletedAt), where));

/** Deletes or restores what depends on a job, and counts the uses of fields that go or come with it. */
const withEntries = async (ctx: Actor, jobId: number, to: 'deleted' | 'restored'): Promise<void> => {
  const isDeleted = to === 'deleted';
  const [row] = await ctx.db.query<{ ids: number[]; uses: Record<string, number> | null }>({
    text: `with e as (
             update job_entries set deleted_at = ${isDeleted ? 'now()' : 'null'}, deleted_with_job = ${isDeleted},
                                    version = version + 1, updated_at = now()
              where organization_id = $1 and job_id = $2 and ${isDeleted ? 'deleted_at is null' : 'deleted_with_job'} returning *
           ), k as (select used.key, count(*) as uses from e, ${USED_KEYS} group by used.key)
           select array(select id from e) as ids, (select jsonb_object_agg(key, uses) from k) as uses`,
    values: [ctx.orgId, jobId],
  });
  ctx.journal.touch('job_entry', row?.ids ?? []);
  for (const [key, uses] of Object.entries(row?.uses ?? {})) {
    ctx.journal.countUse(key, isDeleted ? -uses : uses);
  }
};

/** A job that stays as it is until the transaction ends. */
export interface LockedJob {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly status: JobStatus;
  /** The customer's 'No job yet'. */
  readonly isPlaceholder: boolean;
}

const LOCKED = 'select id, name, customer_id as "customerId", status, is_placeholder as "isPlaceholder" from jobs';

export const jobData = {
  /** Newest first; each with the name of its customer. */
  listJson: (ctx: Context, filter: JobFilter & { readonly limit: number }): Promise<JsonPart> =>
    listJson(ctx, filter, conditionsOf(filter)),
  listChanged,
  /** Those of the ids that exist, in no particular order. */
  listByIds: (ctx: Context, ids: readonly number[]): Promise<Job[]> => listWhere(ctx, sql`${jobs.id} = any(${sql.param(ids)}::int[])`),
  find: async (ctx: Context, id: number): Promise<Job> => {
    const [job] = await listWhere(ctx, eq(jobs.id, id));
    if (!job) {
      throw refusal('not_found', 'notFound', { what: { term: 'Job' } });
    }
    return job;
  },
  insert: table.insert,
  insertAll: table.insertAll,
  requireAll: table.requireAll,
  /** The entries follow the job to another customer: theirs is always the job's (specification 5.37). */
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]): Promise<void> => {
    await unlessTaken(ONE_PLACEHOLDER, table.update(ctx, id, values));
    if (values.customerId !== undefined) {
      const moved = await ctx.db.query<ChangedEntry>({
        text: `update job_entries set customer_id = $3, version = version + 1, updated_at = now()
                where organization_id = $1 and job_id = $2 and customer_id <> $3 returning id, deleted_at is not null as "isDeleted"`,
        values: [ctx.orgId, id, values.customerId],
      });
      touchEntries(ctx, moved);
    }
  },
  /** Its entries are deleted with it (specification 8.17). */
  remove: async (ctx: Context, id: number): Promise<void> => {
    await table.remove(ctx, id);
    await withEntries(ctx, id, 'deleted');
  },
  /** With the entries that were deleted with it; those that had been deleted before stay so. */
  restore: async (ctx: Context, id: number): Promise<void> => {
    await unlessTaken(ONE_REPEAT, unlessTaken(ONE_PLACEHOLDER, table.restore(ctx, id)));
    await withEntries(ctx, id, 'restored');
  },
  /** Locks these jobs until the transaction ends, always in the same order; deleted ones are left out. */
  lockAll: (ctx: Context, ids: readonly number[]): Promise<LockedJob[]> =>
    ctx.db.query<LockedJob>({
      text: `${LOCKED}
              where organization_id = $1 and id = any($2::int[]) and deleted_at is null order by id for update`,
      values: [ctx.orgId, ids],
    }),
  /** The job, locked until the transaction ends: `share` so that it is not closed while an entry is written, `update` to change it. */
  lock: async (ctx: Context, id: number, strength: 'share' | 'update'): Promise<LockedJob> => {
    const [row] = await ctx.db.query<LockedJob>({
      name: `lock-job-for-${strength}`,
      text: `${LOCKED}
              where organization_id = $1 and id = $2 and deleted_at is null for ${strength}`,
      values: [ctx.orgId, id],
    });
    if (!row) {
      throw refusal('not_found', 'notFound', { what: { term: 'Job' } });
    }
    return row;
  },
};
