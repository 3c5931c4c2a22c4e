import { and, eq, inArray } from 'drizzle-orm';
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
