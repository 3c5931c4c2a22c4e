import { DEFAULT_NOTICE_SETTINGS, MOST_NOTICE_BROWSERS, type NoticeBrowser, type NoticeSettings } from '#shared/domain/notice.ts';
import type { Database } from '#server/db/database.ts';

/** What the person chose, or else what applies, and whether the browser of this session is told. */
export const readNoticeState = async (
  db: Database,
  userId: number,
  session: Buffer,
): Promise<{ readonly settings: NoticeSettings; readonly isOn: boolean }> => {
  const [row] = await db.query<{ settings: NoticeSettings | null; isOn: boolean }>({
    name: 'notice-state',
    text: `select notice_settings as settings,
                  exists (select from push_subscriptions p join sessions s on s.id = p.session_id
                           where p.user_id = $1 and s.token_hash = $2) as "isOn"
             from users where id = $1`,
    values: [userId, session],
  });
  return { settings: row?.settings ?? DEFAULT_NOTICE_SETTINGS, isOn: row?.isOn ?? false };
};

export const saveNoticeSettings = async (db: Database, userId: number, settings: NoticeSettings): Promise<void> => {
  await db.query({
    text: 'update users set notice_settings = $2 where id = $1',
    values: [userId, JSON.stringify(settings)],
  });
};

/** From here on this browser tells its person nothing. */
export const unsubscribe = async (db: Database, session: Buffer): Promise<void> => {
  await db.query({
    name: 'unsubscribe',
    text: 'delete from push_subscriptions where session_id = (select id from sessions where token_hash = $1)',
    values: [session],
  });
};

/**
 * This browser tells the session's person, for as long as the session lasts, and whoever it told before nothing more. In a transaction.
 */
export const subscribe = async (
  db: Database,
  { userId, session, now }: { readonly userId: number; readonly session: Buffer; readonly now: Date },
  { endpoint, keys, language, timeZone }: NoticeBrowser,
): Promise<void> => {
  await unsubscribe(db, session);
  await db.query({ name: 'move-subscription', text: 'delete from push_subscriptions where endpoint = $1', values: [endpoint] });
  await db.query({
    name: 'subscribe',
    // Another tab may just have done the same.
    text: `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, time_zone, created_at)
           select $1, id, $3, $4, $5, $6, $7, $8 from sessions where token_hash = $2 and user_id = $1
           on conflict (endpoint) do nothing`,
    values: [userId, session, endpoint, keys.p256dh, keys.auth, language, timeZone, now],
  });
  await db.query({
    name: 'forget-surplus-subscriptions',
    text: `delete from push_subscriptions where user_id = $1 and id in (
             select id from push_subscriptions where user_id = $1 order by created_at desc, id desc offset $2)`,
    values: [userId, MOST_NOTICE_BROWSERS],
  });
};

/** The service said that there is no such browser any more. */
export const forgetSubscription = async (db: Database, id: number): Promise<void> => {
  await db.query({ name: 'forget-subscription', text: 'delete from push_subscriptions where id = $1', values: [id] });
};

/** Those whose session has ended: most end with it, these expired or gave way to another one in their browser. */
export const forgetEndedSubscriptions = async (db: Database): Promise<void> => {
  await db.query({
    text: 'delete from push_subscriptions p where not exists (select from sessions s where s.id = p.session_id)',
    values: [],
  });
};
