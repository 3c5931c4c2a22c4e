import type { LanguageId } from '#shared/lib/languages.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

/** An organization whose first reminders go by themselves. */
export interface Reminding {
  readonly orgId: number;
  readonly timeZone: string | null;
  readonly language: LanguageId | null;
  /** Where customers answer to. */
  readonly email: string | null;
}

/** Those that want it, and are not about to be deleted. Sample companies mail nothing. */
export const listReminding = (db: Database): Promise<Reminding[]> =>
  db.query<Reminding>({
    name: 'reminding-organizations',
    text: `select o.id as "orgId", o.time_zone as "timeZone", o.language, o.email
             from billing_settings s join organizations o on o.id = s.organization_id
            where s.sends_first_reminder and o.deletion_due_at is null and not o.is_sample order by o.id`,
    values: [],
  });

/** Holds the organization's reminding until the transaction ends; false if another process does, or nobody wants it any more. */
export const claimReminding = async (db: Database, orgId: number): Promise<boolean> => {
  const rows = await db.query({
    name: 'claim-reminding',
    text: 'select from billing_settings where organization_id = $1 and sends_first_reminder for no key update skip locked',
    values: [orgId],
  });
  return rows.length > 0;
};

/** Mails about these bills that no mail server took, and where they were to go. */
export const listUndelivered = (
  { db, orgId }: Pick<Context, 'db' | 'orgId'>,
  recordIds: readonly number[],
): Promise<{ recordId: number; recipient: string }[]> =>
  db.query({
    name: 'undelivered-mails',
    text: `select distinct record_id as "recordId", recipient from billing_events
            where organization_id = $1 and record_id = any($2::int[]) and kind = 'undelivered' and recipient is not null`,
    values: [orgId, [...recordIds]],
  });
