import type { Core } from '#client/offline/engine/core.ts';
import type { Query, Tx } from '#client/offline/engine/ports.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { ofNextOrganization, ofOrganization, withKey } from './marks.ts';

/** How many changes of a user are on this device. */
export interface Counts {
  /** All that have not taken effect yet, including those that need attention. */
  readonly pending: number;
  readonly attention: number;
}

export const withStatus = (userId: number, status: SyncItem['status']): Query => ({
  index: 'byTurn',
  from: [userId, status, 0],
  to: [userId, status, Infinity],
});

const all = (userId: number): Query => ({ index: 'byUser', from: [userId, 0], to: [userId, Infinity] });

/** Counted by index, so the cost does not grow with the number of changes. */
export const countWaiting = (core: Core, userId: number): Promise<Counts> =>
  core.storage.read(['syncQueue'], async (tx) => ({
    pending: await tx.count('syncQueue', all(userId)),
    attention: await tx.count('syncQueue', withStatus(userId, 'attention')),
  }));

/** How many changes of a user wait for each organization; only organizations with any. */
export const countByOrganization = async (tx: Tx, userId: number): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  for (let orgId: number | undefined; ;) {
    const [next] = await tx.list('syncQueue', ofNextOrganization(userId, orgId));
    if (!next) {
      return counts;
    }
    orgId = next.orgId;
    counts.set(orgId, await tx.count('syncQueue', withKey(userId, ofOrganization(orgId))));
  }
};

/** What one organization's office is told about this device. */
export const countFor = (core: Core, userId: number, orgId: number): Promise<Counts & { readonly oldestAt: number | null }> =>
  core.storage.read(['syncQueue'], async (tx) => {
    const own = withKey(userId, ofOrganization(orgId));
    const pending = await tx.count('syncQueue', own);
    const [oldest] = pending === 0 ? [] : await tx.list('syncQueue', { ...own, limit: 1 });
    const undecided = await tx.list('syncQueue', withStatus(userId, 'attention'));
    return { pending, attention: undecided.filter((item) => item.orgId === orgId).length, oldestAt: oldest?.timestamp ?? null };
  });
