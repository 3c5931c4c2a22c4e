import type { NoticeWords, SENT_KINDS } from '#shared/domain/notice.ts';
import type { Context } from '#server/context.ts';

/** What a person is told of an entry. */
interface Noted {
  /** Who is told; what they do themselves is no news to them. */
  readonly userId: number;
  readonly kind: (typeof SENT_KINDS)[number];
  readonly entryId: number;
  readonly said: NoticeWords;
}

/**
 * Tells the person of it in every browser that shows them notices: if and only if the transaction commits, and whether it still matters,
 * and whether they want it, is judged when it is sent. In the transaction of its cause.
 */
export const noteNotice = async (
  { db, orgId, user, now }: Pick<Context, 'db' | 'orgId' | 'user' | 'now'>,
  { userId, kind, entryId, said }: Noted,
): Promise<void> => {
  if (userId === user.id) {
    return;
  }
  await db.query({
    name: 'note-notice',
    text: `insert into notices (organization_id, user_id, subscription_id, kind, entry_id, said, created_at, next_try_at)
           select $1, user_id, id, $3, $4, $5, $6, $6 from push_subscriptions where user_id = $2`,
    values: [orgId, userId, kind, entryId, JSON.stringify(said), now()],
  });
};
