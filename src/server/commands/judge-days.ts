import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { ownNumbers } from '#shared/domain/entry-stats.ts';
import { hintFinder } from '#shared/domain/find-hints.ts';
import type { Hint } from '#shared/domain/hint.ts';
import { openHints, statsByKey } from '#shared/domain/hints.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import {
  type EntryHints,
  type JudgedEntry,
  listEntriesBeside,
  listEntriesOfDays,
  listHintedFields,
  listJobFacts,
  listStoredHints,
  servicesThatOffer,
  writeHints,
} from '#server/data/entry-hints.ts';
import { listStats } from '#server/data/entry-stats.ts';
import { todayOf } from '#server/data/today.ts';

type Followed = Pick<Context, 'db' | 'orgId'>;

/** So many days are read together; between two goes the program does other work. */
const DAYS_AT_ONCE = 20;

/** Of a day with more entries none is compared with the others: no company works so much, and each would be compared with all. */
const MOST_COMPARED = 1000;
/** So many are judged in one go. */
const ENTRIES_AT_ONCE = 250;

const comparable = (entries: readonly JudgedEntry[]): JudgedEntry[] => {
  const counts = new Map<CalendarDate, number>();
  for (const { date } of entries) {
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return entries.filter(({ date }) => (counts.get(date) ?? 0) <= MOST_COMPARED);
};

/** The open hints of these entries; `sameDays` has at least all entries of their days. */
const judge = async (
  ctx: Followed,
  today: CalendarDate,
  entries: readonly JudgedEntry[],
  sameDays: readonly JudgedEntry[],
): Promise<EntryHints[]> => {
  const serviceIds = [...new Set(entries.map(({ serviceTypeId }) => serviceTypeId))];
  const fields = await listHintedFields(ctx);
  const hours = fields.filter((field) => columnOf(field) === 'totalHours').map(({ id }) => id);
  const jobs = await listJobFacts(ctx, [...new Set(entries.map(({ jobId }) => jobId))]);
  const find = hintFinder({
    today,
    entries: comparable(sameDays),
    own: ownNumbers(fields),
    stats: statsByKey(await listStats(ctx, serviceIds)),
    jobs: new Map(jobs.map((job) => [job.id, job])),
    seasonsOfJobs: new Map(jobs.map(({ id, seasons }) => [id, new Map(Object.entries(seasons))])),
    hourServices: new Set(await servicesThatOffer(ctx, serviceIds, hours)),
  });
  const judged: EntryHints[] = [];
  for (const [place, entry] of entries.entries()) {
    if (place % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) {
      await turnOfOthers();
    }
    judged.push({ entryId: entry.id, date: entry.date, hints: openHints(find(entry), entry.hintsAccepted) });
  }
  return judged;
};

/** The same however the database orders an object's fields. */
const written = (hints: readonly Hint[]): string =>
  JSON.stringify(hints.map((hint) => Object.entries(hint).sort(([one], [other]) => (one < other ? -1 : 1))));

const judgeTogether = async (ctx: Followed, today: CalendarDate, days: readonly CalendarDate[]): Promise<void> => {
  const stored = new Map((await listStoredHints(ctx, days)).map((each) => [each.entryId, each]));
  const entries = await listEntriesOfDays(ctx, days);
  const found = (entries.length === 0 ? [] : await judge(ctx, today, entries, entries)).filter(({ hints }) => hints.length > 0);
  const isStored = ({ entryId, date, hints }: EntryHints): boolean => {
    const before = stored.get(entryId);
    return before !== undefined && before.date === date && written(before.hints) === written(hints);
  };
  const hinted = new Set(found.map(({ entryId }) => entryId));
  const changed = found.filter((each) => !isStored(each));
  const gone = [...stored.keys()].filter((id) => !hinted.has(id));
  if (changed.length > 0 || gone.length > 0) {
    await writeHints(ctx, changed, gone);
  }
};

/** Judges all entries of these days and stores their open hints, in the caller's transaction. Writes only what differs. */
export const judgeDays = async (ctx: Followed, today: CalendarDate, days: readonly CalendarDate[]): Promise<void> => {
  const each = [...new Set(days)];
  for (let at = 0; at < each.length; at += DAYS_AT_ONCE) {
    await judgeTogether(ctx, today, each.slice(at, at + DAYS_AT_ONCE));
  }
};

/** The open hints of an entry as it is now, the strongest first. */
export const hintsOfEntry = async (ctx: Context, id: number): Promise<readonly Hint[]> => {
  const sameDay = await listEntriesBeside(ctx, id);
  const entry = sameDay.find((each) => each.id === id);
  if (!entry) {
    throw refusal('not_found', 'notFound', { what: { term: 'Job entry' } });
  }
  const [judged] = await judge(ctx, todayOf(ctx), [entry], sameDay);
  return judged?.hints ?? [];
};
