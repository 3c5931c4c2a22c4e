import { isoMoment } from '#shared/lib/dates.ts';
import type { Core } from './core.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { countFor } from '#client/offline/outbox/waiting.ts';

/** As often as this the office hears of a device that has nothing new to say. */
const EVERY_MS = 15 * 60_000;

interface Told {
  readonly words: string;
  readonly at: number;
}

// What this tab said last: saying it again does no harm.
const told = new WeakMap<Core['net'], Map<number, Told>>();

/** Tells the office how many unsent changes this device holds, so that a lost phone's work is at least known; also once what went with a storage that it had before. Best effort. */
export const sendHeartbeat = async (core: Core, userId: number, orgId: number): Promise<void> => {
  const { pending, attention, oldestAt } = await countFor(core, userId, orgId);
  const deviceId = (await core.storage.read(['meta'], (tx) => getMeta(tx, 'counters')))?.deviceId;
  if (deviceId === undefined) {
    return;
  }
  const lost = core.losses?.toTell(userId, orgId) ?? null;
  const body = {
    organizationId: orgId,
    deviceId,
    name: core.deviceName,
    pending,
    attention,
    oldestAt: oldestAt === null ? null : isoMoment(oldestAt),
    ...(lost && { lost: { ...lost, lastSeenAt: isoMoment(lost.lastSeenAt) } }),
  };
  const words = JSON.stringify(body);
  const before = told.get(core.net)?.get(orgId);
  const now = core.clock.now();
  if (before?.words === words && now - before.at < EVERY_MS) {
    return;
  }
  const headers = { 'content-type': 'application/json', 'x-op-user': String(userId) };
  const answer = await core.net.send({ method: 'POST', path: '/api/sync/heartbeat', headers, body: words, timeoutMs: 15_000 });
  if (answer.kind === 'answer' && answer.status === 204) {
    told.set(core.net, (told.get(core.net) ?? new Map<number, Told>()).set(orgId, { words, at: now }));
    if (lost) {
      core.losses?.told(userId, orgId, lost.deviceId);
    }
  }
};
