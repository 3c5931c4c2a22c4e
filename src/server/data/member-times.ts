import type { Database } from '#server/db/database.ts';

/** How old "last seen" may get before it is written again: people who look at it plan a day, not an hour. */
const NOTED_EVERY_MS = 3_600_000;

/**
 * From now on the account has access to the organization. In the transaction that grants it. `isUnasked`: by their address, without their
 * consent; a person who is a member elsewhere is asked whether that is right.
 */
export const noteJoined = async (db: Database, organizationId: number, userId: number, isUnasked = false): Promise<void> => {
  await db.query({
    name: 'note-joined',
    text: `insert into member_times (organization_id, user_id, joined_at, is_unasked)
           select $1, $2, now(), $3 and exists (select from employees e where e.user_id = $2 and e.is_user and e.deleted_at is null
                                                   and e.organization_id <> $1)
           on conflict (organization_id, user_id) do update set joined_at = excluded.joined_at, is_unasked = excluded.is_unasked`,
    values: [organizationId, userId, isUnasked],
  });
};

/** Organizations that made the account a member without asking, and that it has not confirmed yet; at most as many as a screen shows. */
export const listUnasked = (db: Database, userId: number): Promise<{ id: number; name: string }[]> =>
  db.query<{ id: number; name: string }>({
    name: 'unasked-memberships',
    text: `select o.id, o.name from employees e
             join member_times t on t.organization_id = e.organization_id and t.user_id = e.user_id and t.is_unasked
             join organizations o on o.id = e.organization_id
            where e.user_id = $1 and e.is_user and e.deleted_at is null and o.deletion_due_at is null
            order by o.id limit 10`,
    values: [userId],
  });

/** The account confirms its membership there. In a transaction of the organization. */
export const noteAsked = async (db: Database, organizationId: number, userId: number): Promise<void> => {
  await db.query({
    text: 'update member_times set is_unasked = false where organization_id = $1 and user_id = $2',
    values: [organizationId, userId],
  });
};

interface Seen {
  readonly organizationId: number;
  readonly userId: number;
  /** As stored; null: not yet. */
  readonly seenAt: string | null;
}

/** Whether it was noted within the hour. */
export const isSeenNoted = (seenAt: string | null, now: Date): boolean =>
  seenAt !== null && now.getTime() - Date.parse(seenAt) <= NOTED_EVERY_MS;

/** Notes that the account is in the organization now, unless that was noted within the hour. In a transaction of its own. */
export const noteSeen = async (db: Database, { organizationId, userId, seenAt }: Seen, now: Date): Promise<void> => {
  if (isSeenNoted(seenAt, now)) {
    return;
  }
  await db.transaction(async (inside) => {
    await inside.query({
      name: 'note-seen',
      text: `insert into member_times as t (organization_id, user_id, seen_at) values ($1, $2, $3)
             on conflict (organization_id, user_id) do update set seen_at = greatest(t.seen_at, excluded.seen_at)`,
      values: [organizationId, userId, now],
    });
  }, organizationId);
};

/**
 * Derives from the history since when members have access and when each was last seen: for an organization that was imported with its
 * members. In a transaction of the organization.
 */
export const noteTimesOfHistory = async (db: Database, organizationId: number): Promise<void> => {
  await db.query({
    text: `insert into member_times (organization_id, user_id, joined_at, seen_at)
           select e.organization_id, e.user_id, coalesce(min(a."timestamp"), e.created_at), coalesce(max(a."timestamp"), e.created_at)
             from employees e left join audit_logs a on a.organization_id = e.organization_id and a.user_id = e.user_id
            where e.organization_id = $1 and e.user_id is not null
            group by e.organization_id, e.id`,
    values: [organizationId],
  });
};
