import { parentPort } from 'node:worker_threads';
import { type Batch, runSome } from '#tests/sim/run-some.ts';

const answer = async (batch: Batch): Promise<void> => {
  const tally = await runSome(batch);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(tally);
};

// One thread of `run-many.ts`: runs each batch that it gets and reports the result. It is reused, since code that has run often runs
// faster.
parentPort?.on('message', (batch: Batch) => void answer(batch));
