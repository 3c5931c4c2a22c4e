import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { Batch, Tally } from '#tests/sim/run-some.ts';

const root = join(import.meta.dirname, '..', '..');

/** Bundles the simulation, so that its threads run plain JavaScript; gives the file and how to remove it. */
const bundle = async (): Promise<{ file: string; remove: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'headland-sim-'));
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: 'tests/sim/worker.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  return { file: join(outDir, 'worker.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
};

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
});

export interface Many extends Batch {
  readonly threads: number;
  /** Told after every piece. */
  readonly onPiece?: (soFar: Tally) => void;
}

/** Gives the runner of schedules on several threads; call `close` at the end. */
export const openSimulation = async () => {
  const { file, remove } = await bundle();
  const workers: Worker[] = [];
  // Nearly everything that a schedule makes is gone at its end: with more room for what is young, a twentieth of the time is saved.
  const workerAt = (place: number): Worker => (workers[place] ??= new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: 96 } }));
  const run = async ({ from, count, off, most, threads, onPiece }: Many): Promise<Tally> => {
    let total: Tally = { run: 0, kept: 0, steps: 0, failures: [] };
    let next = from;
    const thread = async (place: number): Promise<void> => {
      while (next < from + count && total.failures.length < most) {
        const piece = { from: next, count: Math.min(PIECE, from + count - next), off, most };
        next += piece.count;
        // Awaited by itself: meanwhile the other threads add theirs.
        const tally = await runIn(workerAt(place), piece);
        total = join2(total, tally);
        onPiece?.(total);
      }
    };
    await Promise.all(Array.from({ length: threads }, (_, place) => thread(place)));
    return total;
  };
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
    await remove();
  };
  return { run, close };
};
