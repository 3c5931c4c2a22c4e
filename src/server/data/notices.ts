import type { NoticeSettings, NoticeWords, SENT_KINDS } from '#shared/domain/notice.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

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

/** Which browser has notices of which organization to show. */
export interface DueNotices {
  readonly organizationId: number;
  readonly subscriptionId: number;
}

/** How many browsers are looked at together. */
const DUE_AT_ONCE = 200;

/** Browsers with due notices, longest due first. A wait of more than two days was set by a wrong clock and is ignored. */
export const listDueNotices = (db: Database, now: Date): Promise<DueNotices[]> =>
  db.query<DueNotices>({
    name: 'due-notices',
    text: `select organization_id as "organizationId", subscription_id as "subscriptionId" from notices
            where next_try_at <= $1 or next_try_at > $1::timestamptz + interval '2 days'
            group by 1, 2 order by min(next_try_at) limit $2`,
    values: [now, DUE_AT_ONCE],
  });

/** A notice that was claimed for sending. */
export interface TakenNotice {
  readonly id: number;
  readonly userId: number;
  readonly kind: (typeof SENT_KINDS)[number];
  readonly entryId: number;
  readonly said: NoticeWords;
  readonly createdAt: string;
  /** This one included. */
  readonly tries: number;
}

/**
 * Claims the due notices of a browser, oldest first: until `until` no other process gets them, and then again if they are still there. In
 * a transaction of the organization.
 */
export const takeDueNotices = async (
  db: Database,
  { organizationId, subscriptionId }: DueNotices,
  now: Date,
  until: Date,
): Promise<TakenNotice[]> => {
  const taken = await db.query<TakenNotice>({
    name: 'take-due-notices',
    text: `with due as (select id from notices
                         where organization_id = $1 and subscription_id = $2
                           and (next_try_at <= $3 or next_try_at > $3::timestamptz + interval '2 days')
                           for update skip locked)
           update notices n set tries = n.tries + 1, next_try_at = $4 from due where n.organization_id = $1 and n.id = due.id
           returning n.id, n.user_id as "userId", n.kind, n.entry_id as "entryId", n.said, n.created_at as "createdAt", n.tries`,
    values: [organizationId, subscriptionId, now, until],
  });
  return taken.toSorted((one, other) => one.id - other.id);
};

/** Where and how a person is told. */
export interface NoticeRecipient {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: LanguageId;
  readonly timeZone: string;
  /** Null: as nobody has chosen. */
  readonly settings: NoticeSettings | null;
  /** How many questions wait for an answer of theirs, in all their organizations. */
  readonly open: number;
}

/** The browser, if it is still that person's, signed in, and they are a member of the organization; else undefined. */
export const findRecipient = async (
  db: Database,
  { organizationId, subscriptionId }: DueNotices,
  userId: number,
  now: Date,
): Promise<NoticeRecipient | undefined> => {
  const [found] = await db.query<NoticeRecipient>({
    name: 'notice-recipient',
    text: `select p.endpoint, p.p256dh, p.auth, p.language, p.time_zone as "timeZone", u.notice_settings as settings,
                  (select count(*)::int from employees e join job_entries j on j.organization_id = e.organization_id and j.created_by = $3
                    where e.user_id = $3 and e.is_user and e.deleted_at is null
                      and j.question is not null and j.answer is null and j.deleted_at is null) as open
             from push_subscriptions p join users u on u.id = p.user_id
            where p.id = $2 and p.user_id = $3
              and exists (select from sessions s where s.id = p.session_id and s.user_id = $3 and s.expires_at > $4)
              and exists (select from employees e join organizations o on o.id = e.organization_id
                           where e.organization_id = $1 and e.user_id = $3 and e.is_user and e.deleted_at is null
                             and o.deletion_due_at is null)`,
    values: [organizationId, subscriptionId, userId, now],
  });
  return found;
};

/** Those of the entries whose question is still open. */
export const listAsked = async (db: Database, organizationId: number, entryIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await db.query<{ id: number }>({
    name: 'asked-entries',
    text: `select id from job_entries where organization_id = $1 and id = any($2)
              and question is not null and answer is null and deleted_at is null`,
    values: [organizationId, entryIds],
  });
  return new Set(rows.map(({ id }) => id));
};

/** They are handed over, or of no use any more. In a transaction of the organization. */
export const deleteNotices = async (db: Database, organizationId: number, ids: readonly number[]): Promise<void> => {
  await db.query({
    name: 'delete-notices',
    text: 'delete from notices where organization_id = $1 and id = any($2)',
    values: [organizationId, ids],
  });
};

/** They are tried again then. `isFirst`: as if they had not been tried yet. In a transaction of the organization. */
export const postponeNotices = async (
  db: Database,
  organizationId: number,
  ids: readonly number[],
  { until, isFirst = false }: { readonly until: Date; readonly isFirst?: boolean },
): Promise<void> => {
  await db.query({
    name: 'postpone-notices',
    text: `update notices set next_try_at = $3, tries = case when $4 then 0 else tries end where organization_id = $1 and id = any($2)`,
    values: [organizationId, ids, until, isFirst],
  });
};
