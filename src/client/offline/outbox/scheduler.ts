import { deviceMessage } from '#shared/messages/device.ts';
import { claimBatch } from './batch.ts';
import { claim } from './claim.ts';
import { type Core, QUEUE_CHANGED, notify, writeDurably } from '#client/offline/engine/core.ts';
import type { LastError, SyncItem } from '#client/offline/storage/item.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { dependencyKeyOf } from './marks.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import type { Pace } from './pace.ts';
import { setAside } from './settle.ts';

const PAGE = 100;

export type StopReason = 'no-answer' | 'sign-in' | 'other-user' | 'slow-down' | 'update-app' | 'new-epoch' | 'stolen' | 'stopped';

/** The state of a drain. */
export interface Run {
  readonly core: Core;
  readonly userId: number;
  readonly stolen: AbortSignal;
  readonly stop: AbortSignal;
  readonly onSent: (count: number) => void;
  /** How much may travel together. */
  readonly pace: Pace;
  /** A change is on its way. */
  readonly onBegun: () => void;
  /** A person asked for it: changes that are backing off are tried now, each once (specification 2.18). */
  readonly isAsked: boolean;
  /** The server's epoch as known when the drain began: what a later one lost has to be offered again before this continues. */
  readonly epoch: string | undefined;
  /** Found ready, not yet claimed. */
  readonly ready: string[];
  /** Ready but for their files. */
  readonly withFiles: string[];
  /** Blocked items by dependency key; looked at again when it is gone. */
  readonly blocked: Map<string, string[]>;
  /** Items whose blocking key is gone. */
  released: string[];
  /** Where reading the queue continues, and whether nothing follows. */
  after: number;
  isAtEnd: boolean;
  nextAt: number | null;
  sent: number;
  refused: number;
  failuresInRow: number;
  stopped: StopReason | null;
  /** The server's epoch in an answer, if this user's changes know a different one. */
  otherEpoch: string | undefined;
  /** Organizations that the user turned out not to belong to. */
  readonly foreignOrgIds: Set<number>;
}

/** Queues again, with the same key, what was in flight when a tab closed. */
export const requeueInFlight = (core: Core, userId: number): Promise<void> =>
  writeDurably(core, async (tx) => {
    for (const item of await tx.list('syncQueue', { index: 'byTurn', from: [userId, 'sending', 0], to: [userId, 'sending', Infinity] })) {
      await tx.put('syncQueue', { ...item, status: 'pending' });
    }
  });

/**
 * Queues changes again that were refused because access was missing, once the user belongs to the organization or has another role there.
 */
export const requeueAccessible = async (run: Run): Promise<void> => {
  const { core, userId } = run;
  const range = { index: 'byTurn', from: [userId, 'attention', 0], to: [userId, 'attention', Infinity] } as const;
  const refused = (await core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', range))).filter(
    ({ reason }) => reason === 'no-access',
  );
  if (refused.length === 0) {
    return;
  }
  const roles = (await readOrganizations(core, userId))?.roles;
  const again = refused.filter(({ orgId, lastError }) => roles?.has(orgId) && roles.get(orgId) !== lastError?.role);
  if (again.length > 0) {
    await writeDurably(core, async (tx) => {
      for (const { id } of again) {
        const now = await tx.get('syncQueue', id);
        if (now?.reason === 'no-access') {
          await tx.put('syncQueue', { ...now, status: 'pending', reason: null, nextAttemptAt: 0 });
        }
      }
    });
    notify(core, QUEUE_CHANGED);
  }
};

export const noteDue = (run: Run, at: number): void => {
  run.nextAt = run.nextAt === null ? at : Math.min(run.nextAt, at);
};

/** Where the next changes come from: those that were found ready, those that are no longer blocked, or the next page of the queue. */
const candidatesFor = (run: Run): ((tx: Tx) => Promise<readonly SyncItem[]>) => {
  const known = run.ready.length > 0 ? run.ready : run.released;
  // Several things may have blocked a change, one after the other as its user went on editing it: it is released by each.
  const ids = [...new Set(known.splice(0, PAGE))];
  if (ids.length > 0) {
    return async (tx) => {
      const items = await Promise.all(ids.map((id) => tx.get('syncQueue', id)));
      return items.filter((item) => item !== undefined).sort((one, other) => one.seq - other.seq);
    };
  }
  const { userId, after } = run;
  return async (tx) => {
    const page = await tx.list('syncQueue', { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit: PAGE });
    run.after = page.at(-1)?.seq ?? after;
    run.isAtEnd = page.length === 0;
    return page;
  };
};

/** What their user has to see instead of the server. */
const setStoppedAside = async (run: Run, ids: readonly string[]): Promise<void> => {
  const { core, isAsked, foreignOrgIds } = run;
  for (const id of ids) {
    const item = await claim(core, id, isAsked);
    if (item && foreignOrgIds.has(item.orgId)) {
      await setAside(core, item, 'no-access', STRANGER);
      run.refused += 1;
    } else if (item) {
      await setAside(core, item, 'old', null);
    }
  }
};

/** Claims the next changes that can be sent together, at most as many as that; undefined if there are none. */
export const claimNext = async (run: Run, most: number): Promise<readonly SyncItem[] | undefined> => {
  const { core, isAsked, foreignOrgIds } = run;
  run.isAtEnd = false;
  while (!run.isAtEnd) {
    const claimed = await claimBatch(core, candidatesFor(run), { isAsked, foreignOrgIds, most });
    for (const [key, id] of claimed.blocked) {
      run.blocked.set(key, [...(run.blocked.get(key) ?? []), id]);
    }
    run.ready.push(...claimed.left);
    run.withFiles.push(...claimed.withFiles);
    if (claimed.nextAt !== null) {
      noteDue(run, claimed.nextAt);
    }
    await setStoppedAside(run, claimed.stopped);
    if (claimed.items.length > 0) {
      return claimed.items;
    }
  }
  return undefined;
};

/** Claims the next change whose files have to be sent first; undefined if there is none. */
export const claimNextFiles = async (run: Run): Promise<SyncItem | undefined> => {
  for (;;) {
    const id = run.withFiles.shift();
    if (id === undefined) {
      return undefined;
    }
    const item = await claim(run.core, id, run.isAsked);
    if (item) {
      return item;
    }
  }
};

const STRANGER: LastError = { status: 404, code: 'not_found', ...deviceMessage('notMember'), issues: [], role: null };

/** Releases what this item was blocking. */
export const release = (run: Run, item: SyncItem): void => {
  for (const key of [...item.marks.map(dependencyKeyOf), `made:${item.target}`]) {
    const waiting = run.blocked.get(key);
    if (waiting) {
      run.blocked.delete(key);
      run.released.push(...waiting);
    }
  }
};
