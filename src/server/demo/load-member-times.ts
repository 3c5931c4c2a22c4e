import type { Database } from '#server/db/database.ts';

/** Since when the made-up people have access, and when each was last seen: with the last thing that they did. In the transaction of the organization. */
export const loadMemberTimes = async (db: Database, organizationId: number): Promise<void> => {
  await db.query({
    text: `insert into member_times (organization_id, user_id, joined_at, seen_at)
           select e.organization_id, e.user_id, u.created_at,
                  coalesce((select max(a."timestamp") from audit_logs a where a.organization_id = e.organization_id and a.user_id = e.user_id),
                           u.created_at)
             from employees e join users u on u.id = e.user_id
            where e.organization_id = $1`,
    values: [organizationId],
  });
};
