import type { Entity } from '#shared/entities/ids.ts';
import type { Database } from '#server/db/database.ts';

const TABLE: Record<Entity, string> = {
  customer: 'customers',
  employee: 'employees',
  serviceType: 'service_types',
  customDataField: 'custom_data_fields',
  equipment: 'equipment',
  job: 'jobs',
  jobEntry: 'job_entries',
};

/** The organization that a record belongs to; nothing if there is no such record. */
export const organizationOfRecord = async (db: Database, entity: Entity, id: number): Promise<number | undefined> => {
  const [row] = await db.query<{ organizationId: number }>({
    name: `organization-of-${entity}`,
    text: `select organization_id as "organizationId" from ${TABLE[entity]} where id = $1 and deleted_at is null`,
    values: [id],
  });
  return row?.organizationId;
};
