import { type Core, writeLightly } from './core.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';

const SENT_KEPT_MS = 30 * 86_400_000;

/** When the user's last sync reached the server, by the device's clock; null if none has yet. */
export const lastSyncOf = async ({ storage }: Core, userId: number): Promise<number | null> =>
  (await storage.read(['meta'], (tx) => getMeta(tx, `lastSync:${userId}`))) ?? null;

/**
 * Notes that a sync reached the server just now and left nothing that could be sent, and forgets what was sent over 30 days ago. Returns
 * the time.
 */
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
