import { setTimeout as rest } from 'node:timers/promises';
import { ownNumbers, statsOf } from '#shared/domain/entry-stats.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { judgeDays } from '#server/commands/judge-days.ts';
import type { Context } from '#server/context.ts';
import { forgetHints, listHintedFields } from '#server/data/entry-hints.ts';
import { listCounted, writeStats } from '#server/data/entry-stats.ts';
import {
  CHANGES_AT_ONCE,
  type FollowedChanges,
  listDaysAfter,
  listFollowedChanges,
  listTouchedDays,
  listUncheckedBefore,
  UNCHECKED_AT_ONCE,
} from '#server/data/followed-changes.ts';
import {
  beginProgress,
  listLagging,
  lockStanding,
  type Progress,
  readStanding,
  saveProgress,
  type Standing,
} from '#server/data/hint-progress.ts';
import { renewAllIncomplete, renewIncomplete, renewIncompleteOf, servicesThatAskFor } from '#server/data/incomplete-entries.ts';
import { listOrganizationIds } from '#server/data/retention.ts';
import { todayIn, todayOf } from '#server/data/today.ts';
import type { Database } from '#server/db/database.ts';

// Hints of entries, the figures that they compare with, and which entries are incomplete follow an organization's numbered changes: a write
// costs nothing more, and whoever asks for them lets them catch up first (decision 0064).

type Followed = Pick<Context, 'db' | 'orgId'>;

/** With more changes than that everything is made anew instead. */
const MOST_FOLLOWED = 20_000;
/** Figures are made anew when so great a part of what they were made of has changed: of 500 entries, 20. */
const STALE_PART = 25;

/** Later than every day. */
const ALL_DAYS = 'infinity';

const isCaughtUp = ({ last, forgotten, progress }: Standing): boolean =>
  progress !== null && progress.counted !== null && progress.seq === last && progress.seq >= forgotten;

/** Makes the figures from the newest entries, and returns of how many. */
const makeStats = async (ctx: Followed): Promise<number> => {
  const entries = await listCounted(ctx);
  await writeStats(ctx, statsOf(entries, ownNumbers(await listHintedFields(ctx))));
  return entries.length;
};

/**
 * Judges the days before one that have unchecked entries of unbilled jobs, as many as are looked at together. Returns before which day it
 * goes on; null: no others are left.
 */
const judgeUnchecked = async (ctx: Followed, today: CalendarDate, before: CalendarDate): Promise<CalendarDate | null> => {
  const entries = await listUncheckedBefore(ctx, before);
  const days = entries.filter(({ isUnbilled }) => isUnbilled).map(({ date }) => date);
  // The last day may have more, which were not looked at. It is judged as a whole.
  const last = entries.length < UNCHECKED_AT_ONCE ? undefined : entries.at(-1)?.date;
  await judgeDays(ctx, today, last === undefined ? days : [...days, last]);
  return last ?? null;
};

/** Everything anew: the first time, and after changes that are forgotten or too many. */
const beginAnew = async (ctx: Followed, { last }: Standing, today: CalendarDate): Promise<Progress> => {
  await ctx.db.patient();
  await forgetHints(ctx);
  await renewAllIncomplete(ctx);
  const counted = await makeStats(ctx);
  return { seq: last, counted, changedEntries: 0, day: today, unjudgedBefore: ALL_DAYS };
};

const followIncomplete = async (ctx: Followed, { ids }: FollowedChanges): Promise<void> => {
  const { job_entry: entries = [], service_type: services = [], custom_data_field: fields = [] } = ids;
  if (entries.length > 0) {
    await renewIncomplete(ctx, entries);
  }
  const asking = fields.length === 0 ? [] : await servicesThatAskFor(ctx, fields);
  if (services.length + asking.length > 0) {
    await renewIncompleteOf(ctx, [...new Set([...services, ...asking])]);
  }
};

const followChanges = async (
  ctx: Followed,
  { last, progress }: Standing & { progress: Progress },
  today: CalendarDate,
): Promise<Progress> => {
  const changes = await listFollowedChanges(ctx, progress.seq);
  const { job_entry: entries = [], service_type: services = [], custom_data_field: fields = [] } = changes.ids;
  await followIncomplete(ctx, changes);
  const changedEntries = progress.changedEntries + entries.length;
  const counted = progress.counted ?? 0;
  const isStale = fields.length > 0 || (changedEntries > 0 && changedEntries * STALE_PART >= counted);
  const fresh = isStale ? { counted: await makeStats(ctx), changedEntries: 0 } : { counted, changedEntries };
  if (entries.length > 0) {
    await judgeDays(ctx, today, await listTouchedDays(ctx, entries, changes.since));
  }
  const isOtherwise = fields.length + services.length > 0;
  if (isStale && !isOtherwise && progress.unjudgedBefore === null) {
    // What is usual moves slowly: the newest are judged by it at once, others when they change.
    await judgeUnchecked(ctx, today, ALL_DAYS);
  }
  const unjudgedBefore = isOtherwise || (isStale && progress.unjudgedBefore !== null) ? ALL_DAYS : progress.unjudgedBefore;
  // Numbers may leap: a change for each of them is not to be expected.
  const seq = changes.count < CHANGES_AT_ONCE ? Math.max(last, changes.last ?? 0) : (changes.last ?? last);
  return { ...progress, ...fresh, seq, unjudgedBefore };
};

