import { parentPort } from 'node:worker_threads';
import { AppError } from '#shared/lib/errors.ts';
import type { AskHost, FromThread, Job, ToThread } from '#server/work/job.ts';

type Work<Input, Output> = (input: Input, ask: AskHost) => Promise<Output>;

/** A job with its work, which is loaded when it is first asked for. */
export const offer = <Input, Output>(
  { name }: Job<Input, Output>,
  load: () => Promise<Work<Input, Output>>,
): readonly [string, () => Promise<Work<unknown, unknown>>] =>
  // The thread's table loses the types; the callers of the job are held to them.
  [name, load as unknown as () => Promise<Work<unknown, unknown>>];

const wrongOf = (error: unknown): FromThread => {
  if (error instanceof AppError) {
    const { code, message, messageCode, values, issues, retryAfterSeconds } = error;
    return {
      kind: 'refused',
      refusal: {
        code,
        said: { messageCode, values, message },
        ...(issues ? { issues } : {}),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      },
    };
  }
  if (error instanceof RangeError) {
    // Out of stack or of room for a text: the input is too much.
    return { kind: 'exhausted' };
  }
  return { kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

/** Does whatever jobs it is asked for in this thread, one after the other. */
export const serveJobs = (offered: readonly ReturnType<typeof offer>[]): void => {
  const port = parentPort;
  if (!port) {
    throw new Error('Jobs are served in threads only.');
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (message: FromThread): void => port.postMessage(message);
  const jobs = new Map(offered);
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let questions = 0;

  const ask: AskHost = (question, ...given) =>
    new Promise((resolve, reject) => {
      questions += 1;
      asked.set(questions, { resolve, reject });
      tell({ kind: 'question', id: questions, question, given });
    });

  const work = async (name: string, input: unknown): Promise<FromThread> => {
    try {
      const load = jobs.get(name);
      if (!load) {
        throw new Error(`There is no job ${name}.`);
      }
      const run = await load();
      return { kind: 'done', output: await run(input, ask) };
    } catch (error) {
      return wrongOf(error);
    }
  };

  port.on('message', (message: ToThread) => {
    if (message.kind === 'job') {
      void work(message.name, message.input).then(tell);
      return;
    }
    const waiting = asked.get(message.id);
    asked.delete(message.id);
    if (message.kind === 'answer') {
      waiting?.resolve(message.value);
    } else {
      waiting?.reject(new Error('The program could not answer.'));
    }
  });
};
