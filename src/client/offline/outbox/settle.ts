import { deviceMessage } from '#shared/messages/device.ts';
import { type Core, notify, QUEUE_CHANGED, writeDurably } from '#client/offline/engine/core.ts';
import type { EngineEvent, MadeHere } from '#client/offline/engine/ports.ts';
import type { AttentionReason, LastError, SyncItem } from '#client/offline/storage/item.ts';
import { failedWith, finish, mergedWith, type Next, requeued, setAsideFor, settleClaimed, withEarlierContent } from './apply-outcome.ts';
import { finishPlain } from './finish-plain.ts';
import type { Attempt, Outcome } from './send.ts';

/** What the outcome of an attempt depends on besides the answer. */
export interface Ground {
  /** Whether the server takes other changes while it fails over this one. */
  readonly othersPass: (item: SyncItem) => boolean;
  /** A person asked for the attempt. */
  readonly isAsked: boolean;
  /** Whether what a change depends on was refused with it: then it waits for that, and nothing is wrong with the change. */
  readonly waitsForRefused: (item: SyncItem) => boolean;
}

const FILE_LOST: LastError = { status: 0, code: 'file_lost', ...deviceMessage('fileLostOnDevice'), issues: [], role: null };

/** The next state of a change that has not taken effect. */
const nextOf = (core: Core, item: SyncItem, outcome: Exclude<Outcome, { readonly kind: 'done' }>, ground: Ground): Next => {
  switch (outcome.kind) {
    case 'set-aside':
      return setAsideFor(outcome.reason, outcome.error);
    case 'file-lost':
      return setAsideFor('rejected', FILE_LOST);
    case 'merge':
      return mergedWith(outcome.current);
    case 'fetch-earlier':
      return withEarlierContent;
    case 'failed':
      return failedWith(core, outcome, { othersPass: ground.othersPass(item), isAsked: ground.isAsked });
    case 'depends':
      return ground.waitsForRefused(item)
        ? requeued(core)
        : failedWith(core, { ...outcome, retryAfterMs: null }, { othersPass: true, isAsked: ground.isAsked });
    case 'slow-down':
      return requeued(core, outcome.retryAfterMs ?? 5000);
    case 'files-sent':
    case 'not-done':
    case 'ask-membership':
    case 'no-answer':
    case 'new-epoch':
    case 'sign-in':
    case 'other-user':
    case 'update-app':
      return requeued(core);
  }
};

const countingAttempt =
  (next: Next): Next =>
  (now, tx) =>
    next({ ...now, attempt: now.attempt + 1 }, tx);

/** What records and queue went through, with one event of each kind instead of one for each record. */
const together = (events: readonly EngineEvent[]): EngineEvent[] => {
  const rows = new Map<string, EngineEvent & { readonly kind: 'rows' }>();
  const made: MadeHere[] = [];
  for (const event of events) {
    if (event.kind === 'mapped') {
      made.push(...event.made);
    }
    if (event.kind !== 'rows') {
      continue;
    }
    const name = `${event.store} ${event.orgId}`;
    const known = rows.get(name);
    const ids = known === undefined ? event.ids : known.ids && event.ids && [...known.ids, ...event.ids];
    const { ids: _ids, ...rest } = event;
    rows.set(name, ids === undefined ? rest : { ...rest, ids });
  }
  const mapped = made.length > 0 ? [{ kind: 'mapped', made } as const] : [];
  return [...rows.values(), ...mapped, ...(events.some(({ kind }) => kind === 'queue') ? [QUEUE_CHANGED] : [])];
};

/**
 * Does what the outcomes ask for, all in one transaction. Returns the ids of the changes that took effect in an epoch that is over: they
 * wait as before.
 */
export const settle = async (core: Core, attempts: readonly Attempt[], ground: Ground): Promise<ReadonlySet<string>> => {
  const { events, outdated } = await writeDurably(core, async (tx) => {
    const plain = await finishPlain(core, tx, attempts);
    const found: EngineEvent[] = [...plain.events];
    const before = new Set<string>();
    for (const { item, outcome, epoch, isOfFiles } of attempts.filter((each) => !plain.ended.has(each.item.id))) {
      const finished = outcome.kind === 'done' ? await finish(core, tx, item, outcome, epoch) : undefined;
      if (finished === null) {
        before.add(item.id);
      }
      const own = outcome.kind === 'done' ? requeued(core) : nextOf(core, item, outcome, ground);
      const next = isOfFiles && outcome.kind !== 'files-sent' ? countingAttempt(own) : own;
      found.push(...(finished ?? (await settleClaimed(tx, item, next))));
    }
    return { events: found, outdated: before };
  });
  notify(core, ...together(events));
  return outdated;
};

/** Keeps a claimed change for its user, with the reason. */
export const setAside = async (core: Core, item: SyncItem, reason: AttentionReason, error: LastError | null): Promise<void> => {
  notify(core, ...(await writeDurably(core, (tx) => settleClaimed(tx, item, setAsideFor(reason, error)))));
};
