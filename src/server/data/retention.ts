import type { Database } from '#server/db/database.ts';

/** Every organization's id. */
export const listOrganizationIds = async (db: Database): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({ text: 'select id from organizations order by id', values: [] });
  return rows.map(({ id }) => id);
};

/**
 * Deletes the stored answers of writes made before; their keys and outcomes stay for good (specification 9.10). 0: outside of any
 * organization.
 */
export const forgetAnswers = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  await db.query({
    text: 'update sync_ops set answer = null where organization_id = $1 and created_at < $2 and answer is not null',
    values: [organizationId, before],
  });
};

/** Deletes changes made before; a device that has not read them yet starts over. In the transaction of the organization. */
export const forgetChanges = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  // From the oldest on, and no further than the first that is to stay.
  await db.query({
    text: `with edge as (
             select seq from changes where organization_id = $1 and at >= $2 order by seq limit 1
           ), gone as (
             delete from changes where organization_id = $1
                and seq < coalesce((select seq from edge), (select seq + 1 from organization_seq where organization_id = $1)) returning seq
           )
           update organization_seq set forgotten = greatest(forgotten, (select max(seq) from gone))
            where organization_id = $1 and exists (select from gone)`,
    values: [organizationId, before],
  });
};

/**
 * Deletes devices not heard of since, unless they have unsent changes, or lost some and nobody has settled that. In the transaction of the
 * organization.
 */
export const forgetDevices = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  await db.query({
    text: `delete from devices where organization_id = $1 and seen_at < $2 and pending = 0 and attention = 0
              and (lost_pending is null or lost_put_away_at is not null)`,
    values: [organizationId, before],
  });
};

/** Deletes sessions that have expired. */
export const forgetSessions = async (db: Database, now: Date): Promise<void> => {
  await db.query({ text: 'delete from sessions where expires_at < $1', values: [now] });
};
