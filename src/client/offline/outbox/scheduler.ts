import { deviceMessage } from '#shared/messages/device.ts';
import { claim, blockedBy, isDue, isToBeSent, isTooOld } from './claim.ts';
import { type Core, QUEUE_CHANGED, notify, writeDurably } from '#client/offline/engine/core.ts';
import { ITEM_VERSION, type LastError, type SyncItem } from '#client/offline/storage/item.ts';
import { dependencyKeyOf } from './dependencies.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { setAside } from './apply-outcome.ts';

const PAGE = 100;

export type StopReason = 'no-answer' | 'sign-in' | 'other-user' | 'slow-down' | 'update-app' | 'new-epoch' | 'stolen' | 'stopped';

/** The state of a drain. */
export interface Run {
  readonly core: Core;
  readonly userId: number;
  readonly stolen: AbortSignal;
  readonly stop: AbortSignal;
  readonly onSent: () => void;
  /** A change is on its way. */
  readonly onBegun: () => void;
  /** A person asked for it: changes that are backing off are tried now, each once (specification 2.18). */
  readonly isAsked: boolean;
  /** The server's epoch as known when the drain began: what a later one lost has to be offered again before this continues. */
  readonly epoch: string | undefined;
  /** Found ready, not yet claimed. */
  readonly ready: string[];
  /** Blocked items by dependency key; looked at again when it is gone. */
  readonly blocked: Map<string, string[]>;
  /** Items whose blocking key is gone. */
  released: string[];
  /** Where reading the queue continues. */
  after: number;
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

const sort = async (run: Run, page: readonly SyncItem[]): Promise<void> => {
  const { core } = run;
  await core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    for (const item of page) {
      // This app does not understand what a newer one has kept: it waits until the newer app is back.
      if (!isToBeSent(item) || item.v > ITEM_VERSION) {
        continue;
      }
      if (!run.isAsked && !isDue(core, item)) {
        noteDue(run, item.nextAttemptAt);
        continue;
      }
      const key = await blockedBy(tx, item);
      if (key === null) {
        run.ready.push(item.id);
      } else {
        run.blocked.set(key, [...(run.blocked.get(key) ?? []), item.id]);
      }
    }
  });
};

/** Reads the next page of the queue in its order; false at its end. */
const readOn = async (run: Run): Promise<boolean> => {
  const { core, userId, after } = run;
  const range = { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit: PAGE } as const;
  const page = await core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', range));
  if (page.length === 0) {
    return false;
  }
  run.after = page.at(-1)?.seq ?? after;
  await sort(run, page);
  return true;
};

/** Looks again at items whose blocking key is gone; another key may block them. */
const lookAgain = async (run: Run): Promise<boolean> => {
  const ids = run.released.splice(0);
  if (ids.length === 0) {
    return false;
  }
  const items = await run.core.storage.read(['syncQueue'], (tx) => Promise.all(ids.map((id) => tx.get('syncQueue', id))));
  await sort(
    run,
    items.filter((item) => item !== undefined),
  );
  return true;
};

/** Claims the next change that can be sent; undefined if there is none. */
export const claimNext = async (run: Run): Promise<SyncItem | undefined> => {
  const { core } = run;
  for (;;) {
    const id = run.ready.shift();
    if (id === undefined) {
      if ((await lookAgain(run)) || (await readOn(run))) {
        continue;
      }
      return undefined;
    }
    const item = await claim(core, id, run.isAsked);
    if (item && isTooOld(core, item)) {
      await setAside(core, item, 'old', null);
    } else if (item && run.foreignOrgIds.has(item.orgId)) {
      await setAside(core, item, 'no-access', STRANGER);
      run.refused += 1;
    } else if (item) {
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
