import { begin, type MemoryDatabase } from '#tests/sim/memory-storage.ts';
import type { Begin } from '#tests/sim/world-state.ts';

/** How devices keep their rows. */
export interface Keeping {
  /** How transactions begin on a database; what is committed has to be in the database given, for those who watch. */
  readonly open: (db: MemoryDatabase) => Begin;
  /** All promises that can go on have gone on. */
  readonly settled: () => Promise<void>;
}

let resting: (() => void)[] = [];
/** All schedules of a thread go on in the same turn of its loop: turns cost more than steps do. */
const wake = (): void => {
  const all = resting;
  resting = [];
  for (const goOn of all) {
    goOn();
  }
};

/** Over rows in memory: the fastest way. */
export const IN_MEMORY: Keeping = {
  open: (db) => (stores, mode) => begin(db, stores, mode),
  settled: () =>
    new Promise((resolve) => {
      if (resting.push(resolve) === 1) {
        setImmediate(wake);
      }
    }),
};
