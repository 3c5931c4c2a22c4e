import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What a limit reports about a stretch: like a stretch of requests, with the CPU time of its own process. */
export interface WorkReport {
  readonly count: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

/** A limit that runs in a process of its own, so that its CPU time is its own. */
export interface Worker {
  readonly pid: number;
  /** What it reported when it was ready. */
  readonly greeting: unknown;
  /** Works for that long and returns how much it did. */
  run(ms: number): Promise<WorkReport>;
  end(): Promise<void>;
}

type FromWorker = { readonly ready: unknown } | { readonly report: WorkReport } | { readonly failed: string };

const nextMessage = async (child: ChildProcess): Promise<FromWorker> => {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    const ended = once(child, 'exit', { signal }).then(() => ({ failed: 'it ended' }));
    const [message] = await Promise.race([once(child, 'message', { signal }), ended.then((failed) => [failed])]);
    return message as FromWorker;
  } finally {
    stop.abort();
  }
};

/** Starts `bench/<file>` with its configuration and waits until it is ready. */
export const startWorker = async (file: string, configuration: unknown): Promise<Worker> => {
  const child = fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  const ask = async (message: unknown): Promise<FromWorker> => {
    const answered = nextMessage(child);
    child.send(message as object);
    const answer = await answered;
    if ('failed' in answer) {
      child.kill('SIGKILL');
      throw new Error(`${file}: ${answer.failed}`);
    }
    return answer;
  };
  const ready = await ask({ configuration });
  return {
    pid: child.pid ?? 0,
    greeting: 'ready' in ready ? ready.ready : undefined,
    run: async (ms) => {
      const answer = await ask({ run: ms });
      if (!('report' in answer)) {
        throw new Error(`${file} answered something else`);
      }
      return answer.report;
    },
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    },
  };
};

/** Listens on any free port and returns the origin. */
export const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** What a worker's file makes of its configuration. */
export interface Work {
  readonly greeting?: unknown;
  /** Works for about that long; returns the number of pieces done. Absent where others send the requests. */
  run?(ms: number): Promise<number>;
}

/** The worker's side: prepares once, then works whenever it is asked. */
export const serveWork = (prepare: (configuration: unknown) => Promise<Work>): void => {
  let work: Work = {};
  const answer = async (message: { configuration?: unknown; run?: number }): Promise<FromWorker> => {
    if (message.run === undefined) {
      work = await prepare(message.configuration);
      return { ready: work.greeting };
    }
    const began = performance.now();
    const before = process.cpuUsage();
    const count = (await work.run?.(message.run)) ?? 0;
    const { user, system } = process.cpuUsage(before);
    return { report: { count, seconds: (performance.now() - began) / 1_000, cpuMs: (user + system) / 1_000 } };
  };
  process.on('message', (message: { configuration?: unknown; run?: number }) => {
    answer(message).then(
      (report) => process.send?.(report),
      (error: unknown) => process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  // The parent process is gone.
  process.on('disconnect', () => process.exit(0));
};