/** Dates are no longer ahead once their day has come, and one day less until then. */
const followDay = async (ctx: Followed, progress: Progress, today: CalendarDate): Promise<Progress> => {
  const { day } = progress;
  await judgeDays(ctx, today, await listDaysAfter(ctx, day !== null && day < today ? day : today));
  return { ...progress, day: today };
};

/** One portion of what is left to do; null: nothing is. */
const nextPortion = async (ctx: Followed, standing: Standing & { progress: Progress }, today: CalendarDate): Promise<Progress | null> => {
  const { last, forgotten, progress } = standing;
  if (progress.counted === null || progress.seq > last || progress.seq < forgotten || last - progress.seq > MOST_FOLLOWED) {
    return beginAnew(ctx, standing, today);
  }
  if (progress.day !== today) {
    return followDay(ctx, progress, today);
  }
  if (progress.seq < last) {
    return followChanges(ctx, standing, today);
  }
  return progress.unjudgedBefore === null
    ? null
    : { ...progress, unjudgedBefore: await judgeUnchecked(ctx, today, progress.unjudgedBefore) };
};

/** Whether the process had the organization to itself, and whether something is left. */
type Outcome = 'busy' | 'more' | 'done';

const followOnce = (db: Database, orgId: number, today: CalendarDate): Promise<Outcome> =>
  db.transaction(async (inside) => {
    const standing = await lockStanding(inside, orgId);
    if (!standing) {
      return 'busy';
    }
    const next = await nextPortion({ db: inside, orgId }, standing, today);
    if (next === null) {
      return 'done';
    }
    await saveProgress(inside, orgId, next);
    return 'more';
  }, orgId);

interface Bounds {
  /** How much may be done, in portions of some hundred entries. */
  readonly portions: number;
  /** How often to try again while another process is at it. */
  readonly tries?: number;
  /** Called between two portions; false: enough. */
  readonly goOn?: () => Promise<boolean>;
}

/** One portion takes no longer, unless it is a large one. */
const TRY_AGAIN_MS = 20;

/**
 * Lets hints, figures and incomplete entries catch up with the organization's changes; returns whether they include all of them. Does
 * nothing while another process is at it.
 */
export const followHints = async (
  db: Database,
  orgId: number,
  today: CalendarDate,
  { portions, tries = 0, goOn }: Bounds,
): Promise<boolean> => {
  let standing = await readStanding(db, orgId);
  if (standing !== undefined && standing.progress === null) {
    await beginProgress(db, orgId);
    standing = await readStanding(db, orgId);
  }
  const isDone = (one: Standing): boolean => isCaughtUp(one) && one.progress?.day === today && one.progress.unjudgedBefore === null;
  let triesLeft = tries;
  for (let left = portions; left > 0 && standing !== undefined && !isDone(standing); left -= 1) {
    const outcome = await followOnce(db, orgId, today);
    if (outcome === 'busy') {
      triesLeft -= 1;
      if (triesLeft < 0) {
        break;
      }
      left += 1;
      await rest(TRY_AGAIN_MS);
    }
    standing = await readStanding(db, orgId);
    if (outcome === 'done' || (goOn && !(await goOn()))) {
      break;
    }
  }
  return standing !== undefined && isCaughtUp(standing);
};

interface Round {
  readonly db: Database;
  readonly now: () => Date;
  /** Called between two portions; false: enough. */
  readonly goOn: () => Promise<boolean>;
}

/** Of one round; the rest waits for the next. */
const ORGANIZATIONS = 50;
const PORTIONS = 100;

const followEach = async ({ db, now, goOn }: Round, orgIds: readonly number[]): Promise<void> => {
  for (const id of orgIds) {
    await followHints(db, id, await todayIn(db, id, now), { portions: PORTIONS, goOn });
    if (!(await goOn())) {
      return;
    }
  }
};

/** Lets organizations with new changes catch up. Safe in several processes at once. */
export const followLagging = async (round: Round): Promise<void> => followEach(round, await listLagging(round.db, ORGANIZATIONS));

/** The same for all organizations: the date of some has changed since. */
export const followDays = async (round: Round): Promise<void> => followEach(round, await listOrganizationIds(round.db));

/** What a call that asks for hints may take: enough for whatever was just written. */
const WHILE_ASKED = { portions: 4, tries: 5 };

/** Lets them catch up as far as a call can wait for; returns whether they include everything. */
export const catchUp = (ctx: Pick<Context, 'db' | 'orgId' | 'now' | 'timeZone'>): Promise<boolean> =>
  followHints(ctx.db, ctx.orgId, todayOf(ctx), WHILE_ASKED);
