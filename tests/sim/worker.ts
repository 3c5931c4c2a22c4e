import { parentPort, workerData } from 'node:worker_threads';
import { type Batch, runSome } from '#tests/sim/run-some.ts';

// One thread of `run-many.ts`: runs the batch that it was given and says how it went.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await runSome(workerData as Batch));
