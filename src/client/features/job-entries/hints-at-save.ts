import { type EntryStat, ownNumbers } from '#shared/domain/entry-stats.ts';
import { countSeasons } from '#shared/domain/find-hints.ts';
import type { Hint, HintKind } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { hintsOf, openHints, statsByKey } from '#shared/domain/hints.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry, JobEntryInput } from '#shared/domain/job-entry.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { type CalendarDate, seasonOf } from '#shared/lib/dates.ts';

type Entry = HintedEntry & Pick<JobEntry, 'jobId' | 'hintsAccepted'>;

/** More are read by nobody. */
const MOST = 2;
/** What is not there yet is perhaps filled in next. */
const LACKS: readonly HintKind[] = ['noHours', 'noFuel'];
/** Later than every entry of this device: of two that contradict each other, the one in hand is hinted at. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** The form, as it would be saved now. */
export interface Noted {
  readonly body: JobEntryInput;
  /** The entry that is changed; null: a new one. */
  readonly entry: Entry | null;
  readonly jobId: number;
  readonly customerId: number;
  readonly userId: number;
}

/** What this device knows. */
export interface KnownHere {
  readonly today: CalendarDate;
  /** The moment at which it would be saved. */
  readonly now: string;
  readonly seasonStart: CalendarDate | null;
  /** All entries of its day. */
  readonly sameDay: readonly Entry[];
  /** All entries of its job. */
  readonly ofJob: readonly Entry[];
  readonly job: { readonly createdAt: string } | undefined;
  readonly stats: readonly EntryStat[];
  readonly fields: readonly CustomDataField[];
  /** The data fields of its service. */
  readonly fieldIds: readonly number[];
}

/** Whoever saves an entry is later than whatever is here, whatever this device's clock says. */
const savedAt = ({ now, sameDay }: KnownHere): string =>
  sameDay.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), now);

const entryOf = ({ body, entry, jobId, customerId, userId }: Noted, known: KnownHere): Entry => ({
  id: entry?.id ?? NEWEST,
  createdAt: entry?.createdAt ?? savedAt(known),
  createdBy: entry ? entry.createdBy : userId,
  jobId,
  customerId,
  serviceTypeId: body.serviceTypeId,
  date: body.date,
  season: seasonOf(body.date, known.seasonStart),
  equipmentIds: body.equipmentIds ?? entry?.equipmentIds ?? [],
  operatorIds: body.operatorIds ?? entry?.operatorIds ?? [],
  totalHours: body.totalHours ?? null,
  fuel: body.fuel ?? null,
  loads: body.loads ?? null,
  customFieldValues: body.customFieldValues ?? {},
  spans: body.spans ?? entry?.spans ?? [],
  hintsAccepted: body.hintsAccepted ?? entry?.hintsAccepted ?? [],
});

export interface HintsAtSave {
  /** As it would be saved. */
  readonly entry: HintedEntry;
  readonly hints: readonly Hint[];
}

/** What looks like a slip in what is about to be saved, the strongest first: at most two that nobody accepted. */
export const hintsAtSave = (noted: Noted, known: KnownHere): HintsAtSave => {
  const { today, sameDay, ofJob, job, stats, fields, fieldIds } = known;
  const entry = entryOf(noted, known);
  const others = ofJob.filter(({ id }) => id !== entry.id);
  const found = hintsOf(entry, {
    today,
    sameDay,
    job: job && { createdAt: job.createdAt, seasons: countSeasons([...others, entry]).get(entry.jobId) ?? new Map<string, number>() },
    stats: statsByKey(stats),
    own: ownNumbers(fields),
    offersHours: fields.some((field) => columnOf(field) === 'totalHours' && fieldIds.includes(field.id)),
  });
  const open = openHints(found, entry.hintsAccepted).filter(({ kind }) => !LACKS.includes(kind));
  return { entry, hints: open.slice(0, MOST) };
};
