import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Job, JobStatus } from '#shared/domain/job.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { orgTable } from '#server/data/org-table.ts';
import { customers, jobs } from '#server/db/tables/index.ts';

const table = orgTable(jobs, {
  label: 'Job',
  audited: 'job',
  subject: (row) => row.name,
  order: [sql`${jobs.createdAt} desc`, sql`${jobs.id} desc`],
});

const listWhere = (ctx: Context, ...where: (SQL | undefined)[]): Promise<Job[]> =>
  ctx.db.orm
    .select({ ...getTableColumns(jobs), customerName: customers.businessName })
    .from(jobs)
    .innerJoin(customers, and(eq(customers.organizationId, jobs.organizationId), eq(customers.id, jobs.customerId)))
    .where(and(eq(jobs.organizationId, ctx.orgId), isNull(jobs.deletedAt), ...where))
    .orderBy(desc(jobs.createdAt), desc(jobs.id));

export const jobData = {
  /** Newest first; each with the name of its customer. */
  list: (ctx: Context, filter: { status?: JobStatus | undefined; customerId?: number | undefined }): Promise<Job[]> =>
    listWhere(
      ctx,
      filter.status === undefined ? undefined : eq(jobs.status, filter.status),
      filter.customerId === undefined ? undefined : eq(jobs.customerId, filter.customerId),
    ),
  find: async (ctx: Context, id: number): Promise<Job> => {
    const [job] = await listWhere(ctx, eq(jobs.id, id));
    if (!job) {
      throw new AppError('not_found', 'Job not found');
    }
    return job;
  },
  insert: table.insert,
  /** The entries follow the job to another customer: theirs is always the job's (decisions §10). */
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]): Promise<void> => {
    await table.update(ctx, id, values);
    if (values.customerId !== undefined) {
      await ctx.db.query({
        text: `update job_entries set customer_id = $3, version = version + 1, updated_at = now()
                where organization_id = $1 and job_id = $2 and customer_id <> $3`,
        values: [ctx.orgId, id, values.customerId],
      });
    }
  },
  /** The job as it stays until the transaction ends: `share` so that nobody closes it while an entry is written, `update` to change it. */
  lock: async (
    ctx: Context,
    id: number,
    strength: 'share' | 'update',
  ): Promise<{ id: number; name: string; customerId: number; status: JobStatus }> => {
    const [row] = await ctx.db.query<{ id: number; name: string; customerId: number; status: JobStatus }>({
      name: `lock-job-for-${strength}`,
      text: `select id, name, customer_id as "customerId", status from jobs
              where organization_id = $1 and id = $2 and deleted_at is null for ${strength}`,
      values: [ctx.orgId, id],
    });
    if (!row) {
      throw new AppError('not_found', 'Job not found');
    }
    return row;
  },
};
