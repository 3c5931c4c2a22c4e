import type { Ports } from '#client/offline/ports.ts';
import type { DrainReport } from '#client/offline/drain.ts';
import type { PullResult } from '#client/offline/pull.ts';
import type { ManualSync } from '#client/offline/state.ts';
import type { Counts } from '#client/offline/waiting.ts';

interface Works {
  readonly core: Pick<Ports, 'isOnline'>;
  readonly counts: () => Promise<Counts>;
  drain(): Promise<DrainReport>;
  pull(orgId: number): Promise<PullResult>;
  readonly noteSync: () => Promise<void>;
}

/** Sends and reads what there is, and says how it went (specification 1 §4). `watched` is the organization on the screen. */
export const syncNow = async (engine: Works, watched: number | null): Promise<ManualSync> => {
  const before = await engine.counts();
  const report = await engine.drain();
  const after = await engine.counts();
  const pulled = watched === null ? 'up-to-date' : await engine.pull(watched);
  if (report.sent === 0 && (report.stopped === 'no-answer' || pulled === 'no-answer') && !engine.core.isOnline()) {
    return { result: 'offline', succeeded: 0, failed: after.pending };
  }
  if (report.stopped === null && pulled === 'up-to-date') {
    await engine.noteSync();
  }
  const isNothing = before.pending === 0 && report.sent === 0;
  return { result: isNothing ? 'nothing' : 'done', succeeded: report.sent, failed: after.pending };
};
