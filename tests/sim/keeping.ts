import { begin, type MemoryDatabase } from '#tests/sim/memory-storage.ts';
import type { Begin } from '#tests/sim/world-state.ts';

/** How devices keep their rows. */
export interface Keeping {
  /** How transactions begin on a database; what is committed has to be in the database given, for those who watch. */
  readonly open: (db: MemoryDatabase) => Begin;
  /** All promises that can go on have gone on. */
  readonly settled: () => Promise<void>;
}

/** Over rows in memory: the fastest way. */
export const IN_MEMORY: Keeping = {
  open: (db) => (stores, mode) => begin(db, stores, mode),
  // A tick that is asked for among promises begins when none of them can go on any more, and costs far less than a turn of the loop.
  settled: () => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve))),
};
