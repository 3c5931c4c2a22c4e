import { type Entity, ENTITY_LABEL } from '#shared/entities/ids.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';

/** The table that holds each kind of record. */
export const TABLE: Record<Entity, string> = {
  customer: 'customers',
  employee: 'employees',
  serviceType: 'service_types',
  customDataField: 'custom_data_fields',
  equipment: 'equipment',
  implement: 'implements',
  job: 'jobs',
  jobEntry: 'job_entries',
};

/** Holds the record until the transaction ends, so that nothing is decided by what it no longer is, and gives its version. 404 if it was deleted. */
export const lockRecord = async (ctx: Pick<Context, 'db' | 'orgId'>, entity: Entity, id: number): Promise<number> => {
  if (entity === 'jobEntry') {
    // Its job first, as whoever changes a job and its entries does: crosswise they would wait for each other.
    await ctx.db.query({
      name: 'lock-job-of-entry',
      text: `select from jobs where organization_id = $1 and id = (select job_id from job_entries where organization_id = $1 and id = $2) for share`,
      values: [ctx.orgId, id],
    });
  }
  const [row] = await ctx.db.query<{ version: number }>({
    name: `lock-${entity}`,
    text: `select version from ${TABLE[entity]} where organization_id = $1 and id = $2 and deleted_at is null for update`,
    values: [ctx.orgId, id],
  });
  if (!row) {
    throw new AppError('not_found', `${ENTITY_LABEL[entity]} not found`);
  }
  return row.version;
};
