import { DAY_MS } from '#shared/lib/dates.ts';
import { firstKnown, judge, type Known, type Verdict } from '#server/clock/judge.ts';
import { keepTime, readKeptTime } from '#server/data/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Concern, Health } from '#server/health.ts';
import { type Say, wordsOf } from '#server/log.ts';

const LOOK_EVERY_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Someone who was away for a month is not reported that time has passed. */
const WORTH_A_WORD_DAYS = 30;

export interface ClockWatch {
  /** Data from before this moment counts as old and may be deleted; undefined: not now, because the clock may be wrong. */
  believed(): Promise<Date | undefined>;
  /** Stops watching. */
  stop(): Promise<void>;
}

export interface ClockDeps {
  readonly db: Database;
  readonly health: Health;
  readonly say: Say;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock; default: the process's own. */
  readonly ticks?: () => number;
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const concernOf = (verdict: Verdict, at: number): Concern | undefined => {
  if (verdict.isBelieved) {
    return undefined;
  }
  const { aheadMs, proofMs } = verdict;
  const days = Math.max(1, Math.round(Math.abs(aheadMs) / DAY_MS));
  if (aheadMs > 0 && days <= WORTH_A_WORD_DAYS) {
    return undefined;
  }
  const until = proofMs === Infinity ? 'that is' : `that is, or until it has run evenly for ${Math.ceil(proofMs / HOUR_MS)} more hours`;
  return {
    kind: 'clock',
    level: 'warning',
    message:
      `The clock of this machine says ${iso(at)} UTC, ${days} days ${aheadMs > 0 ? 'after' : 'before'} the last moment that is certain ` +
      `(${iso(at - aheadMs)}). See that it is set. Nothing is deleted for its age until ${until}.`,
    code: aheadMs > 0 ? 'clock_ahead' : 'clock_behind',
    values: { days },
  };
};

/** Watches the clock, so that one that leaps deletes nothing (decision 0044). Its knowledge is stored in the database. */
export const startClockWatch = ({ db, health, say, now, ticks = () => performance.now() }: ClockDeps): ClockWatch => {
  let judged: { readonly known: Known; readonly tick: number } | undefined;
  let reported: Concern | undefined;

  const tell = (concern: Concern | undefined): void => {
    if (concern?.code === reported?.code && concern?.values['days'] === reported?.values['days']) {
      return;
    }
    if (concern) {
      health.raise(concern);
      say(concern.message, 'warn');
    } else {
      health.settle('clock');
      say('The clock is believed again: what is old enough is deleted.');
    }
    reported = concern;
  };

  const look = async (): Promise<Date | undefined> => {
    // Each process judges for itself, by its own machine's clock; what it knows is stored for its next start.
    const before = judged?.known ?? (await readKeptTime(db));
    const [moment, tick] = [now(), ticks()];
    const at = moment.getTime();
    const { known, verdict } = judge(before ?? firstKnown(at), at, judged === undefined ? 0 : tick - judged.tick);
    judged = { known, tick };
    await keepTime(db, known);
    tell(concernOf(verdict, at));
    return verdict.isBelieved ? moment : undefined;
  };

  let looking: Promise<Date | undefined> = Promise.resolve(undefined);
  // One after the other, because each judges the time since the last. Without the database nothing is known, and nothing can be deleted
  // either.
  const believed = (): Promise<Date | undefined> => {
    looking = looking.then(look).catch((error: unknown) => {
      say(`The clock could not be looked after: ${wordsOf(error)}`, 'warn');
      return undefined;
    });
    return looking;
  };

  void believed();
  const rounds = setInterval(() => void believed(), LOOK_EVERY_MS).unref();
  return {
    believed,
    stop: async () => {
      clearInterval(rounds);
      await looking;
    },
  };
};
