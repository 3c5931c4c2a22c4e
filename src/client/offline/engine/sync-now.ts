import type { DrainReport } from '#client/offline/outbox/drain.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Ports } from './ports.ts';
import type { PullResult } from '#client/offline/pull/pull.ts';
import type { ManualSync } from './state.ts';
import type { Counts } from '#client/offline/outbox/waiting.ts';

interface Works {
  readonly core: Pick<Ports, 'isOnline'>;
  readonly counts: () => Promise<Counts>;
  readonly attention: () => Promise<readonly SyncItem[]>;
  drain(isAsked: boolean): Promise<DrainReport>;
  pull(orgId: number): Promise<PullResult>;
  readonly noteSync: () => Promise<void>;
}

/**
 * Sends and reads what there is and reports the result (specification 2.16): tries everything that waits, backing off or not, and reports
 * only what it tried (specification 2.18). `watched` is the organization on the screen.
 */
export const syncNow = async (engine: Works, watched: number | null): Promise<ManualSync> => {
  const before = new Map((await engine.attention()).map(({ id, attempt }) => [id, attempt]));
  const report = await engine.drain(true);
  const [{ pending }, undecided] = await Promise.all([engine.counts(), engine.attention()]);
  const untried = undecided.filter(({ id, attempt }) => before.get(id) === attempt).length;
  const failed = pending - untried;
  const pulled = watched === null ? 'up-to-date' : await engine.pull(watched);
  if (report.sent === 0 && (report.stopped === 'no-answer' || pulled === 'no-answer') && !engine.core.isOnline()) {
    return { result: 'offline', succeeded: 0, failed, untried };
  }
  if (report.stopped === null && pulled === 'up-to-date') {
    await engine.noteSync();
  }
  return { result: failed === 0 && report.sent === 0 ? 'nothing' : 'done', succeeded: report.sent, failed, untried };
};
