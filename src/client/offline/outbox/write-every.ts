import { type Core, notify, QUEUE_CHANGED, rowsChanged, writeDurably } from '#client/offline/engine/core.ts';
import { writeIn, type WriteIntent, writerOf, type Written } from './write.ts';

/**
 * Keeps several changes of one kind of record as `write` keeps one, all in one durable transaction: when it rejects, none was kept. They
 * are sent, judged and refused one by one.
 */
export const writeEvery = async (core: Core, intents: readonly WriteIntent[]): Promise<Written[]> => {
  const [first] = intents;
  if (!first) {
    return [];
  }
  const userId = writerOf(core);
  const written = await writeDurably(core, async (tx) => {
    const done: Written[] = [];
    // One after another: each takes the next number.
    for (const intent of intents) {
      done.push(await writeIn(core, tx, userId, intent));
    }
    return done;
  });
  const ids = written.map(({ id }) => id);
  notify(core, rowsChanged(first.store, first.orgId, ids), QUEUE_CHANGED);
  return written;
};
