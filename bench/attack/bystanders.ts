import { Agent, request } from 'node:http';
import { residentMb } from '#bench/processes.ts';
import type { Watched, WatchOrders } from './watch.ts';

/*
 * A process of its own: people of other organizations who keep working while a bomb goes off, and a watch on the server's memory. Requests
 * leave by the clock and do not wait for each other, so that a server that stalls for a second is noticed by everyone who arrives in that
 * second.
 */

const EVERY_MS = 25;
const MEMORY_EVERY_MS = 10;
/** After that nobody waits any longer. */
const GIVES_UP_AFTER_MS = 120_000;

const watch = ({ origin, pid, people }: WatchOrders) => {
  const agents = people.map(() => new Agent({ keepAlive: true }));
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  const waiting = new Set<number>();
  let [asked, mostMb] = [0, residentMb(pid)];
  const look = () => {
    mostMb = Math.max(mostMb, residentMb(pid));
  };

  const ask = (): void => {
    const [number, due] = [asked, performance.now()];
    const place = number % people.length;
    const person = people[place];
    const agent = agents[place];
    if (!person || !agent) {
      return;
    }
    asked += 1;
    waiting.add(number);
    const done = (status: number): void => {
      if (waiting.delete(number)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        // No answer is the worst case.
        latencies.push(status === 0 ? GIVES_UP_AFTER_MS : performance.now() - due);
      }
    };
    const method = person.body === undefined ? 'GET' : 'POST';
    const options = { method, agent, headers: person.headers, localAddress: person.address, timeout: GIVES_UP_AFTER_MS };
    const sent = request(`${origin}${person.path}`, options, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
      answer.on('error', () => done(0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => done(0));
    sent.end(person.body);
  };

  const asking = setInterval(ask, EVERY_MS);
  const looking = setInterval(look, MEMORY_EVERY_MS);
  return async (): Promise<Watched> => {
    clearInterval(asking);
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    clearInterval(looking);
    agents.forEach((agent) => agent.destroy());
    return { latencies, statuses, mostMb };
  };
};

let stop: (() => Promise<Watched>) | undefined;
process.on('message', (orders: WatchOrders | 'stop') => {
  if (orders !== 'stop') {
    stop = watch(orders);
    process.send?.('watching');
    return;
  }
  void stop?.().then((watched) => process.send?.(watched));
});
process.on('disconnect', () => process.exit(0));
