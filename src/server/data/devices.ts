import { and, desc, eq } from 'drizzle-orm';
import { actorName } from '#shared/domain/names.ts';
import type { Device } from '#shared/domain/device.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { devices, users } from '#server/db/tables/index.ts';

type Report = Omit<typeof devices.$inferSelect, 'lostPending' | 'lostSeenAt' | 'lostToldAt' | 'lostPutAwayAt'>;

/** Keeps what a device said of itself. Said again within a minute and nothing new in it: nothing is written. In a transaction of the organization. */
export const keepReport = async (db: Database, report: Report): Promise<void> => {
  await db.query({
    name: 'keep-report',
    text: `insert into devices as d (organization_id, user_id, device_id, name, pending, attention, oldest_at, seen_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (organization_id, user_id, device_id) do update
              set name = excluded.name, pending = excluded.pending, attention = excluded.attention, oldest_at = excluded.oldest_at,
                  seen_at = greatest(d.seen_at, excluded.seen_at)
            where (d.name, d.pending, d.attention, d.oldest_at)
                    is distinct from (excluded.name, excluded.pending, excluded.attention, excluded.oldest_at)
               or d.seen_at <= excluded.seen_at - interval '60 seconds'`,
    values: [
      report.organizationId,
      report.userId,
      report.deviceId,
      report.name,
      report.pending,
      report.attention,
      report.oldestAt,
      report.seenAt,
    ],
  });
};

/** Devices of the organization, of one user only if he is named; heard of last first. */
export const listDevices = async (ctx: Context, userId: number | null): Promise<Device[]> => {
  const rows = await ctx.db.orm
    .select({ device: devices, user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email } })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(devices.organizationId, ctx.orgId), userId === null ? undefined : eq(devices.userId, userId)))
    .orderBy(desc(devices.seenAt), devices.userId, devices.deviceId);
  return rows.map(({ device, user }) => ({ ...device, userName: actorName(user) }));
};
