import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Somebody of another organization, and what they ask for. */
export interface Bystander {
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly path: string;
  /** What they send, as JSON; left out: they only read. */
  readonly body?: string;
}

export interface WatchOrders {
  readonly origin: string;
  /** Of the server, whose memory is looked at. */
  readonly pid: number;
  readonly people: readonly Bystander[];
}

export interface Watched {
  /** From the moment at which a request was due to the end of its answer, in milliseconds. */
  readonly latencies: readonly number[];
  /** How often the bystanders heard what; 0 is no answer. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The most memory that the server had. */
  readonly mostMb: number;
}

/** Somebody who watches what the bystanders see. */
export interface Watcher {
  /** What they see while the work goes on. One work at a time. */
  during(orders: WatchOrders, work: () => Promise<void>): Promise<Watched>;
  end(): void;
}

/** In a process of its own, for who makes bombs has no time to look at a clock. */
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
