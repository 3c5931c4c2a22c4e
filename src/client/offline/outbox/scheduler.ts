import { deviceMessage } from '#shared/messages/device.ts';
import { claim, heldBy, isDue, isToBeSent, isTooOld } from './claim.ts';
import { type Core, QUEUE_CHANGED, tell, writeDurably } from '#client/offline/engine/core.ts';
import { ITEM_VERSION, type LastError, type SyncItem } from '#client/offline/storage/item.ts';
import { thingOf } from './dependencies.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { park } from './apply-outcome.ts';

const PAGE = 100;

export type StopReason = 'no-answer' | 'sign-in' | 'other-user' | 'slow-down' | 'update-app' | 'new-epoch' | 'stolen' | 'stopped';

/** What a drain knows while it runs. */
export interface Run {
  readonly core: Core;
  readonly userId: number;
  readonly stolen: AbortSignal;
  readonly stop: AbortSignal;
  readonly onSent: () => void;
  /** A change is on its way. */
  readonly onBegun: () => void;
  /** Somebody asked for it: what waits for a time goes now (decisions §12), each once. */
  readonly isAsked: boolean;
  /** The server's epoch as it was known when the drain began: what is lost in a later one has to be offered again before this goes on. */
  readonly epoch: string | undefined;
  /** Found ready, not yet claimed. */
  readonly ready: string[];
  /** Held by a mark: looked at again when it goes. */
  readonly held: Map<string, string[]>;
  /** Were held by a mark that is gone. */
  released: string[];
  /** Where reading the queue goes on. */
  after: number;
  nextAt: number | null;
  sent: number;
  refused: number;
  failuresInRow: number;
  stopped: StopReason | null;
  /** The server's epoch in an answer, where his changes know another. */
  otherEpoch: string | undefined;
  /** Organizations that the user turned out not to belong to. */
  readonly strange: Set<number>;
}

/** What was under way when a tab closed is tried again, with the same key. */
export const revive = (core: Core, userId: number): Promise<void> =>
  writeDurably(core, async (tx) => {
    for (const item of await tx.list('syncQueue', { index: 'byTurn', from: [userId, 'sending', 0], to: [userId, 'sending', Infinity] })) {
      await tx.put('syncQueue', { ...item, status: 'pending' });
    }
  });

/** Changes that were refused for want of access wait again once the user belongs to the organization, or has another role there. */
export const reviveAccess = async (run: Run): Promise<void> => {
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
    tell(core, QUEUE_CHANGED);
  }
};

export const noteDue = (run: Run, at: number): void => {
  run.nextAt = run.nextAt === null ? at : Math.min(run.nextAt, at);
};

const sort = async (run: Run, page: readonly SyncItem[]): Promise<void> => {
  const { core } = run;
  await core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    for (const item of page) {
      // What a newer app has kept, this one does not understand: it waits until that is back.
      if (!isToBeSent(item) || item.v > ITEM_VERSION) {
        continue;
      }
      if (!run.isAsked && !isDue(core, item)) {
        noteDue(run, item.nextAttemptAt);
        continue;
      }
      const by = await heldBy(tx, item);
      if (by === null) {
        run.ready.push(item.id);
      } else {
        run.held.set(by, [...(run.held.get(by) ?? []), item.id]);
      }
    }
  });
};

/** The next page of the queue in its order; false at its end. */
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

/** Those whose mark is gone, unless another holds them. */
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

/** The next change that can go, taken; undefined when there is none. */
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
      await park(core, item, 'old', null);
    } else if (item && run.strange.has(item.orgId)) {
      await park(core, item, 'no-access', STRANGER);
      run.refused += 1;
    } else if (item) {
      return item;
    }
  }
};

const STRANGER: LastError = { status: 404, code: 'not_found', ...deviceMessage('notMember'), issues: [], role: null };

/** What was held by this item may go now. */
export const release = (run: Run, item: SyncItem): void => {
  for (const thing of [...item.marks.map(thingOf), `made:${item.target}`]) {
    const waiting = run.held.get(thing);
    if (waiting) {
      run.held.delete(thing);
      run.released.push(...waiting);
    }
  }
};
