/** A backup, by its name and when it began. */
export interface Dated {
  readonly name: string;
  readonly startedAt: Date;
}

export interface Keep {
  /** Number of days, among those that have a backup, of which the last backup is kept; at least one. */
  readonly days: number;
  /** The same for months. */
  readonly months: number;
}

/** Whatever the rule says, one more than the last stays: that one may turn out to be damaged. */
const ALWAYS = 2;

const two = (number: number): string => String(number).padStart(2, '0');
const monthOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
const dayOf = (date: Date): string => `${monthOf(date)}-${two(date.getDate())}`;

/** The last of each of the newest periods; newest first. */
const lastOfEach = (newestFirst: readonly Dated[], periods: number, periodOf: (date: Date) => string): Dated[] => {
  const last = new Map<string, Dated>();
  for (const backup of newestFirst) {
    const period = periodOf(backup.startedAt);
    if (!last.has(period)) {
      last.set(period, backup);
    }
  }
  return [...last.values()].slice(0, periods);
};

export interface Kept {
  /** Oldest first. */
  readonly kept: readonly Dated[];
  /** Since this moment every moment can be restored; before it only the moment of each backup. Undefined: there is no backup. */
  readonly since: Dated | undefined;
}

/**
 * Which backups are kept. Days and months are those of this machine's time zone that have a backup, so that nothing goes because time
 * passed without one. A backup that was once not chosen is never chosen later, whatever is added.
 */
export const chooseKept = (backups: readonly Dated[], keep: Keep): Kept => {
  const newestFirst = backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || (a.name < b.name ? 1 : -1));
  const recent = new Set([...newestFirst.slice(0, ALWAYS), ...lastOfEach(newestFirst, keep.days, dayOf)]);
  const kept = new Set([...recent, ...lastOfEach(newestFirst, keep.months, monthOf)]);
  const oldestFirst = newestFirst.toReversed();
  return { kept: oldestFirst.filter((backup) => kept.has(backup)), since: oldestFirst.find((backup) => recent.has(backup)) };
};
