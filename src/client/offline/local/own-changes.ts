import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { Outcome } from '#client/offline/engine/state.ts';
import { outcomeOf } from '#client/offline/outbox/await-outcome.ts';
import { dependents, discard, edit, type EditOptions, move, recreate, resolve, retry } from '#client/offline/outbox/revise.ts';
import { countSentSince, listAttention, listSent, listWaiting, type WaitingItem } from '#client/offline/outbox/waiting.ts';
import { write, type WriteIntent, type Written } from '#client/offline/outbox/write.ts';
import { neverLeft, type SyncItem } from '#client/offline/storage/item.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';

// Functions and no methods of the engine: a screen that has a form imports what keeps its change, and is never there without it.

/** Keeps a change durably and sends it as soon as possible. Throws `MissingRecord` and whatever storage throws; then nothing was kept. */
export const keepChange = async (engine: Engine, intent: WriteIntent): Promise<Written> => {
  const written = await write(coreOf(engine), intent);
  engine.kickSoon();
  return written;
};

/** Waits up to `withinMs` for a change to take effect or be refused. */
export const awaitOutcome = (engine: Engine, itemId: string, withinMs: number): Promise<Outcome> =>
  outcomeOf(coreOf(engine), engine, itemId, withinMs);

const kickAfter = async <T>(engine: Engine, work: Promise<T>): Promise<T> => {
  const result = await work;
  engine.kick();
  return result;
};

export const retryChange = (engine: Engine, id: string): Promise<boolean> => kickAfter(engine, retry(coreOf(engine), id));

export const editChange = (engine: Engine, id: string, data: NonNullable<WriteIntent['data']>, options?: EditOptions): Promise<boolean> =>
  kickAfter(engine, edit(coreOf(engine), id, data, options));

export const moveChange = (engine: Engine, id: string, jobId: number): Promise<boolean> =>
  kickAfter(engine, move(coreOf(engine), id, jobId));

export const resolveChange = (engine: Engine, id: string, mine: ReadonlySet<string>): Promise<boolean> =>
  kickAfter(engine, resolve(coreOf(engine), id, mine));

export const discardChanges = (engine: Engine, ids: readonly string[]): Promise<SyncItem[]> =>
  kickAfter(engine, discard(coreOf(engine), ids));

/** Takes a change back of which nothing has left this device. False if that is too late: then it has been sent, or may have been. */
export const takeBackChange = async (engine: Engine, id: string): Promise<boolean> =>
  (await kickAfter(engine, discard(coreOf(engine), [id], neverLeft))).length > 0;

export const recreateRecord = (engine: Engine, id: string, fields: readonly string[]): Promise<boolean> =>
  kickAfter(engine, recreate(coreOf(engine), id, fields));

export const dependentChanges = (engine: Engine, id: string): Promise<SyncItem[]> => dependents(coreOf(engine), id);

/** What the work says about the signed-in user's own changes; `nobody` while there is no such user. */
const ofUser = async <T>(engine: Engine, nobody: T, work: (userId: number) => Promise<T>): Promise<T> => {
  const userId = coreOf(engine).session.userId();
  return userId === null ? nobody : work(userId);
};

export const waitingChanges = (engine: Engine, after: number, limit: number): Promise<readonly WaitingItem[]> =>
  ofUser(engine, [], (userId) => listWaiting(coreOf(engine), userId, after, limit));

export const undecidedChanges = (engine: Engine): Promise<readonly SyncItem[]> =>
  ofUser(engine, [], (userId) => listAttention(coreOf(engine), userId));

export const sentChanges = (engine: Engine, limit: number): Promise<readonly SentRow[]> =>
  ofUser(engine, [], (userId) => listSent(coreOf(engine), userId, limit));

export const countSent = (engine: Engine, since: number): Promise<number> =>
  ofUser(engine, 0, (userId) => countSentSince(coreOf(engine), userId, since));
