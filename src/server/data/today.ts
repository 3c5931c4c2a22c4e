import { type CalendarDate, DAY_MS } from '#shared/lib/dates.ts';
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

/** The moment at which the organization's day is over: found by halving, because a zone may have any offset on any day. */
export const endOfDay = (ctx: Pick<Context, 'timeZone'>, day: CalendarDate): Date => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // Whatever the zone, it ends between these.
  let [before, after] = [noon - DAY_MS, noon + 2 * DAY_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(ctx, new Date(middle)) <= day) {
      before = middle;
    } else {
      after = middle;
    }
  }
  return new Date(after);
};

/** Today's date without a caller: in the program's own work for an organization. */
export const todayIn = async (db: Database, organizationId: number, now: () => Date): Promise<CalendarDate> => {
  const [row] = await db.query<{ timeZone: string | null }>({
    text: 'select time_zone as "timeZone" from organizations where id = $1',
    values: [organizationId],
  });
  return todayOf({ now, timeZone: row?.timeZone ?? null });
};
