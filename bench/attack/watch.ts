import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A member of another organization, and what they ask for. */
export interface Bystander {
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly path: string;
  /** What they send, as JSON; if absent, they only read. */
  readonly body?: string;
}

export interface WatchOrders {
  readonly origin: string;
  /** The process id of the server, whose memory is watched. */
  readonly pid: number;
  readonly people: readonly Bystander[];
}

export interface Watched {
  /** From the moment a request was due to the end of its answer, in milliseconds. */
  readonly latencies: readonly number[];
  /** How often the bystanders got which status; 0 is no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The server's peak memory. */
  readonly mostMb: number;
}

/** Watches what the bystanders experience. */
export interface Watcher {
  /** What they experience during the work. One piece of work at a time. */
  during(orders: WatchOrders, work: () => Promise<void>): Promise<Watched>;
  end(): void;
}

/** In a process of its own, because the process that sets off bombs is too busy to keep time. */
export const startWatcher = (): Watcher => {
  const child = fork(join(import.meta.dirname, 'bystanders.ts'), { execArgv: ['--import', 'tsx'] });
  const ask = async (message: WatchOrders | 'stop'): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    const [answer] = (await answered) as [unknown];
    return answer;
  };
  return {
    during: async (orders, work) => {
      await ask(orders);
      await work();
      return (await ask('stop')) as Watched;
    },
    end: () => child.disconnect(),
  };
};
