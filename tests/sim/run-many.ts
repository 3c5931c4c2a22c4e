import { Worker } from 'node:worker_threads';
import { bundle } from '#tests/sim/bundle.ts';
import type { Missing } from '#tests/sim/weights.ts';
import type { Batch, Tally } from '#tests/sim/run-some.ts';

const runIn = (worker: Worker, batch: Batch): Promise<Tally> =>
  new Promise((resolve, reject) => {
    const exited = (code: number): void => reject(new Error(`A thread of the simulation ended with ${code} before it was done.`));
    worker.once('error', reject);
    worker.once('exit', exited);
    worker.once('message', (tally: Tally) => {
      worker.off('error', reject);
      worker.off('exit', exited);
      resolve(tally);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(batch);
  });

const PIECE = 100;

const join2 = (left: Tally, right: Tally): Tally => ({
  run: left.run + right.run,
  kept: left.kept + right.kept,
  steps: left.steps + right.steps,
  failures: [...left.failures, ...right.failures].sort((a, b) => a.seed - b.seed),
  traces: [...left.traces, ...right.traces],
});

export interface Many extends Omit<Batch, 'missing' | 'isTraced'> {
  readonly threads: number;
  /** Called after every batch. */
  readonly onPiece?: (soFar: Tally) => void;
}

/** Returns a runner of schedules on several threads, for an engine or a server that lacks something; call `close` at the end. */
export const openSimulation = async (missing: readonly Missing[] = []) => {
  const { file, remove } = await bundle(
    'tests/sim/worker.ts',
    missing.filter((each) => each !== 'settling'),
  );
  const workers: Worker[] = [];
  // Nearly everything that a schedule creates is garbage at its end: a larger young generation saves a twentieth of the time.
  const workerAt = (place: number): Worker => (workers[place] ??= new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 96 } }));
  const run = async ({ from, count, most, threads, onPiece }: Many): Promise<Tally> => {
    let total: Tally = { run: 0, kept: 0, steps: 0, failures: [], traces: [] };
    let next = from;
    const thread = async (place: number): Promise<void> => {
      while (next < from + count && total.failures.length < most) {
        const piece = { from: next, count: Math.min(PIECE, from + count - next), missing, most };
        next += piece.count;
        // Awaited separately, since the other threads add theirs in between.
        const tally = await runIn(workerAt(place), piece);
        total = join2(total, tally);
        onPiece?.(total);
      }
    };
    await Promise.all(Array.from({ length: threads }, (_, place) => thread(place)));
    return total;
  };
  /** Runs one schedule and says step by step what happens. */
  const trace = async (seed: number): Promise<string> => {
    const { traces, failures } = await runIn(workerAt(0), { from: seed, count: 1, missing, most: 1, isTraced: true });
    return [`seed ${seed}`, ...traces.flat(), failures[0]?.message ?? 'No invariant was broken.'].join('\n');
  };
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
    await remove();
  };
  return { run, trace, close };
};
