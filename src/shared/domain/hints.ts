import { dayHints, LONGEST_ENTRY } from '#shared/domain/day-hints.ts';
import { ANY_MACHINE, type EntryStat, LEAST_VALUES, type Measure, measuresOf } from '#shared/domain/entry-stats.ts';
import type { FieldSummary } from '#shared/domain/field-summary.ts';
import { type Hint, HINT_KINDS, type HintKind } from '#shared/domain/hint.ts';
import { type HintedEntry, idsOf, isLater, plain } from '#shared/domain/hinted-entry.ts';

// Hints: what looks like a slip. They never refuse, never change a number, and say nothing about money (docs/decisions/0064).

/** What hints are judged by, beside the entry. */
export interface HintContext {
  /** The organization's day. */
  readonly today: string;
  /** Other entries of the same date; the entry itself may be among them. */
  readonly sameDay: readonly HintedEntry[];
  /** Its job: when it was made, and how many entries it has in each season, this one included. */
  readonly job: { readonly createdAt: string; readonly seasons: ReadonlyMap<string, number> } | undefined;
  readonly stats: StatsByKey;
  readonly own: ReadonlyMap<string, FieldSummary>;
  /** Whether its service offers Hours. */
  readonly offersHours: boolean;
}

export type StatsByKey = ReadonlyMap<string, EntryStat>;

const statKey = (equipmentId: number, serviceTypeId: number, measure: string): string => `${equipmentId} ${serviceTypeId} ${measure}`;

/** The figures of `statsOf` as hints look them up. */
export const statsByKey = (stats: readonly EntryStat[]): StatsByKey =>
  new Map(stats.map((stat) => [statKey(stat.equipmentId, stat.serviceTypeId, stat.measure), stat]));

/** So many times the usual, or so small a part of it, is unlike what was before. Tried against 2,800 planted slips (decision 0064). */
const FACTOR = 4;
const EARLIEST_BEFORE_JOB_DAYS = 60;
/** So many other entries of a job make its season. */
const LEAST_OF_SEASON = 3;
/** From this share on, a machine's entries always have the number. */
const ALWAYS = 0.95;
const RARELY = 0.8;

const DAY_MS = 86_400_000;

const isUnlike = (value: number, usual: number): boolean => value > usual * FACTOR || value < usual / FACTOR;

const othersOf = (entry: HintedEntry, { sameDay }: HintContext): HintedEntry[] =>
  sameDay.filter(({ id, date }) => id !== entry.id && date === entry.date);

/** What is usual for a measure: of the machine, or else of the service. */
const statFor = (entry: HintedEntry, measure: Measure, { stats }: HintContext): { stat: EntryStat; isOfService: boolean } | undefined => {
  const own = stats.get(statKey(entry.equipmentIds[0] ?? ANY_MACHINE, entry.serviceTypeId, measure));
  if (own && own.n >= LEAST_VALUES) {
    return { stat: own, isOfService: false };
  }
  const ofService = stats.get(statKey(ANY_MACHINE, entry.serviceTypeId, measure));
  return ofService && ofService.n >= LEAST_VALUES ? { stat: ofService, isOfService: true } : undefined;
};

/** Without the noise of binary fractions: 1240 / 10, 3.8 * 10. */
const moved = (value: number, factor: number): number => Number((value * factor).toPrecision(12));

interface Judged {
  readonly measure: Measure;
  readonly value: number;
  readonly isPerHour: boolean;
  readonly stat: EntryStat;
  readonly isOfService: boolean;
}

/** Typed without its point (38.0 as 380, 2.50 as 250), or with one too many. */
const SLIPS = [0.1, 10, 0.01];

/** The number that was probably meant, if one that slipped like this would be usual. */
const suggestionFor = ({ measure, value }: Judged, usual: number): number | null => {
  const most = measure === 'totalHours' ? LONGEST_ENTRY : Infinity;
  return SLIPS.map((slip) => moved(value, slip)).find((other) => other <= most && !isUnlike(other, usual)) ?? null;
};

