import { type Core, writeDurably } from '#client/offline/engine/core.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';

/** Runs what is one transaction in the engine as two: what is put into these stores comes in the second. */
export const inTwo = async <T>(late: readonly StoreName[], core: Core, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const held: ((tx: Tx) => Promise<void>)[] = [];
  const hold: Tx['put'] = async (store, row) => void held.push((tx) => tx.put(store, row));
  const result = await writeDurably(core, (tx) =>
    work({
      ...tx,
      put: (store, row) => (late.includes(store) ? hold(store, row) : tx.put(store, row)),
      putAll: async (store, rows) => {
        await (late.includes(store) ? Promise.all(rows.map((row) => hold(store, row))) : tx.putAll(store, rows));
      },
    }),
  );
  await writeDurably(core, async (tx) => {
    for (const put of held) {
      await put(tx);
    }
  });
  return result;
};
