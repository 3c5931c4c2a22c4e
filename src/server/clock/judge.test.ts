import { describe, expect, test } from 'vitest';
import { firstKnown, judge, type Known, type Verdict } from '#server/clock/judge.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 23);

/** A machine: what its clock says, and how the program runs on it. */
const machine = (at = START) => {
  const state = { at, known: firstKnown(at), verdict: { isBelieved: true } as Verdict };
  const look = (ranMs: number): Verdict => {
    const judged: { known: Known; verdict: Verdict } = judge(state.known, state.at, ranMs);
    state.known = judged.known;
    state.verdict = judged.verdict;
    return judged.verdict;
  };
  return {
    state,
    /** The program runs, checking every ten minutes. */
    run: (hours: number): Verdict => {
      for (let looks = 0; looks < hours * 6; looks += 1) {
        state.at += HOUR / 6;
        look(HOUR / 6);
      }
      return state.verdict;
    },
    /** The clock is set to another time while it runs. */
    leap: (days: number): Verdict => {
      state.at += days * DAY;
      return look(0);
    },
    /** The machine is off. */
    off: (days: number): Verdict => {
      state.at += days * DAY;
      return look(0);
    },
  };
};

const YES = { isBelieved: true };
const NO = { isBelieved: false };

test('a clock that runs is believed, and so is one that is set by minutes', () => {
  const { run, leap, state } = machine();
  expect(run(100)).toEqual(YES);
  expect(leap(0.9 / 24)).toEqual(YES);
  expect(leap(-0.9 / 24)).toEqual(YES);
  expect(state.known.trustedAt).toBe(state.at);
});

describe('a clock that leaps ahead', () => {
  test('is not believed, until it is back', () => {
    const { leap, run } = machine();
    expect(leap(400)).toMatchObject({ isBelieved: false, aheadMs: 400 * DAY, proofMs: 3 * DAY });
    expect(run(2)).toMatchObject({ isBelieved: false, aheadMs: 400 * DAY, proofMs: 3 * DAY - 2 * HOUR });
    expect(leap(-400)).toEqual(YES);
  });

  test('is not believed because of a restart', () => {
    const { leap, run, off } = machine();
    leap(400);
    for (let starts = 0; starts < 20; starts += 1) {
      run(1);
      expect(off(0.01)).toMatchObject(NO);
    }
    // Except for the hours in which it was off, which are believed soon.
    expect(off(-400)).toMatchObject({ isBelieved: false, aheadMs: 4.8 * HOUR });
    expect(run(0.5)).toEqual(YES);
  });

  test('that keeps leaping is never believed', () => {
    const { leap, run } = machine();
    for (let leaps = 0; leaps < 10; leaps += 1) {
      leap(100);
      expect(run(60)).toMatchObject(NO);
    }
  });
});

describe('a machine that was off', () => {
  test('over a winter is believed after three days', () => {
    const { off, run } = machine();
    expect(off(150)).toMatchObject(NO);
    expect(run(71)).toMatchObject(NO);
    expect(run(1)).toEqual(YES);
  });

  test('over a winter, and is off every night and weekend, is believed after three days in all', () => {
    const { off, run } = machine();
    off(150);
    let days = 0;
    for (; days < 30 && !run(8).isBelieved; days += 1) {
      off(days % 5 === 4 ? 64 / 24 : 16 / 24);
    }
    expect(days).toBe(8);
  });

  test('over a night is believed within two hours, and stays so', () => {
    const { off, run } = machine();
    for (let days = 0; days < 10; days += 1) {
      expect(off(16 / 24)).toMatchObject(NO);
      expect(run(1)).toMatchObject(NO);
      expect(run(1)).toEqual(YES);
      run(6);
    }
  });
});

describe('a clock that falls back', () => {
  test('by weeks is believed after a while', () => {
    const { leap, run } = machine();
    expect(leap(-10)).toMatchObject({ isBelieved: false, aheadMs: -10 * DAY });
    expect(run(24)).toEqual(YES);
  });

  test('to 1970 never is, whatever is known', () => {
    for (const { run, leap, state } of [machine(), machine(0)]) {
      leap(-state.at / DAY);
      expect(run(500)).toMatchObject({ isBelieved: false, proofMs: Infinity });
      expect(state.known.trustedAt).toBeGreaterThan(Date.UTC(2025, 0, 1));
    }
  });
});
