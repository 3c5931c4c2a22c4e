import { DEFAULT_NOTICE_SETTINGS } from '#shared/domain/notice.ts';
import { quietUntil } from '#shared/domain/quiet-hours.ts';
import { DAY_MS } from '#shared/lib/dates.ts';
import type { NoticeRecipient, TakenNotice } from '#server/data/notices.ts';

/** What becomes of notices that were claimed for a browser. */
export interface Verdict {
  /** They are of no use any more. */
  readonly dropped: readonly TakenNotice[];
  /** They are sent now, unless `until` is set. */
  readonly wanted: readonly TakenNotice[];
  /** The end of the quiet hours; null: there are none. */
  readonly until: Date | null;
}

/** After a night and a day nobody needs to be told: the app shows what is open. */
const USEFUL_MS = 2 * DAY_MS;
/** A day of tries (`WAITS_MS`). */
export const MOST_TRIES = 26;

/**
 * Judges them by what holds now: the person's settings, the browser's clock, and which of the questions are still open. `recipient` is
 * undefined if there is nobody to tell any more. Of several about one entry the last counts.
 */
export const judgeNotices = (
  taken: readonly TakenNotice[],
  recipient: NoticeRecipient | undefined,
  asked: ReadonlySet<number>,
  now: Date,
): Verdict => {
  if (recipient === undefined) {
    return { dropped: taken, wanted: [], until: null };
  }
  const { kinds, quiet } = recipient.settings ?? DEFAULT_NOTICE_SETTINGS;
  const newest = new Map(taken.map((notice) => [notice.entryId, notice.id]));
  const isWanted = ({ id, kind, entryId, createdAt, tries }: TakenNotice): boolean =>
    kinds.includes(kind) &&
    asked.has(entryId) &&
    newest.get(entryId) === id &&
    tries <= MOST_TRIES &&
    now.getTime() - Date.parse(createdAt) < USEFUL_MS;
  const wanted = taken.filter(isWanted);
  return {
    dropped: taken.filter((notice) => !wanted.includes(notice)),
    wanted,
    until: wanted.length === 0 ? null : quietUntil(quiet, recipient.timeZone, now),
  };
};
