import { type Cost, costOf, type Done, type Pace } from './measure.ts';
import { newKey } from './recording.ts';
import { type BenchRequest, inLanes, keepAlive, send } from './requests.ts';

/** One of several that are measured in turns. */
export interface Contender {
  readonly pid: number;
  /** Works for about that long. */
  work(ms: number): Promise<Done>;
}

/** What one round cost each of them. */
export type Turn<Name extends string> = Readonly<Record<Name, Cost>>;

/** Measures all of them one right after the other, round by round, so that other load on the machine affects them alike. */
export const takeTurns = async <Name extends string>(
  databasePid: number,
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, sliceMs, warmUpMs }: Pace,
): Promise<Turn<Name>[]> => {
  const all = Object.entries<Contender>(contenders);
  const turns: Turn<Name>[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const costs: [string, Cost][] = [];
    for (const [name, contender] of all) {
      const { cost } = await costOf(databasePid, contender.pid, () => contender.work(round < 0 ? warmUpMs : sliceMs));
      costs.push([name, cost]);
    }
    if (round >= 0) {
      turns.push(Object.fromEntries(costs) as Turn<Name>);
    }
  }
  return turns;
};

/** Requests to a server: `of` makes them from their number and a new key; all are to be answered with the status. */
export interface Asked {
  readonly origin: string;
  readonly pid: number;
  readonly status: number;
  readonly of: (number: number, key: string) => BenchRequest;
  /** What counts as done with each; 1 if left out. */
  readonly pieces?: number;
}

/** A server that is asked over connections of its own, which `end` closes. */
export const asking = ({ origin, pid, status, of, pieces = 1 }: Asked, lanes: number): Contender & { end(): void } => {
  const agent = keepAlive(lanes);
  return {
    pid,
    work: async (ms) => {
      const { count, seconds } = await inLanes(lanes, ms, async (number) => {
        const request = of(number, newKey());
        const answer = await send(origin, agent, request);
        if (answer.status !== status) {
          throw new Error(`${request.path} answered ${answer.status} instead of ${status}: ${answer.body.toString().slice(0, 500)}`);
        }
      });
      return { count: count * pieces, seconds };
    },
    end: () => agent.destroy(),
  };
};
