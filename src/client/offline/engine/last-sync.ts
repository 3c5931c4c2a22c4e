import { type Core, writeLightly } from './core.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';

const SENT_KEPT_MS = 30 * 86_400_000;

/** When a sync of the user last reached the server, by the device's clock; null if none did yet. */
export const lastSyncOf = async ({ storage }: Core, userId: number): Promise<number | null> =>
  (await storage.read(['meta'], (tx) => getMeta(tx, `lastSync:${userId}`))) ?? null;

/** Notes that one did just now, and left nothing that could go; what was sent over 30 days ago is forgotten. Gives the time. */
export const noteSync = async (core: Core, userId: number): Promise<number> => {
  const now = core.clock.now();
  await writeLightly(core, async (tx) => {
    await putMeta(tx, `lastSync:${userId}`, now);
    for (const { id } of await tx.list('sent', { index: 'byTime', from: [userId, 0], to: [userId, now - SENT_KEPT_MS], limit: 200 })) {
      await tx.remove('sent', id);
    }
  });
  return now;
};
