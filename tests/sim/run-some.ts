import type { Missing } from '#tests/sim/weights.ts';
import { type Result, runSchedule } from '#tests/sim/schedule.ts';

export interface Batch {
  readonly from: number;
  readonly count: number;
  /** What the engine or the server lacks: weights are chosen so that it is needed often. */
  readonly missing: readonly Missing[];
  /** How many failures are enough to stop. */
  readonly most: number;
  /** Whether to say step by step what happens. */
  readonly isTraced?: boolean;
}

export interface Failure {
  readonly seed: number;
  readonly invariant: string;
  readonly message: string;
}

export interface Tally {
  readonly run: number;
  readonly kept: number;
  readonly steps: number;
  readonly failures: readonly Failure[];
  /** What happened in each schedule, step by step; empty unless it was asked for. */
  readonly traces: readonly (readonly string[])[];
}

export const failureOf = ({ seed, violation }: Result): Failure[] =>
  violation ? [{ seed, invariant: violation.invariant, message: violation.message }] : [];

/** Runs the schedules of a range of seeds in this thread, one after another: nothing in them ever waits for anything outside. */
export const runSome = async ({ from, count, missing, most, isTraced = false }: Batch): Promise<Tally> => {
  const lacking = new Set(missing);
  const failures: Failure[] = [];
  const traces: (readonly string[])[] = [];
  let [run, kept, steps] = [0, 0, 0];
  for (let seed = from; seed < from + count && failures.length < most; seed += 1) {
    const result = await runSchedule(seed, lacking, isTraced);
    run += 1;
    kept += result.kept;
    steps += result.steps;
    failures.push(...failureOf(result));
    if (isTraced) {
      traces.push(result.trace);
    }
  }
  return { run, kept, steps, failures, traces };
};