const numberHint = (judged: Judged, usual: number): Hint => {
  const { measure, value, stat, isOfService } = judged;
  const suggestion = suggestionFor(judged, usual);
  const kind = suggestion === null ? 'unlikeBefore' : 'decimalSlip';
  return { ...plain, kind, measure, value, usual, count: stat.n, isOfService, suggestion, others: [] };
};

/** How many times one number is the other, whichever is greater. */
const apart = (one: number, other: number): number => Math.abs(Math.log(one / other));

/** Hours that were probably meant, if those that were noted are unlike all before and the other numbers do not speak for them. */
const hoursMeant = (noted: Judged, perHour: readonly Judged[]): number | undefined => {
  const { value, stat } = noted;
  if (!isUnlike(value, stat.median)) {
    return undefined;
  }
  const meant = suggestionFor(noted, stat.median) ?? stat.median;
  const speakForNoted = perHour.filter((each) => apart(each.value, each.stat.median * value) < apart(each.value, each.stat.median * meant));
  return speakForNoted.length * 2 > perHour.length ? undefined : meant;
};

const numberHints = (entry: HintedEntry, context: HintContext): Hint[] => {
  const judged = measuresOf(entry, context.own).flatMap((each): Judged[] => {
    const known = statFor(entry, each.measure, context);
    return known ? [{ ...each, ...known }] : [];
  });
  const noted = judged.find(({ measure }) => measure === 'totalHours');
  const meant =
    noted &&
    hoursMeant(
      noted,
      judged.filter(({ isPerHour }) => isPerHour),
    );
  const hours = entry.totalHours ?? 0;
  const others = judged.flatMap((each): Hint[] => {
    if (each === noted) {
      return [];
    }
    const usualAt = (time: number): number => each.stat.median * (each.isPerHour ? time : 1);
    // One slip, one hint: what fits the hours that were meant is no slip of its own.
    const isSlip = isUnlike(each.value, usualAt(hours)) && (meant === undefined || isUnlike(each.value, usualAt(meant)));
    return isSlip ? [numberHint(each, usualAt(hours))] : [];
  });
  return noted && meant !== undefined ? [numberHint(noted, noted.stat.median), ...others] : others;
};

const isSameOrEmpty = (one: unknown, other: unknown): boolean =>
  one === other || one === null || one === undefined || other === null || other === undefined;

/** Whether two entries of one day tell of the same work: nothing speaks against it, and a number for it. */
const isSameWork = (entry: HintedEntry, other: HintedEntry, own: ReadonlyMap<string, FieldSummary>): boolean => {
  if (entry.serviceTypeId !== other.serviceTypeId || entry.customerId !== other.customerId) {
    return false;
  }
  const isShared =
    entry.equipmentIds.length === 0 && other.equipmentIds.length === 0
      ? entry.operatorIds.some((id) => other.operatorIds.includes(id))
      : entry.equipmentIds.some((id) => other.equipmentIds.includes(id));
  const numbers: (readonly [unknown, unknown])[] = [
    [entry.totalHours, other.totalHours],
    [entry.fuel, other.fuel],
    [entry.loads, other.loads],
    ...[...own.keys()].map((name) => [entry.customFieldValues[name], other.customFieldValues[name]] as const),
  ];
  return (
    isShared &&
    numbers.every(([mine, theirs]) => isSameOrEmpty(mine, theirs)) &&
    numbers.some(([mine, theirs]) => typeof mine === 'number' && mine > 0 && mine === theirs)
  );
};

const duplicateHint = (same: readonly HintedEntry[]): Hint[] =>
  same.length === 0 ? [] : [{ ...plain, kind: 'duplicate', value: same.length, others: idsOf(same) }];

