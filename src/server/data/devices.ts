import { and, desc, eq } from 'drizzle-orm';
import { actorName } from '#shared/domain/names.ts';
import type { Device } from '#shared/domain/device.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { devices, users } from '#server/db/tables/index.ts';

type Row = typeof devices.$inferSelect;
type Report = Omit<Row, 'lostPending' | 'lostSeenAt' | 'lostToldAt' | 'lostPutAwayAt'>;
type Loss = Pick<Row, 'organizationId' | 'userId' | 'deviceId' | 'name'> & {
  readonly pending: number;
  readonly lastSeenAt: string;
  readonly toldAt: string;
};

/** Concurrent losses of one person: more than any browser causes, and a bound for made-up ones. */
export const MAX_LOSSES = 50;

/**
 * Stores a device's report about itself. Repeated within a minute without anything new, nothing is written. In a transaction of the
 * organization.
 */
export const storeReport = async (db: Database, report: Report): Promise<void> => {
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

/**
 * Stores what was lost with the storage of a device, whether it was ever heard of or not. Reported again, or after it was settled: nothing
 * changes. Its earlier report of unsent changes no longer counts. In a transaction of the organization.
 */
export const storeLoss = async (db: Database, loss: Loss): Promise<void> => {
  await db.query({
    name: 'keep-loss',
    text: `insert into devices as d
             (organization_id, user_id, device_id, name, pending, attention, seen_at, lost_pending, lost_seen_at, lost_told_at)
           select $1, $2, $3, $4, 0, 0, $7, $5, $6, $7
            where (select count(*) from devices
                    where organization_id = $1 and user_id = $2 and lost_pending is not null and lost_put_away_at is null) < $8
           on conflict (organization_id, user_id, device_id) do update
              set pending = 0, attention = 0, oldest_at = null,
                  lost_pending = excluded.lost_pending, lost_seen_at = excluded.lost_seen_at, lost_told_at = excluded.lost_told_at
            where d.lost_told_at is null`,
    values: [loss.organizationId, loss.userId, loss.deviceId, loss.name, loss.pending, loss.lastSeenAt, loss.toldAt, MAX_LOSSES],
  });
};

/** Settles what was lost with the storage of a device; does nothing if nothing was. In a transaction of the organization. */
export const settleLoss = async (
  db: Database,
  { orgId, userId, deviceId }: { readonly orgId: number; readonly userId: number; readonly deviceId: string },
  at: string,
): Promise<void> => {
  await db.query({
    name: 'put-loss-away',
    text: `update devices set lost_put_away_at = $4
            where organization_id = $1 and user_id = $2 and device_id = $3 and lost_told_at is not null and lost_put_away_at is null`,
    values: [orgId, userId, deviceId, at],
  });
};

const lossOf = ({ lostPending, lostSeenAt, lostToldAt, lostPutAwayAt }: Row): Device['lost'] =>
  lostPending === null || lostSeenAt === null || lostToldAt === null || lostPutAwayAt !== null
    ? null
    : { pending: lostPending, lastSeenAt: lostSeenAt, toldAt: lostToldAt };

/** Devices of the organization, optionally of one user only; most recently heard of first. */
export const listDevices = async (ctx: Context, userId: number | null): Promise<Device[]> => {
  const rows = await ctx.db.orm
    .select({ device: devices, user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email } })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(devices.organizationId, ctx.orgId), userId === null ? undefined : eq(devices.userId, userId)))
    .orderBy(desc(devices.seenAt), devices.userId, devices.deviceId);
  return rows.map(({ device, user }) => ({ ...device, userName: actorName(user), lost: lossOf(device) }));
};
