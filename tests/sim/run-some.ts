import type { Missing } from '#tests/sim/weights.ts';
import { type Result, runSchedule } from '#tests/sim/schedule.ts';

export interface Batch {
  readonly from: number;
  readonly count: number;
  /** What the engine or the server lacks: weights are chosen so that it is needed often. */
  readonly missing: readonly Missing[];
  /** How many failures are enough to stop. */
  readonly most: number;
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
}

export const failureOf = ({ seed, violation }: Result): Failure[] =>
  violation ? [{ seed, invariant: violation.invariant, message: violation.message }] : [];

/** Runs the schedules of a range of seeds in this thread, one after another: nothing in them ever waits for anything outside. */
export const runSome = async ({ from, count, missing, most }: Batch): Promise<Tally> => {
  const lacking = new Set(missing);
  const failures: Failure[] = [];
  let [run, kept, steps] = [0, 0, 0];
  for (let seed = from; seed < from + count && failures.length < most; seed += 1) {
    const result = await runSchedule(seed, lacking);
    run += 1;
    kept += result.kept;
    steps += result.steps;
    failures.push(...failureOf(result));
  }
  return { run, kept, steps, failures };
};
