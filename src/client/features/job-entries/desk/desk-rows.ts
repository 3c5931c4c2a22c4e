import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { type EntryStat, ownNumbers } from '#shared/domain/entry-stats.ts';
import { hintFinder } from '#shared/domain/find-hints.ts';
import type { Hint } from '#shared/domain/hint.ts';
import { openHints, statsByKey } from '#shared/domain/hints.ts';
import type { Job } from '#shared/domain/job.ts';
import { missingOf } from '#shared/domain/missing.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import type { Entry } from '#client/data/covered-entries.ts';
import { writtenOn } from '#client/data/entry-reader.ts';
import { type HeldNumber, heldNumbers } from './desk-numbers.ts';

/** An entry as the desk shows it, with all that filters, orders and groups ask for. Rows of entries that did not change stay the same object. */
export interface DeskRow {
  readonly entry: Entry;
  readonly job: Job | undefined;
  /** Names of what its service asks for and it does not hold. */
  readonly missing: readonly string[];
  /** What looks like a slip and nobody has accepted. */
  readonly hints: readonly Hint[];
  readonly isBilled: boolean;
  readonly isChecked: boolean;
  readonly numbers: readonly HeldNumber[];
  /** What it is sorted by, beside its date and numbers. */
  readonly names: Readonly<Record<'operator' | 'service' | 'machine' | 'job', string>>;
  /** What words are looked for in. */
  readonly text: string;
  /** Tells it from an earlier state of the same entry, names included. */
  readonly mark: string;
}

/** What rows are made from. */
export interface DeskSources {
  readonly entries: readonly Entry[];
  readonly jobs: ReadonlyMap<number, Job>;
  readonly services: ReadonlyMap<number, ServiceType>;
  readonly fields: readonly CustomDataField[];
  readonly stats: readonly EntryStat[];
  readonly today: CalendarDate;
}

/** All rows by date, then as they were logged; and what they were made by. */
export interface DeskRowSet {
  readonly rows: readonly DeskRow[];
  readonly byId: ReadonlyMap<number, DeskRow>;
  readonly madeBy: string;
  readonly stats: readonly EntryStat[];
}

export const NO_ROWS: DeskRowSet = { rows: [], byId: new Map(), madeBy: '', stats: [] };

const namesOf = ({ operatorNames, serviceTypeName, equipmentNames, customerName, jobName }: Entry): DeskRow['names'] => ({
  operator: operatorNames.join(', '),
  service: serviceTypeName,
  machine: equipmentNames.join(', '),
  job: `${customerName}\n${jobName}`,
});

const textOf = (entry: Entry, { operator, service, machine, job }: DeskRow['names']): string =>
  [job, service, machine, operator].join('\n').toLowerCase().concat('\n', writtenOn(entry));

const markOf = (entry: Entry, names: DeskRow['names'], isBilled: boolean): string =>
  `${entry.version} ${entry.updatedAt} ${isBilled} ${names.operator}\n${names.service}\n${names.machine}\n${names.job}${
    // A waiting change has no version of its own.
    syncMark(entry) === undefined ? '' : JSON.stringify(entry)
  }`;

/** What rows depend on beside their entries. */
const madeByOf = ({ services, fields, today }: DeskSources): string =>
  JSON.stringify([today, [...services.values()].map(({ id, version }) => [id, version]), fields.map(({ id, version }) => [id, version])]);

interface Known {
  readonly entry: Entry;
  readonly names: DeskRow['names'];
  readonly isBilled: boolean;
  readonly mark: string;
  /** The last row, if it is of the same state. */
  readonly row: DeskRow | undefined;
}

/** Days and jobs of entries that came, changed or went: the hints of the others on them may be others, too. */
const touchedBy = (known: readonly Known[], before: DeskRowSet): { days: ReadonlySet<string>; jobs: ReadonlySet<number> } => {
  const [days, jobs] = [new Set<string>(), new Set<number>()];
  const touch = ({ date, jobId }: Entry): void => {
    days.add(date);
    jobs.add(jobId);
  };
  const ids = new Set<number>();
  for (const { entry, row } of known) {
    ids.add(entry.id);
    if (row === undefined) {
      touch(entry);
      const last = before.byId.get(entry.id);
      if (last) {
        touch(last.entry);
      }
    }
  }
  for (const { entry } of before.rows) {
    if (!ids.has(entry.id)) {
      touch(entry);
    }
  }
  return { days, jobs };
};

const inOrder = (one: DeskRow, other: DeskRow): number =>
  one.entry.date === other.entry.date ? one.entry.id - other.entry.id : one.entry.date < other.entry.date ? -1 : 1;

/** The rows of entries, with what they lack and what looks odd. Of the last ones those stay that nothing touched. */
export const deskRows = (sources: DeskSources, before: DeskRowSet): DeskRowSet => {
  const { entries, jobs, services, fields, stats, today } = sources;
  const madeBy = madeByOf(sources);
  const isSame = before.madeBy === madeBy && before.stats === stats;
  const known = entries.map((entry): Known => {
    const names = namesOf(entry);
    const isBilled = jobs.get(entry.jobId)?.status === 'billed';
    const mark = markOf(entry, names, isBilled);
    const last = before.byId.get(entry.id);
    return { entry, names, isBilled, mark, row: last?.mark === mark ? last : undefined };
  });
  const touched = touchedBy(known, before);
  const hoursField = fields.find((field) => columnOf(field) === 'totalHours');
  const hintsFor = hintFinder({
    today,
    entries,
    jobs,
    own: ownNumbers(fields),
    stats: statsByKey(stats),
    hourServices: new Set(
      [...services.values()].flatMap(({ id, customDataFieldIds }) =>
        hoursField && customDataFieldIds.includes(hoursField.id) ? [id] : [],
      ),
    ),
  });
  const made = known.map(({ entry, names, isBilled, mark, row }): DeskRow => {
    if (row && isSame && !touched.days.has(entry.date) && !touched.jobs.has(entry.jobId)) {
      return row;
    }
    const missing = missingOf(entry, services.get(entry.serviceTypeId), fields);
    // Copies from before hints existed have none that were accepted.
    const hints = openHints(hintsFor(entry), entry.hintsAccepted);
    if (row && JSON.stringify([row.missing, row.hints]) === JSON.stringify([missing, hints])) {
      return row;
    }
    return {
      entry,
      job: jobs.get(entry.jobId),
      missing,
      hints,
      isBilled,
      isChecked: Boolean(entry.checkedAt),
      numbers: heldNumbers(entry),
      names,
      text: textOf(entry, names),
      mark,
    };
  });
  const rows = made.sort(inOrder);
  return { rows, byId: new Map(rows.map((row) => [row.entry.id, row])), madeBy, stats };
};
