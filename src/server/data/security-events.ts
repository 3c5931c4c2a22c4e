import type { SecurityEventKind } from '#shared/domain/security-event.ts';
import type { Database } from '#server/db/database.ts';

/** Where and when it happened. */
interface Circumstances {
  readonly now: () => Date;
  readonly clientAddress: string;
  readonly userAgent: string | null;
}

export interface NewSecurityEvent {
  readonly userId: number;
  readonly kind: SecurityEventKind;
  /** In words of the person, such as a passkey's name. */
  readonly detail?: string;
}

/** Notes what happened, in the caller's transaction: it is told if it took effect. */
export const noteSecurityEvent = async (
  db: Database,
  { now, clientAddress, userAgent }: Circumstances,
  { userId, kind, detail }: NewSecurityEvent,
): Promise<void> => {
  await db.query({
    name: 'note-security-event',
    text: `insert into security_events (user_id, kind, detail, address, user_agent, at) values ($1, $2, $3, $4, $5, $6)`,
    values: [userId, kind, detail ?? null, clientAddress, userAgent, now()],
  });
};

/** Notes one of many that come in a row, such as wrong passwords: within an hour and from one address they are one row that counts. */
export const countSecurityEvent = async (db: Database, circumstances: Circumstances, event: NewSecurityEvent): Promise<void> => {
  const { now, clientAddress, userAgent } = circumstances;
  const counted = await db.query({
    name: 'count-security-event',
    text: `update security_events set count = count + 1, at = $4, user_agent = $5
            where id = (select id from security_events
                         where user_id = $1 and kind = $2 and address = $3 and at > $4::timestamptz - interval '1 hour' order by at desc limit 1)
            returning id`,
    values: [event.userId, event.kind, clientAddress, now(), userAgent],
  });
  if (counted.length === 0) {
    await noteSecurityEvent(db, circumstances, event);
  }
};
