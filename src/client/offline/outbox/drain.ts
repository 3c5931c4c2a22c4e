import { deviceMessage } from '#shared/messages/device.ts';
import type { Core } from '#client/offline/engine/core.ts';
import { SET_ASIDE_AFTER } from './backoff.ts';
import { handleEpoch } from '#client/offline/engine/epoch.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { attempt, type AskMemberships, type Attempt } from './send.ts';
import { fetchEarlierAnswer, failed, finish, mergeWith, setAside, requeue } from './apply-outcome.ts';
import { propagateKnownIds } from './propagate-ids.ts';
import { claimNext, noteDue, release, requeueInFlight, requeueAccessible, type Run, type StopReason } from './scheduler.ts';

/** Requests in flight at once. */
const LANES = 4;
/** Failures of the server in a row, over different changes, after which it is left alone for a while. */
const FAILURES_BEFORE_PAUSE = 4;

export interface DrainReport {
  /** Changes that took effect. */
  readonly sent: number;
  /** Changes that were tried and refused. */
  readonly refused: number;
  /** Why it ended before everything that can be sent was tried; null if nothing more can be sent. */
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
        await propagateKnownIds(core, run.userId);
      }
      return;
    case 'set-aside':
      await setAside(core, item, outcome.reason, outcome.error);
      if (outcome.reason === 'no-access' && outcome.error.role === null) {
        run.foreignOrgIds.add(item.orgId);
      }
      run.refused += 1;
      run.failuresInRow = 0;
      return;
    case 'file-lost':
      await setAside(core, item, 'rejected', {
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
    case 'fetch-earlier':
      await fetchEarlierAnswer(core, item);
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
      // People who pressed Sync want to know about each change.
      if (run.failuresInRow >= FAILURES_BEFORE_PAUSE && !run.isAsked) {
        run.stopped ??= 'slow-down';
      }
      return;
    case 'slow-down':
      await requeue(core, item, outcome.retryAfterMs ?? 5000);
      noteDue(run, core.clock.now() + (outcome.retryAfterMs ?? 5000));
      run.stopped ??= 'slow-down';
      return;
    case 'ask-membership':
    case 'no-answer':
      await requeue(core, item);
      run.stopped ??= 'no-answer';
      return;
    case 'new-epoch':
      await requeue(core, item);
      run.otherEpoch = outcome.epoch ?? run.otherEpoch;
      run.stopped ??= 'new-epoch';
      return;
    case 'sign-in':
    case 'other-user':
    case 'update-app':
      await requeue(core, item);
      run.stopped ??= outcome.kind;
  }
};

const drainLocked = async (run: Run): Promise<void> => {
  const { core } = run;
  const running = new Map<string, Promise<void>>();
  const ask: AskMemberships = () => readOrganizations(core, run.userId);
  // Storage failed: reported only when all lanes have ended, since the lock must not be released before.
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
 * Sends what can be sent, in the order that matters, under the device's lock: one drain at a time. `stop` ends it after what is in flight.
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
      blocked: new Map(),
      released: [],
      after: 0,
      nextAt: null,
      sent: 0,
      refused: 0,
      failuresInRow: 0,
      stopped: null,
      epoch: await core.storage.read(['meta'], (tx) => getMeta(tx, `epoch:${userId}`)),
      otherEpoch: undefined,
      foreignOrgIds: new Set(),
    };
    await requeueInFlight(core, userId);
    await requeueAccessible(run);
    await drainLocked(run);
    // Handled here because no pull may notice: what waits may be for organizations that the user no longer belongs to. An answer of the
    // epoch in which the drain began is merely late.
    if (run.otherEpoch !== run.epoch && (await handleEpoch(core, userId, run.otherEpoch))) {
      run.stopped = 'new-epoch';
    }
    await propagateKnownIds(core, userId);
    return { sent: run.sent, refused: run.refused, stopped: run.stopped, nextAt: run.nextAt };
  };
  return core.locks.run(`headland-sync:${userId}`, work);
};
