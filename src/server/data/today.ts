import type { CalendarDate } from '#shared/lib/dates.ts';
import { dayIn } from '#shared/lib/time-zone.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

/**
 * The organization's date at a moment (specification 6.4). While it has no time zone, or one that this machine does not know, the date in
 * UTC (decision 0034).
 */
export const dayOf = ({ timeZone }: Pick<Context, 'timeZone'>, moment: Date): CalendarDate =>
  dayIn(timeZone ?? 'UTC', moment) ?? moment.toISOString().slice(0, 10);

/** The server's only source of today's date. */
export const todayOf = (ctx: Pick<Context, 'now' | 'timeZone'>): CalendarDate => dayOf(ctx, ctx.now());

/** The same without a caller: in the program's own work for an organization. */
export const todayIn = async (db: Database, organizationId: number, now: () => Date): Promise<CalendarDate> => {
  const [row] = await db.query<{ timeZone: string | null }>({
    text: 'select time_zone as "timeZone" from organizations where id = $1',
    values: [organizationId],
  });
  return todayOf({ now, timeZone: row?.timeZone ?? null });
};
