import type { Agent } from 'node:http';
import type { Call } from './calls.ts';
import { cpuMs, familyCpuMs } from './processes.ts';
import type { RunningProgram } from './program.ts';
import { newKey } from './recording.ts';
import { inLanes, send } from './requests.ts';
import { median, percentile, type Spread, spreadOf } from './statistics.ts';
import type { Worker } from './worker.ts';

/** How long and how often everything is measured. */
export interface Pace {
  readonly rounds: number;
  readonly sliceMs: number;
  /** Before the first round, each. */
  readonly warmUpMs: number;
  readonly lanes: number;
}

/**
 * A warm-up as long as it takes until V8 has compiled what a request runs through: beside a peer that comes compiled. The program runs for
 * weeks.
 */
export const untilCompiled = (pace: Pace): Pace => ({ ...pace, warmUpMs: 3 * pace.warmUpMs });

/** CPU milliseconds per request or question, and how many there were in a second. */
export interface Cost {
  /** Of the measured process: the server, the driver, SQLite. */
  readonly process: number;
  /** Of all PostgreSQL processes during that time. */
  readonly database: number;
  readonly perSecond: number;
}

/** One round: the program and its limits, measured one right after the other. */
export interface Round {
  readonly program: Cost;
  readonly limits: Readonly<Record<string, Cost>>;
}

export interface Measured {
  readonly call: Call;
  readonly bytes: number;
  readonly statements: number | null;
  readonly p50: number;
  readonly p99: number;
  readonly rounds: readonly Round[];
  /** Limits that could not be measured, and why. */
  readonly missing: readonly string[];
}

interface Subject {
  readonly program: RunningProgram;
  readonly agent: Agent;
  readonly call: Call;
  readonly status: number;
}

/** Sends requests to the program or its replacement; throws when an answer differs from the first. */
const drive = (origin: string, { agent, call, status }: Subject, ms: number, lanes: number) =>
  inLanes(lanes, ms, async (number) => {
    const answer = await send(origin, agent, call.request(number % call.variants, newKey()));
    if (answer.status !== status) {
      throw new Error(`${call.title}: answered ${answer.status} instead of ${status}: ${answer.body.toString().slice(0, 500)}`);
    }
  });

/** How much of something was done. */
export interface Done {
  readonly count: number;
  readonly seconds: number;
  readonly cpuMs?: number;
}

/** What a stretch of work cost the process and the database; a worker reports its own cost, the system that of others. */
export const costOf = async <T extends Done>(databasePid: number, pid: number, work: () => Promise<T>) => {
  const before = { process: cpuMs(pid), database: familyCpuMs(databasePid) };
  const done = await work();
  const count = Math.max(done.count, 1);
  const cost: Cost = {
    process: (done.cpuMs ?? cpuMs(pid) - before.process) / count,
    database: (familyCpuMs(databasePid) - before.database) / count,
    perSecond: done.count / done.seconds,
  };
  return { cost, done };
};

/** Limits of a call by name. `http` and `json` answer requests themselves; the others are asked to work. */
export type Limits = Readonly<Record<string, Worker>>;

const measureLimit = async (subject: Subject, name: string, worker: Worker, ms: number, lanes: number): Promise<Cost> => {
  const { databasePid } = subject.program;
  const work = (): Promise<Done> =>
    name === 'http' || name === 'json' ? drive(String(worker.greeting), subject, ms, lanes) : worker.run(ms);
  return (await costOf(databasePid, worker.pid, work)).cost;
};

/** Measures one call against its limits, one right after the other in each round, so that other load on the machine affects them alike. */
export const measureCall = async (subject: Subject, limits: Limits, pace: Pace): Promise<Pick<Measured, 'rounds' | 'p50' | 'p99'>> => {
  const { program } = subject;
  const latencies: number[] = [];
  const rounds: Round[] = [];
  for (let number = -1; number < pace.rounds; number += 1) {
    const ms = number < 0 ? pace.warmUpMs : pace.sliceMs;
    const { cost, done } = await costOf(program.databasePid, program.pid, () => drive(program.origin, subject, ms, pace.lanes));
    const costs: Record<string, Cost> = {};
    for (const [name, worker] of Object.entries(limits)) {
      costs[name] = await measureLimit(subject, name, worker, ms, pace.lanes);
    }
    if (number >= 0) {
      latencies.push(...done.latencies);
      rounds.push({ program: cost, limits: costs });
    }
  }
  return { rounds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
};

/** CPU of server and database together. */
export const together = ({ process, database }: Cost): number => process + database;

/** The ratio in each round, so that a moment in which the machine was busy counts for both sides; NaN if the limit is missing. */
export const ratio = <R>(rounds: readonly R[], of: (round: R) => number, to: (round: R) => number): Spread =>
  spreadOf(rounds.map((round) => of(round) / to(round)));

/** The median of a figure over the rounds. */
export const middle = <R>(rounds: readonly R[], of: (round: R) => number): number => median(rounds.map(of));
