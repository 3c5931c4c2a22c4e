import { listAttention } from '#client/offline/outbox/waiting.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Core } from './core.ts';
import { drainTab, noteReached, pullTab } from './rounds.ts';
import type { ManualSync } from './state.ts';
import { countsIn, type Tab } from './tab.ts';

const undecidedIn = async (core: Core): Promise<readonly SyncItem[]> => {
  const userId = core.session.userId();
  return userId === null ? [] : listAttention(core, userId);
};

/**
 * Sends and reads what there is and reports the result (specification 2.16): tries everything that waits, backing off or not, and reports
 * only what it tried (specification 2.18).
 */
export const syncNow = async (tab: Tab): Promise<ManualSync> => {
  const { core, watched } = tab;
  const before = new Map((await undecidedIn(core)).map(({ id, attempt }) => [id, attempt]));
  const report = await drainTab(tab, true);
  const [{ pending }, undecided] = await Promise.all([countsIn(core), undecidedIn(core)]);
  const untried = undecided.filter(({ id, attempt }) => before.get(id) === attempt).length;
  const failed = pending - untried;
  const pulled = watched === null ? 'up-to-date' : await pullTab(tab, watched);
  if (report.sent === 0 && (report.stopped === 'no-answer' || pulled === 'no-answer') && !core.isOnline()) {
    return { result: 'offline', succeeded: 0, failed, untried };
  }
  if (report.stopped === null && pulled === 'up-to-date') {
    await noteReached(tab);
  }
  return { result: failed === 0 && report.sent === 0 ? 'nothing' : 'done', succeeded: report.sent, failed, untried };
};
