import { deviceMessage } from '#shared/messages/device.ts';
import type { Core } from '#client/offline/engine/core.ts';
import { SET_ASIDE_AFTER } from './backoff.ts';
import { heedEpoch } from '#client/offline/engine/epoch.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { attempt, type AskMemberships, type Attempt } from './send.ts';
import { callBack, failed, finish, mergeWith, park, putBack } from './apply-outcome.ts';
import { spreadKnownIds } from './propagate-ids.ts';
import { claimNext, noteDue, release, revive, reviveAccess, type Run, type StopReason } from './scheduler.ts';

/** Requests under way at once. */
const LANES = 4;
/** Failures of the server in a row, over different changes, after which it is left alone for a while. */
const FAILURES_BEFORE_PAUSE = 4;

export interface DrainReport {
  /** Changes that took effect. */
  readonly sent: number;
  /** Changes that were tried and did not go. */
  readonly refused: number;
  /** Why it ended before everything that can go was tried; null: nothing more can go. */
  readonly stopped: StopReason | null;
  /** When the next change becomes due, by the device's clock; null if none waits for a time. */
  readonly nextAt: number | null;
}

/** Does what the outcome asks for. */
const settle = async (run: Run, { item, outcome, epoch }: Attempt): Promise<void> => {
  const { core } = run;
  switch (outcome.kind) {
    case 'done':
      if (!(await finish(core, item, outcome, epoch))) {
        run.stopped ??= 'new-epoch';
        return;
      }
      run.sent += 1;
      run.onSent();
      run.failuresInRow = 0;
      release(run, item);
      if (item.operation === 'create') {
        await spreadKnownIds(core, run.userId);
      }
      return;
    case 'park':
      await park(core, item, outcome.reason, outcome.error);
      if (outcome.reason === 'no-access' && outcome.error.role === null) {
        run.strange.add(item.orgId);
      }
      run.refused += 1;
      run.failuresInRow = 0;
      return;
    case 'file-lost':
      await park(core, item, 'rejected', {
        status: 0,
        code: 'file_lost',
        ...deviceMessage('fileLostOnDevice'),
        issues: [],
        role: null,
      });
      run.refused += 1;
      return;
    case 'taken':
      run.ready.push(item.id);
      return;
    case 'merge':
      await mergeWith(core, item, outcome.current);
      run.ready.push(item.id);
      return;
    case 'call-back':
      await callBack(core, item);
      run.ready.push(item.id);
      return;
    case 'failed':
      run.failuresInRow += 1;
      run.refused += 1;
      await failed(core, item, outcome, {
        othersPass: run.sent > 0 || item.retryCount + 1 >= 2 * SET_ASIDE_AFTER,
        isAsked: run.isAsked,
      });
      noteDue(run, core.clock.now() + (outcome.retryAfterMs ?? 1000));
      // Whoever asks wants to know of each.
      if (run.failuresInRow >= FAILURES_BEFORE_PAUSE && !run.isAsked) {
        run.stopped ??= 'slow-down';
      }
      return;
    case 'slow-down':
      await putBack(core, item, outcome.retryAfterMs ?? 5000);
      noteDue(run, core.clock.now() + (outcome.retryAfterMs ?? 5000));
      run.stopped ??= 'slow-down';
      return;
    case 'ask-membership':
    case 'no-answer':
      await putBack(core, item);
      run.stopped ??= 'no-answer';
      return;
    case 'new-epoch':
      await putBack(core, item);
      run.otherEpoch = outcome.epoch ?? run.otherEpoch;
      run.stopped ??= 'new-epoch';
      return;
    case 'sign-in':
    case 'other-user':
    case 'update-app':
      await putBack(core, item);
      run.stopped ??= outcome.kind;
  }
};

const drainHeld = async (run: Run): Promise<void> => {
  const { core } = run;
  const running = new Map<string, Promise<void>>();
  const ask: AskMemberships = () => readOrganizations(core, run.userId);
  // Storage failed: told only when all lanes have ended, for until then the lock must not be given away.
  const failures: unknown[] = [];
  const fail = (error: unknown): undefined => {
    failures.push(error);
    run.stopped ??= 'stopped';
    return undefined;
  };
  for (;;) {
    while (run.stopped === null && running.size < LANES) {
      run.stopped = run.stolen.aborted ? 'stolen' : run.stop.aborted ? 'stopped' : null;
      const item = run.stopped === null ? await claimNext(run).catch(fail) : undefined;
      if (!item) {
        break;
      }
      run.onBegun();
      const work = attempt(core, item, ask, run.epoch)
        .then((attempted) => settle(run, attempted))
        .catch(fail)
        .finally(() => running.delete(item.id));
      running.set(item.id, work);
    }
    if (running.size === 0) {
      if (failures.length > 0) {
        throw failures[0];
      }
      return;
    }
    await Promise.race(running.values());
  }
};

/**
 * Sends what can be sent, in the order that matters, under the device's lock: one drain at a time. `stop` ends it after what is under way.
 * Rejects only if this device's storage does.
 */
export const drain = (
  core: Core,
  userId: number,
  stop: AbortSignal,
  { isAsked = false, onSent = () => undefined, onBegun = () => undefined }: Partial<Pick<Run, 'isAsked' | 'onSent' | 'onBegun'>> = {},
): Promise<DrainReport> => {
  const work = async (stolen: AbortSignal): Promise<DrainReport> => {
    const run: Run = {
      core,
      userId,
      stolen,
      stop,
      isAsked,
      onSent,
      onBegun,
      ready: [],
      held: new Map(),
      released: [],
      after: 0,
      nextAt: null,
      sent: 0,
      refused: 0,
      failuresInRow: 0,
      stopped: null,
      epoch: await core.storage.read(['meta'], (tx) => getMeta(tx, `epoch:${userId}`)),
      otherEpoch: undefined,
      strange: new Set(),
    };
    await revive(core, userId);
    await reviveAccess(run);
    await drainHeld(run);
    // Here, for no pull may hear of it: what waits may be for organizations that the user does not belong to any more. An answer of the
    // epoch in which the drain began is only late.
    if (run.otherEpoch !== run.epoch && (await heedEpoch(core, userId, run.otherEpoch))) {
      run.stopped = 'new-epoch';
    }
    await spreadKnownIds(core, userId);
    return { sent: run.sent, refused: run.refused, stopped: run.stopped, nextAt: run.nextAt };
  };
  return core.locks.run(`headland-sync:${userId}`, work);
};
