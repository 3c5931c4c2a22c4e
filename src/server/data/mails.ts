import { eq } from 'drizzle-orm';
import type { Mail } from '#server/ports/mail.ts';
import type { Database } from '#server/db/database.ts';
import { mails } from '#server/db/tables/index.ts';

/** A mail that was claimed for sending. */
export interface QueuedMail extends Mail {
  readonly id: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** This one included. */
  readonly tries: number;
}

/** Queues the mail: it goes out if and only if the transaction commits. */
export const insertMail = async (db: Database, mail: Mail, times: { createdAt: string; expiresAt: string }): Promise<void> => {
  const { attachment, event, ...written } = mail;
  const eventReference = { eventOrganizationId: event?.organizationId, billingEventId: event?.billingEventId };
  const attached = { attachmentName: attachment?.name, attachment: attachment?.bytes };
  await db.orm.insert(mails).values({ ...written, ...attached, ...eventReference, ...times, nextTryAt: times.createdAt });
};

interface TakenMail extends Pick<QueuedMail, 'id' | 'recipient' | 'subject' | 'body' | 'tries'> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly replyTo: string | null;
  readonly attachmentName: string | null;
  readonly attachment: Buffer | null;
  readonly organizationId: number | null;
  readonly billingEventId: number | null;
}

const toMail = ({ replyTo, attachmentName, attachment, organizationId, billingEventId, ...row }: TakenMail): QueuedMail => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  expiresAt: new Date(row.expiresAt).toISOString(),
  ...(replyTo === null ? {} : { replyTo }),
  ...(attachmentName === null || attachment === null ? {} : { attachment: { name: attachmentName, bytes: attachment } }),
  ...(organizationId === null || billingEventId === null ? {} : { event: { organizationId, billingEventId } }),
});

/**
 * Claims a mail that is due: until `until` no other process gets it, and then again if it is still there. A wait of more than a day was set
 * by a wrong clock and is ignored: no mail waits that long.
 */
export const takeDueMail = async (db: Database, now: Date, until: Date): Promise<QueuedMail | undefined> => {
  const [row] = await db.query<TakenMail>({
    name: 'take-due-mail',
    text: `update mails set tries = tries + 1, next_try_at = $2
            where id = (select id from mails where next_try_at <= $1 or next_try_at > $1::timestamptz + interval '1 day' order by next_try_at limit 1 for update skip locked)
        returning id, recipient, subject, body, tries, created_at as "createdAt", expires_at as "expiresAt", reply_to as "replyTo",
                  attachment_name as "attachmentName", attachment, event_organization_id as "organizationId",
                  billing_event_id as "billingEventId"`,
    values: [now, until],
  });
  return row && toMail(row);
};

export const postponeMail = async (db: Database, id: number, nextTryAt: string): Promise<void> => {
  await db.orm.update(mails).set({ nextTryAt }).where(eq(mails.id, id));
};

export const deleteMail = async (db: Database, id: number): Promise<void> => {
  await db.orm.delete(mails).where(eq(mails.id, id));
};
