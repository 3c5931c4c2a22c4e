const MINUTE_MS = 60_000;

/** A time of day, in the time zone of the machine. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** An attempted backup of this epoch. */
export interface Tried {
  readonly startedAt: Date;
  /** Null: it is running, or its process died. */
  readonly finishedAt: Date | null;
  readonly isGood: boolean;
}

/** What determines when the next backup is due. */
export interface ScheduleFacts {
  /** Null: no scheduled backups. */
  readonly at: TimeOfDay | null;
  /** When this process began to serve. */
  readonly servingSince: Date;
  /** Newest first. */
  readonly tries: readonly Tried[];
  /** Whether there is any data to lose. */
  readonly hasData: boolean;
}

/** This long after a start: what has waited for the start may do so, too. */
const CATCH_UP_AFTER_MS = 5 * MINUTE_MS;
/** Nothing to recover from, although there is data to lose: a new version, or a restored backup. */
const UNPROTECTED_AFTER_MS = MINUTE_MS;
/** An installation that is only just being set up. */
const FIRST_AFTER_MS = 10 * MINUTE_MS;
const FIRST_RETRY_AFTER_MS = 30 * MINUTE_MS;
const RETRY_AFTER_MS = 60 * MINUTE_MS;

const later = (moment: Date, byMs: number): Date => new Date(moment.getTime() + byMs);
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * The first occurrence of the time of day after the moment. Each day has one: a time that daylight saving skips comes an hour later, one
 * that it repeats counts once.
 */
export const nextTimeOfDay = (after: Date, { hour, minute }: TimeOfDay): Date => {
  const onDay = (days: number) => new Date(after.getFullYear(), after.getMonth(), after.getDate() + days, hour, minute);
  return onDay(0) > after ? onDay(0) : onDay(1);
};

/**
 * When the next backup is due, possibly in the past; null: no scheduled backups. Attempts dated in the future, by a clock that ran ahead,
 * are ignored, or nothing would be backed up until then.
 */
export const nextBackup = ({ at, servingSince, tries, hasData }: ScheduleFacts, now: Date): Date | null => {
  if (at === null) {
    return null;
  }
  const past = tries.filter(({ startedAt }) => startedAt <= now);
  const lastGood = past.findIndex(({ isGood }) => isGood);
  const failed = past.slice(0, lastGood === -1 ? undefined : lastGood);
  const [lastFailed] = failed;
  if (lastFailed) {
    const ended = lastFailed.finishedAt ?? lastFailed.startedAt;
    const retryAt = later(ended > now ? lastFailed.startedAt : ended, failed.length === 1 ? FIRST_RETRY_AFTER_MS : RETRY_AFTER_MS);
    return laterOf(retryAt, later(servingSince, UNPROTECTED_AFTER_MS));
  }
  const good = past[lastGood];
  if (!good) {
    return later(servingSince, hasData ? UNPROTECTED_AFTER_MS : FIRST_AFTER_MS);
  }
  return laterOf(nextTimeOfDay(good.startedAt, at), later(servingSince, CATCH_UP_AFTER_MS));
};
