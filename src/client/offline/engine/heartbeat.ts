import { isoMoment } from '#shared/lib/dates.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import type { Core } from './core.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { countFor } from '#client/offline/outbox/count-waiting.ts';

/** How often a device with nothing new to report is heard of by the office. */
const EVERY_MS = 15 * 60_000;

interface Report {
  readonly text: string;
  readonly at: number;
}

// What this tab reported last; reporting it twice does no harm.
const lastReports = new WeakMap<Core['net'], Map<number, Report>>();

/**
 * Tells the office how many unsent changes this device has, so that work on a lost phone is at least known; also reports, once, what was
 * lost with earlier storage. Best effort.
 */
export const sendHeartbeat = async (core: Core, userId: number, orgId: number): Promise<void> => {
  const { pending, attention, oldestAt } = await countFor(core, userId, orgId);
  const deviceId = (await core.storage.read(['meta'], (tx) => getMeta(tx, 'counters')))?.deviceId;
  if (deviceId === undefined) {
    return;
  }
  const lost = core.losses?.toReport(userId, orgId) ?? null;
  const body = {
    organizationId: orgId,
    deviceId,
    name: deviceNameOf(core.userAgent),
    pending,
    attention,
    oldestAt: oldestAt === null ? null : isoMoment(oldestAt),
    ...(lost && { lost: { ...lost, lastSeenAt: isoMoment(lost.lastSeenAt) } }),
  };
  const text = JSON.stringify(body);
  const before = lastReports.get(core.net)?.get(orgId);
  const now = core.clock.now();
  if (before?.text === text && now - before.at < EVERY_MS) {
    return;
  }
  const headers = { 'content-type': 'application/json', 'x-op-user': String(userId) };
  const answer = await core.net.send({ method: 'POST', path: '/api/sync/heartbeat', headers, body: text, timeoutMs: 15_000 });
  if (answer.kind === 'answer' && answer.status === 204) {
    lastReports.set(core.net, (lastReports.get(core.net) ?? new Map<number, Report>()).set(orgId, { text, at: now }));
    if (lost) {
      core.losses?.reported(userId, orgId, lost.deviceId);
    }
  }
};
