import { type Core, notify, QUEUE_CHANGED, writeDurably } from '#client/offline/engine/core.ts';
import type { EngineEvent } from '#client/offline/engine/ports.ts';
import { areAsSeen, type KeptRow, putKept, requireOwnKeys } from './kept-rows.ts';
import { changedBy, writeIn, type WriteIntent, writerOf, type Written } from './write.ts';

/** A change, or how it follows from what came of those before it: an entry of a new run needs the run's id. */
export type Step = WriteIntent | ((before: readonly Written[]) => WriteIntent);

interface Done {
  readonly intent: WriteIntent;
  readonly written: Written;
}

/** What screens read again, with one event for all changes of a kind. */
const eventsOf = (done: readonly Done[]): EngineEvent[] => {
  const kinds = new Map<string, { readonly intent: WriteIntent; readonly ids: number[] }>();
  for (const { intent, written } of done) {
    const name = `${intent.operation} ${intent.store} ${intent.orgId}`;
    const known = kinds.get(name) ?? { intent, ids: [] };
    known.ids.push(written.id);
    kinds.set(name, known);
  }
  return [...kinds.values()].flatMap(({ intent, ids }) => changedBy(intent, ids));
};

/**
 * Keeps several changes as `write` keeps one, and states that go with them, all in one durable transaction: when it rejects, none was kept.
 * The changes are sent, judged and refused one by one. Null, with nothing kept, if a state is no longer what was seen of it.
 */
export const writeEvery = async (core: Core, steps: readonly Step[], keep: readonly KeptRow[] = []): Promise<Written[] | null> => {
  if (steps.length + keep.length === 0) {
    return [];
  }
  const userId = writerOf(core);
  requireOwnKeys(userId, keep);
  const done = await writeDurably(core, async (tx) => {
    if (!(await areAsSeen(tx, keep))) {
      return null;
    }
    const all: Done[] = [];
    // One after another: each takes the next number.
    for (const step of steps) {
      const intent = typeof step === 'function' ? step(all.map(({ written }) => written)) : step;
      all.push({ intent, written: await writeIn(core, tx, userId, intent) });
    }
    await putKept(
      tx,
      keep,
      all.map(({ written }) => written),
    );
    return all;
  });
  if (done === null) {
    return null;
  }
  notify(core, ...eventsOf(done), QUEUE_CHANGED, ...keep.map(({ key }): EngineEvent => ({ kind: 'kept', key })));
  return done.map(({ written }) => written);
};
