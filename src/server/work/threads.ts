import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, ERROR_STATUS, type ErrorCode } from '#shared/lib/errors.ts';
import { THREAD_LIMITS, TURNS } from '#server/work/bounds.ts';
import type { FromThread, Host, Job, ToThread } from '#server/work/job.ts';
import { createTurns, type TurnBounds } from '#server/work/turns.ts';

interface Wish {
  /** Whose turns the job takes. */
  readonly of: string;
  readonly seconds: number;
  /** The refusal where the thread took more time or memory than it may, or broke. */
  readonly tooMuch: () => AppError;
  /** What the job may ask while it works. */
  readonly host?: Host;
}

/** A few threads for what strangers bring and for what takes long: neither stops the program, whatever is in it (decision 0036). */
export interface Threads {
  /** Does the job in a thread. Rejects with what the job throws, or with `tooMuch` when its thread had to be ended. */
  run<Input, Output>(job: Job<Input, Output>, input: Input, wish: Wish): Promise<Output>;
}

/** How a thread is started: built, its program lies beside ours; from the sources a loader reads it, as it read this. */
const startThread = ({ heapMb, youngMb }: Limits): Worker => {
  const isSource = import.meta.filename.endsWith('.ts');
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb };
  return isSource
    ? new Worker(join(import.meta.dirname, '..', 'thread.ts'), { resourceLimits, execArgv: ['--import', 'tsx'] })
    : new Worker(join(import.meta.dirname, 'thread.js'), { resourceLimits });
};

interface Limits {
  readonly heapMb: number;
  readonly youngMb: number;
  readonly idleMs: number;
}

type End = (outcome: () => unknown, isUsable: boolean) => void;

const isCode = (code: string): code is ErrorCode => code in ERROR_STATUS;

/** Answers what the thread asks; what cannot be answered fails the job there. */
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

const hear = (thread: Worker, message: FromThread, host: Host, end: End): void => {
  switch (message.kind) {
    case 'question':
      void answer(thread, host, message);
      break;
    case 'done':
      end(() => message.output, true);
      break;
    case 'refused': {
      const { code, message: words, ...details } = message.refusal;
      end(() => {
        throw new AppError(isCode(code) ? code : 'internal', words, details);
      }, true);
      break;
    }
    default:
      end(() => {
        throw new Error(`In a thread: ${message.stack}`);
      }, true);
  }
};

/** Threads that are started when they are needed and end when nothing has needed them for a while. */
export const createThreads = (bounds: TurnBounds = TURNS.threads, limits: Limits = THREAD_LIMITS): Threads => {
  const turns = createTurns(bounds);
  const idle: { readonly thread: Worker; readonly leave: NodeJS.Timeout }[] = [];

  const rest = (thread: Worker): void => {
    const leave = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.thread === thread),
        1,
      );
      void thread.terminate();
    }, limits.idleMs).unref();
    thread.unref();
    idle.push({ thread, leave });
  };

  const takeThread = (): Worker => {
    const resting = idle.pop();
    if (!resting) {
      return startThread(limits);
    }
    clearTimeout(resting.leave);
    resting.thread.ref();
    return resting.thread;
  };

  const runIn = (thread: Worker, name: string, input: unknown, { seconds, tooMuch, host = {} }: Wish): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const end: End = (outcome, isUsable) => {
        clearTimeout(late);
        thread.removeAllListeners();
        // What breaks after its end concerns nobody.
        thread.on('error', () => undefined);
        if (isUsable) {
          rest(thread);
        } else {
          void thread.terminate();
        }
        try {
          resolve(outcome());
        } catch (error) {
          reject(error as Error);
        }
      };
      const giveUp = (): void =>
        end(() => {
          throw tooMuch();
        }, false);
      const late = setTimeout(giveUp, seconds * 1000);
      thread.on('message', (message: FromThread) => hear(thread, message, host, end));
      thread.on('error', giveUp);
      thread.on('exit', giveUp);
      thread.on('messageerror', giveUp);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ kind: 'job', name, input } satisfies ToThread);
    });

  return {
    run: async <Input, Output>(job: Job<Input, Output>, input: Input, wish: Wish) =>
      turns.run(wish.of, async () => (await runIn(takeThread(), job.name, input, wish)) as Output),
  };
};

/** The threads of this process. */
export const threads = createThreads();
