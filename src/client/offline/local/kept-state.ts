import { notify } from '#client/offline/engine/core.ts';
import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { requireView } from '#client/offline/engine/own-view.ts';
import { areAsSeen, type KeptKey, type KeptRow, putKept, requireOwnKeys } from '#client/offline/outbox/kept-rows.ts';
import { type Step, writeEvery } from '#client/offline/outbox/write-every.ts';
import { writerOf, type Written } from '#client/offline/outbox/write.ts';

/**
 * State of one person in one organization that must agree with their changes, such as the run that is going on: where it is, since when,
 * and which entries its stops have become. It stays on this device like a draft: it is never sent, signing out leaves it, and only who has
 * the key reads it.
 *
 * Ids in it may be temporary ones, of a run or an entry that was made here. They stay good: `findRecord`, `findRecords` and every change
 * take them also after the real ids are known, as `id`, as `jobId` and in `data` (`runId`). To compare them with ids in rows, translate them
 * with `realIds`; `onRealId` says when another becomes known.
 */
export const findKept = async <T extends object>(engine: Engine, key: KeptKey): Promise<T | null> => {
  const row = await coreOf(engine).storage.read(['meta'], (tx) => tx.get('meta', key));
  return (row?.value as T | undefined) ?? null;
};

/**
 * Keeps changes of any kinds of records and the state that they lead to, in one durable transaction: after a crash either all of it is
 * there or nothing. A change can be a function of what came of those before it, and `value` of what came of all of them:
 *
 *   keepTogether(engine, [newRun, ([run]) => entryOf(run.id)], [{ key, seen: state, value: ([run, entry]) => next(run.id, entry.id) }])
 *
 * Returns what came of each change, in their order; null, with nothing kept, if the state is no longer `seen`: another tab has gone on, so
 * read it again (`findKept`). Throws like `keepChange`; then nothing was kept, either.
 */
export const keepTogether = async (engine: Engine, changes: readonly Step[], keep: readonly KeptRow[]): Promise<Written[] | null> => {
  const written = await writeEvery(coreOf(engine), changes, keep);
  engine.kickSoon();
  return written;
};

/**
 * Keeps a state that leads to no change, such as a pause or a number that was typed, just as durably; null removes it. Returns false, with
 * nothing kept, if it is no longer `seen`. Throws `ViewEnded` and what storage throws.
 */
export const keepRow = async (engine: Engine, key: KeptKey, value: object | null, seen?: object | null): Promise<boolean> => {
  const core = coreOf(engine);
  const userId = writerOf(core);
  const rows = [{ key, value, ...(seen === undefined ? {} : { seen }) }];
  requireOwnKeys(userId, rows);
  const isKept = await core.storage.write(
    ['meta'],
    async (tx) => {
      await requireView(tx, userId);
      const isMeant = await areAsSeen(tx, rows);
      await putKept(tx, isMeant ? rows : [], []);
      return isMeant;
    },
    { durability: 'strict' },
  );
  if (isKept) {
    notify(core, { kind: 'kept', key });
  }
  return isKept;
};