const dateHints = (entry: HintedEntry, { today, job }: HintContext): Hint[] => {
  if (entry.date > today) {
    return [{ ...plain, kind: 'future', value: Math.round((Date.parse(entry.date) - Date.parse(today)) / DAY_MS), others: [] }];
  }
  if (!job) {
    return [];
  }
  const before = Math.floor((Date.parse(job.createdAt) - Date.parse(entry.date)) / DAY_MS);
  // Past work that was brought in from elsewhere came with its job.
  const isOnOldJob = Date.parse(entry.createdAt) - Date.parse(job.createdAt) > DAY_MS;
  if (before > EARLIEST_BEFORE_JOB_DAYS && isOnOldJob) {
    return [{ ...plain, kind: 'beforeJob', value: before, others: [] }];
  }
  const rest = [...job.seasons].filter(([season]) => season !== entry.season);
  const [only] = rest;
  const isAlone = (job.seasons.get(entry.season) ?? 1) <= 1;
  return isAlone && rest.length === 1 && only && only[1] >= LEAST_OF_SEASON
    ? [{ ...plain, kind: 'otherSeason', value: Number(only[0]), others: [] }]
    : [];
};

const lackHints = (entry: HintedEntry, context: HintContext): Hint[] => {
  const { totalHours, fuel } = entry;
  const share = (measure: 'totalHours' | 'fuel'): number | undefined => {
    const stat = context.stats.get(statKey(entry.equipmentIds[0] ?? ANY_MACHINE, entry.serviceTypeId, measure));
    return stat && stat.of >= LEAST_VALUES ? stat.n / stat.of : undefined;
  };
  if (fuel !== null && fuel > 0 && (totalHours ?? 0) === 0) {
    const isUsual = totalHours === 0 || (context.offersHours && (share('totalHours') ?? 1) >= RARELY);
    return isUsual ? [{ ...plain, kind: 'noHours', measure: 'totalHours', value: 0, others: [] }] : [];
  }
  const isMissing = totalHours !== null && totalHours > 0 && fuel === null && (share('fuel') ?? 0) >= ALWAYS;
  return isMissing ? [{ ...plain, kind: 'noFuel', measure: 'fuel', value: 0, others: [] }] : [];
};

/**
 * What looks like a slip in an entry, the strongest first: a function of the entries alone, so that device and server say the same, in
 * whatever order they came. Includes what was accepted (`openHints`).
 */
export const hintsOf = (entry: HintedEntry, context: HintContext): Hint[] => {
  const others = othersOf(entry, context);
  const same = others.filter((other) => isLater(entry, other) && isSameWork(entry, other, context.own));
  const { totalHours } = entry;
  const tooLong: Hint[] =
    totalHours !== null && totalHours > LONGEST_ENTRY
      ? [{ ...plain, kind: 'tooLong', measure: 'totalHours', value: totalHours, others: [] }]
      : [];
  // 25 hours are too many, whatever is usual; the way back is the same.
  const numbers = numberHints(entry, context);
  const slip = numbers.find(({ measure }) => measure === 'totalHours');
  const ofHours = tooLong.map((found) => ({
    ...found,
    suggestion: slip?.suggestion ?? null,
    usual: slip?.usual ?? null,
    count: slip?.count ?? null,
  }));
  const found = [
    ...ofHours,
    ...duplicateHint(same),
    ...numbers.filter(({ measure }) => tooLong.length === 0 || measure !== 'totalHours'),
    // What was logged twice makes no day longer.
    ...dayHints(
      entry,
      others.filter((other) => !same.includes(other)),
    ),
    ...dateHints(entry, context),
    ...lackHints(entry, context),
  ];
  return found.sort((one, other) => HINT_KINDS.indexOf(one.kind) - HINT_KINDS.indexOf(other.kind));
};

/** Under what a person says that it is right: with the number, so that another number is hinted at again. */
export const hintKey = ({ kind, measure, value }: Pick<Hint, 'kind' | 'measure' | 'value'>): string => `${kind}:${measure ?? ''}:${value}`;

/** What is usual changes: a number that looked like a slip of its decimal point may be merely unlike the others by now. */
const OF_NUMBERS: readonly HintKind[] = ['decimalSlip', 'unlikeBefore'];

/** The hints that nobody has accepted. */
export const openHints = (hints: readonly Hint[], accepted: readonly string[] = []): Hint[] =>
  hints.filter((each) => {
    const kinds = OF_NUMBERS.includes(each.kind) ? OF_NUMBERS : [each.kind];
    return !kinds.some((kind) => accepted.includes(hintKey({ ...each, kind })));
  });
