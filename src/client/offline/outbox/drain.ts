import type { Core } from '#client/offline/engine/core.ts';
import { SET_ASIDE_AFTER } from './backoff.ts';
import { handleEpoch } from '#client/offline/engine/epoch.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { attemptBatch, attemptFiles, type AskMemberships, type Attempt } from './send.ts';
import { Pace } from './pace.ts';
import { propagateKnownIds } from './propagate-ids.ts';
import { claimNext, claimNextFiles, noteDue, release, requeueInFlight, requeueAccessible, type Run, type StopReason } from './scheduler.ts';
import { settle } from './settle.ts';

/** Batches on their way at once: while one is being settled here, the server has the next. */
const BATCHES = 2;
/** Changes whose files are on their way at once. */
const UPLOADS = 3;
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

/** What an outcome means for the rest of the run. */
const note = (run: Run, { item, outcome }: Attempt, isOutdated: boolean, waitsForRefused: (item: SyncItem) => boolean): void => {
  switch (outcome.kind) {
    case 'done':
      if (isOutdated) {
        run.stopped ??= 'new-epoch';
        return;
      }
      run.sent += 1;
      run.failuresInRow = 0;
      release(run, item);
      return;
    case 'set-aside':
      if (outcome.reason === 'no-access' && outcome.error.role === null) {
        run.foreignOrgIds.add(item.orgId);
      }
      run.refused += 1;
      run.failuresInRow = 0;
      return;
    case 'file-lost':
      run.refused += 1;
      return;
    case 'files-sent':
    case 'not-done':
    case 'merge':
    case 'fetch-earlier':
      run.ready.push(item.id);
      return;
    case 'depends':
      if (waitsForRefused(item)) {
        run.ready.push(item.id);
      } else {
        run.refused += 1;
      }
      return;
    case 'failed':
      run.failuresInRow += 1;
      run.refused += 1;
      noteDue(run, run.core.clock.now() + (outcome.retryAfterMs ?? 1000));
      // People who pressed Sync want to know about each change.
      if (run.failuresInRow >= FAILURES_BEFORE_PAUSE && !run.isAsked) {
        run.stopped ??= 'slow-down';
      }
      return;
    case 'slow-down':
      noteDue(run, run.core.clock.now() + (outcome.retryAfterMs ?? 5000));
      run.stopped ??= 'slow-down';
      return;
    case 'ask-membership':
    case 'no-answer':
      run.stopped ??= 'no-answer';
      return;
    case 'new-epoch':
      run.otherEpoch = outcome.epoch ?? run.otherEpoch;
      run.stopped ??= 'new-epoch';
      return;
    case 'sign-in':
    case 'other-user':
    case 'update-app':
      run.stopped ??= outcome.kind;
  }
};

/** Settles what was attempted, and notes what it means for the rest. */
const settleAll = async (run: Run, attempts: readonly Attempt[]): Promise<void> => {
  const { core, isAsked } = run;
  const refused = new Set(attempts.filter(({ outcome }) => outcome.kind !== 'done').map(({ item }) => item.target));
  const waitsForRefused = ({ uses }: SyncItem): boolean => uses.some((tempId) => refused.has(tempId));
  const othersPass = ({ retryCount }: SyncItem): boolean => run.sent > 0 || retryCount + 1 >= 2 * SET_ASIDE_AFTER;
  const outdated = await settle(core, attempts, { isAsked, othersPass, waitsForRefused });
  const sentBefore = run.sent;
  for (const attempt of attempts) {
    note(run, attempt, outdated.has(attempt.item.id), waitsForRefused);
  }
  if (run.sent > sentBefore) {
    run.onSent(run.sent - sentBefore);
  }
  if (attempts.some(({ item, outcome }) => outcome.kind === 'done' && item.operation === 'create' && !outdated.has(item.id))) {
    await propagateKnownIds(core, run.userId);
  }
};

/** A batch that failed as a whole says nothing about any single change: smaller ones follow. */
const asSmallerOnes = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, outcome: { kind: 'not-done' } }));

/** The answers 5xx and 413: one of its changes may be what the server stumbles over. */
const isStumble = ({ outcome }: Attempt): boolean =>
  (outcome.kind === 'failed' && outcome.error.status !== 507) || (outcome.kind === 'set-aside' && outcome.reason === 'rejected');

const sendBatch = async (run: Run, items: readonly SyncItem[], ask: AskMemberships): Promise<void> => {
  const { attempts, isWhole } = await attemptBatch(run.core, items, ask, run.epoch);
  const hasFailed = isWhole && items.length > 1 && attempts.every((one) => isStumble(one) || one.outcome.kind === 'no-answer');
  if (hasFailed) {
    run.pace.failed(items.length);
  } else if (!isWhole) {
    run.pace.passed(items.length);
  }
  await settleAll(run, hasFailed && attempts.every(isStumble) ? asSmallerOnes(attempts) : attempts);
};

const drainLocked = async (run: Run): Promise<void> => {
  const { core } = run;
  const batches = new Set<Promise<void>>();
  const uploads = new Set<Promise<void>>();
  const ask: AskMemberships = () => readOrganizations(core, run.userId);
  // Storage failed: reported only when all lanes have ended, since the lock must not be released before.
  const failures: unknown[] = [];
  const fail = (error: unknown): undefined => {
    failures.push(error);
    run.stopped ??= 'stopped';
    return undefined;
  };
  const begin = (lane: Set<Promise<void>>, work: Promise<void>): void => {
    run.onBegun();
    const one: Promise<void> = work.catch(fail).finally(() => lane.delete(one));
    lane.add(one);
  };
  const goOn = (): boolean => {
    run.stopped ??= run.stolen.aborted ? 'stolen' : run.stop.aborted ? 'stopped' : null;
    return run.stopped === null;
  };
  for (;;) {
    while (batches.size < BATCHES && goOn()) {
      const items = await claimNext(run, run.pace.most).catch(fail);
      if (!items) {
        break;
      }
      begin(batches, sendBatch(run, items, ask));
    }
    while (uploads.size < UPLOADS && goOn()) {
      const item = await claimNextFiles(run).catch(fail);
      if (!item) {
        break;
      }
      begin(
        uploads,
        attemptFiles(core, item, ask).then((attempt) => settleAll(run, [attempt])),
      );
    }
    if (batches.size + uploads.size === 0) {
      if (failures.length > 0) {
        throw failures[0];
      }
      return;
    }
    await Promise.race([...batches, ...uploads]);
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
  {
    isAsked = false,
    onSent = () => undefined,
    onBegun = () => undefined,
    pace = new Pace(),
  }: Partial<Pick<Run, 'isAsked' | 'onSent' | 'onBegun' | 'pace'>> = {},
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
      pace,
      ready: [],
      withFiles: [],
      blocked: new Map(),
      released: [],
      after: 0,
      isAtEnd: false,
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
