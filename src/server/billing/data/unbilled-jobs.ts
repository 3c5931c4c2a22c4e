import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import type { BillableEntry } from '#shared/billing/quantities.ts';
import type { Context } from '#server/context.ts';
import { byMoment, readCursor, writeCursor } from '#server/data/list-cursor.ts';
import { customers, jobs } from '#server/db/tables/index.ts';

const KEYS = [byMoment('completedAt')];

type CompletedJob = Pick<UnbilledJob, 'id' | 'name' | 'customerId' | 'customerName' | 'completedAt'>;

export const cursorOfUnbilled = (job: CompletedJob): string => writeCursor(KEYS, job);

/** Completed jobs, the longest completed first. */
export const listCompletedJobs = async (ctx: Context, { limit, cursor }: PageQuery): Promise<CompletedJob[]> => {
  const { id, name, customerId, organizationId } = jobs;
  const rows = ctx.db.orm
    // A trigger ensures that every job that is not open has it.
    .select({
      id,
      name,
      customerId,
      customerName: customers.businessName,
      completedAt: sql<string>`${jobs.completedAt}`.mapWith(jobs.completedAt),
    })
    .from(jobs)
    .innerJoin(customers, and(eq(customers.organizationId, organizationId), eq(customers.id, customerId)))
    .where(
      and(
        eq(organizationId, ctx.orgId),
        isNull(jobs.deletedAt),
        // In the text of the statement: the index contains these jobs only.
        sql`${jobs.status} = 'completed'`,
        cursor === undefined ? undefined : sql`(${jobs.completedAt}, ${id}) > ${readCursor(KEYS, cursor)}`,
      ),
    )
    .orderBy(jobs.completedAt, id)
    .$dynamic();
  return limit === undefined ? rows : rows.limit(limit);
};

/** What a bill is computed from, and whether the office checked it. */
export type UnbilledEntry = BillableEntry & { readonly isChecked: boolean };

/** The entries of these jobs, by job. */
export const entriesOfJobs = async (ctx: Context, jobIds: readonly number[]): Promise<Map<number, UnbilledEntry[]>> => {
  const rows = await ctx.db.query<UnbilledEntry>({
    name: 'unbilled-entries',
    text: `select e.id, e.job_id as "jobId", e.customer_id as "customerId", e.service_type_id as "serviceTypeId", s.name as "serviceTypeName",
                  e.date, e.equipment_ids as "equipmentIds", e.total_hours as "totalHours", e.billable_hours as "billableHours", e.fuel, e.loads,
                  e.custom_field_values as "customFieldValues", e.checked_at is not null as "isChecked"
             from job_entries e join service_types s on s.organization_id = $1 and s.id = e.service_type_id
            where e.organization_id = $1 and e.job_id = any($2::int[]) and e.deleted_at is null`,
    values: [ctx.orgId, jobIds],
  });
  const byJob = new Map<number, UnbilledEntry[]>(jobIds.map((id) => [id, []]));
  for (const row of rows) {
    byJob.get(row.jobId)?.push(row);
  }
  return byJob;
};
