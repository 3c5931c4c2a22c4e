import { begin, type MemoryDatabase } from '#tests/sim/memory-storage.ts';
import type { Begin } from '#tests/sim/world-state.ts';

/** How devices keep their rows. */
export interface SimulatedStorage {
  /** How transactions begin on a database. What is committed has to be in the given database, for the checks. */
  readonly open: (db: MemoryDatabase) => Begin;
  /** Resolves when all promises that can proceed have done so. */
  readonly settled: () => Promise<void>;
}

/** Rows in memory: the fastest way. */
export const IN_MEMORY: SimulatedStorage = {
  open: (db) => (stores, mode) => begin(db, stores, mode),
  // A tick that is requested from a promise starts when no promise can proceed, and costs far less than a turn of the event loop.
  settled: () => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve))),
};
