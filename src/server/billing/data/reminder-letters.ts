import { and, eq, inArray } from 'drizzle-orm';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { ReminderLetter } from '#shared/billing/schemas/reminder.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { reminderLetters } from '#server/db/tables/index.ts';

type NewLetter = Pick<
  typeof reminderLetters.$inferInsert,
  'customerId' | 'level' | 'way' | 'recipient' | 'issuedOn' | 'content' | 'createdBy'
>;

export const insertLetter = async (ctx: Pick<Context, 'db' | 'orgId' | 'now'>, letter: NewLetter): Promise<number> => {
  const [row] = await ctx.db.orm
    .insert(reminderLetters)
    .values({ ...letter, organizationId: ctx.orgId, createdAt: ctx.now().toISOString() })
    .returning({ id: reminderLetters.id });
  if (!row) {
    throw new Error('The database returned no row for the new letter.');
  }
  return row.id;
};

/** What the reference of a bill is made of. */
export const findNumber = async (
  { db, orgId }: Pick<Context, 'db' | 'orgId'>,
  recordId: number,
): Promise<Pick<BillingRecord, 'label' | 'year' | 'number'>> => {
  const [row] = await db.query<Pick<BillingRecord, 'label' | 'year' | 'number'>>({
    name: 'number-of-record',
    text: `select coalesce(label, year || '-' || number) as label, year, number from billing_records where organization_id = $1 and id = $2`,
    values: [orgId, recordId],
  });
  if (!row) {
    throw refusal('not_found', 'notFound', { what: { term: 'Billing record' } });
  }
  return row;
};

/** These letters, by their ids; 404 if one of them is none. */
export const findLetters = async (ctx: Context, ids: readonly number[]): Promise<ReminderLetter[]> => {
  const { level, issuedOn, content } = reminderLetters;
  const rows = await ctx.db.orm
    .select({ level, issuedOn, content })
    .from(reminderLetters)
    .where(and(eq(reminderLetters.organizationId, ctx.orgId), inArray(reminderLetters.id, [...ids])))
    .orderBy(reminderLetters.id);
  if (rows.length !== new Set(ids).size) {
    throw refusal('not_found', 'notFound', { what: { term: 'Reminder letter' } });
  }
  return rows;
};
