import { DAY_MS } from '#shared/lib/dates.ts';

const HOUR_MS = 3_600_000;

/** A clock may be off, or be set, by this much without a warning. */
const SLACK_MS = HOUR_MS;
/** A leap is believed when the clock has run evenly for a tenth of it since, three days at most. */
const PROOF = 1 / 10;
const LONGEST_PROOF_MS = 3 * DAY_MS;
/** How long the program may be off before what it has seen of a doubted clock is void. */
const OFF_MS = 7 * DAY_MS;
/** Before this program existed: a machine without a battery wakes up in 1970. */
const BEFORE_US = Date.UTC(2025, 0, 1);

/** What is known about the time. All moments in milliseconds since 1970. */
export interface Known {
  /** It has certainly passed, unless a wrong clock ran evenly for days. */
  readonly trustedAt: number;
  /** A clock that leapt away from it: what it showed last, and for how long it has run evenly since. */
  readonly doubt: { readonly at: number; readonly evenMs: number } | null;
}

/** `aheadMs` of what is known, or behind it when negative; `proofMs`: for how much longer it has to run evenly, or forever (Infinity). */
export type Verdict = { readonly isBelieved: true } | { readonly isBelieved: false; readonly aheadMs: number; readonly proofMs: number };

/** What is assumed when nothing is known: what the clock says, unless that is impossible. */
export const firstKnown = (at: number): Known => ({ trustedAt: Math.max(at, BEFORE_US), doubt: null });

const doubtOf = ({ doubt }: Known, at: number, ranMs: number): NonNullable<Known['doubt']> => {
  const step = doubt === null ? Infinity : at - (doubt.at + ranMs);
  if (doubt === null || step < -SLACK_MS || step > OFF_MS) {
    return { at, evenMs: 0 };
  }
  return { at, evenMs: doubt.evenMs + (step > SLACK_MS ? 0 : ranMs) };
};

/**
 * Whether the clock may decide what is old enough to be deleted, if the program has run for `ranMs` (by a monotonic clock) since the last
 * judgement. Time that it has not seen pass may be a winter in which it was off, a closed lid, or a clock that was set wrong, and nothing
 * written by such a clock can tell which: rows are as wrong as the clock that dated them. So it takes time.
 */
export const judge = (known: Known, at: number, ranMs: number): { readonly known: Known; readonly verdict: Verdict } => {
  const atLeast = known.trustedAt + ranMs;
  const aheadMs = at - atLeast;
  if (Math.abs(aheadMs) <= SLACK_MS) {
    return { known: { trustedAt: at, doubt: null }, verdict: { isBelieved: true } };
  }
  const doubt = doubtOf(known, at, ranMs);
  const proofMs = at < BEFORE_US ? Infinity : Math.min(LONGEST_PROOF_MS, Math.abs(aheadMs) * PROOF) - doubt.evenMs;
  return proofMs <= 0
    ? { known: { trustedAt: at, doubt: null }, verdict: { isBelieved: true } }
    : { known: { trustedAt: atLeast, doubt }, verdict: { isBelieved: false, aheadMs, proofMs } };
};
