import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError, ERROR_STATUS, type ErrorCode } from '#shared/lib/errors.ts';
import { THREAD_LIMITS, TURNS } from '#server/work/bounds.ts';
import type { FromThread, Host, Job, ToThread } from '#server/work/job.ts';
import { createTurns, type TurnBounds } from '#server/work/turns.ts';

interface Wish {
  /** The party whose turns the job takes. */
  readonly party: string;
  readonly seconds: number;
  /** The refusal if the thread took more time or memory than it may, or crashed. */
  readonly tooMuch: () => AppError;
  /** What the job may ask while it works. */
  readonly host?: Host;
}

/** A few threads for untrusted input and for long work: neither stops the program, whatever is in it (decision 0036). */
export interface Threads {
  /** Does the job in a thread. Rejects with what the job throws, or with `tooMuch` if its thread had to be ended. */
  run<Input, Output>(job: Job<Input, Output>, input: Input, wish: Wish): Promise<Output>;
}

/** Threads do not share the loader with which the program reads its sources, so they begin with one of their own. */
const FROM_SOURCES = `
  const { loader, program } = require('node:worker_threads').workerData;
  import(loader).then(({ register }) => register()).then(() => import(program));
`;

/** How a thread is started: in the build, its program is next to ours; developers and tests run it from the sources. */
const startThread = ({ heapMb, youngMb }: Limits): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb };
  if (!import.meta.filename.endsWith('.ts')) {
    return new Worker(join(import.meta.dirname, 'thread.js'), { resourceLimits });
  }
  const loader = import.meta.resolve('tsx/esm/api');
  const program = pathToFileURL(join(import.meta.dirname, '..', 'thread.ts')).href;
  return new Worker(FROM_SOURCES, { eval: true, workerData: { loader, program }, resourceLimits, execArgv: [] });
};

interface Limits {
  readonly heapMb: number;
  readonly youngMb: number;
  readonly idleMs: number;
}

type End = (outcome: () => unknown, isUsable: boolean) => void;

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
const fail = (error: Error): never => {
  throw error;
};

const isCode = (code: string): code is ErrorCode => code in ERROR_STATUS;

/** Answers what the thread asks; a failed answer fails the job there. */
const answer = async (thread: Worker, host: Host, { id, question, given }: Extract<FromThread, { kind: 'question' }>): Promise<void> => {
  const tell = (message: ToThread): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(message);
  };
  try {
    // The job's own types say what it asks with.
    const known = host[question] as ((...values: readonly unknown[]) => Promise<unknown>) | undefined;
    tell(known ? { kind: 'answer', id, value: await known(...given) } : { kind: 'noAnswer', id });
  } catch {
    tell({ kind: 'noAnswer', id });
  }
};

const hear = (thread: Worker, message: FromThread, { host = {}, tooMuch }: Wish, end: End): void => {
  switch (message.kind) {
    case 'question':
      void answer(thread, host, message);
      break;
    case 'done':
      end(() => message.output, true);
      break;
    case 'exhausted':
      end(() => {
        throw tooMuch();
      }, true);
      break;
    case 'refused': {
      const { code, said, ...details } = message.refusal;
      end(() => {
        throw new AppError(isCode(code) ? code : 'internal', said, details);
      }, true);
      break;
    }
    default:
      end(() => {
        throw new Error(`In a thread: ${message.stack}`);
      }, true);
  }
};

/** Threads that are started on demand and end when they were idle for a while. */
export const createThreads = (bounds: TurnBounds = TURNS.threads, limits: Limits = THREAD_LIMITS): Threads => {
  const turns = createTurns(bounds);
  const idle: { readonly thread: Worker; readonly leave: NodeJS.Timeout }[] = [];

  const rest = (thread: Worker): void => {
    const leave = setTimeout(() => void thread.terminate(), limits.idleMs).unref();
    const resting = { thread, leave };
    thread.once('exit', () => {
      clearTimeout(leave);
      const place = idle.indexOf(resting);
      idle.splice(place, place < 0 ? 0 : 1);
    });
    thread.unref();
    idle.push(resting);
  };

  const takeThread = (): Worker => {
    const resting = idle.pop();
    if (!resting) {
      return startThread(limits);
    }
    clearTimeout(resting.leave);
    resting.thread.removeAllListeners('exit');
    resting.thread.ref();
    return resting.thread;
  };

  const runIn = (thread: Worker, name: string, input: unknown, wish: Wish): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const end: End = (outcome, isUsable) => {
        clearTimeout(late);
        // By name: among the others are those by which the thread itself learns of listeners.
        for (const event of ['message', 'messageerror', 'error', 'exit']) {
          thread.removeAllListeners(event);
        }
        // Errors after its end concern nobody.
        thread.on('error', () => undefined);
        if (isUsable) {
          rest(thread);
        } else {
          void thread.terminate();
        }
        try {
          resolve(outcome());
        } catch (error) {
          reject(error);
        }
      };
      const giveUp = (): void =>
        end(() => {
          throw wish.tooMuch();
        }, false);
      const late = setTimeout(giveUp, wish.seconds * 1000);
      thread.on('message', (message: FromThread) => hear(thread, message, wish, end));
      thread.on('error', (error) => (isOutOfMemory(error) ? giveUp() : end(() => fail(error), false)));
      thread.on('exit', giveUp);
      thread.on('messageerror', giveUp);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ kind: 'job', name, input } satisfies ToThread);
    });

  return {
    run: async <Input, Output>(job: Job<Input, Output>, input: Input, wish: Wish) =>
      turns.run(wish.party, async () => (await runIn(takeThread(), job.name, input, wish)) as Output),
  };
};

/** The threads of this process. */
export const threads = createThreads();
