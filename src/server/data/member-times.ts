import type { Database } from '#server/db/database.ts';

/** How old "last seen" may get before it is written again: who looks at it plans a day, not an hour. */
const NOTED_EVERY_MS = 3_600_000;

/** From now on the account has access to the organization. In the transaction that gives it. */
export const noteJoined = async (db: Database, organizationId: number, userId: number): Promise<void> => {
  await db.query({
    name: 'note-joined',
    text: `insert into member_times (organization_id, user_id, joined_at) values ($1, $2, now())
           on conflict (organization_id, user_id) do update set joined_at = excluded.joined_at`,
    values: [organizationId, userId],
  });
};

interface Seen {
  readonly organizationId: number;
  readonly userId: number;
  /** As it is noted; null: not yet. */
  readonly seenAt: string | null;
}

/** Notes that the account is in the organization now, unless that was noted within the hour. In a transaction of its own. */
export const noteSeen = async (db: Database, { organizationId, userId, seenAt }: Seen, now: Date): Promise<void> => {
  if (seenAt !== null && now.getTime() - Date.parse(seenAt) <= NOTED_EVERY_MS) {
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
