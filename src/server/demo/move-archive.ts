import { addDays, DAY_MS, daysBetween, isoMoment, seasonOf, type CalendarDate } from '#shared/lib/dates.ts';
import { type ArchiveFiles, rowsIn, setRows } from '#server/demo/archive-files.ts';

/** JSON strings that are a date or a timestamp and nothing else. */
const DAY_OR_MOMENT = /"(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?"/g;

type Row = Record<string, unknown>;

/** The export's new creation time. */
export interface Moved {
  /** The day on which its work ends. */
  readonly today: CalendarDate;
  /** Nothing in it happened later. */
  readonly now: Date;
  /** IANA name of the zone where it is that day. */
  readonly timeZone: string;
}

/**
 * Shifts timestamps by a number of days. The last day may have just begun here: what would lie after `now` moves into the 24 hours before
 * it, along with what is there already, in the same order.
 */
const momentsOn = (days: number, exportedAt: string, now: Date): ((moment: string) => string) => {
  const latest = Date.parse(exportedAt) + days * DAY_MS;
  const from = now.getTime() - DAY_MS;
  const pace = latest > now.getTime() ? DAY_MS / (latest - from) : 1;
  return (moment) => {
    const at = Date.parse(moment) + days * DAY_MS;
    return isoMoment(Math.floor(at <= from ? at : from + (at - from) * pace));
  };
};

/** Every date and every timestamp in the lists. */
const moveDates = ({ files, manifest }: ArchiveFiles, { today, now }: Moved): void => {
  const days = daysBetween(manifest.exportedAt.slice(0, 10), today);
  const momentOn = momentsOn(days, manifest.exportedAt, now);
  // The same dates recur often, timestamps seldom.
  const known = new Map<string, string>();
  const dayOn = (day: string): string => {
    const moved = known.get(day) ?? addDays(day, days);
    known.set(day, moved);
    return moved;
  };
  for (const [path, bytes] of files) {
    if (path.endsWith('.ndjson')) {
      const moved = String(bytes).replace(DAY_OR_MOMENT, (_, day: string, time?: string) =>
        JSON.stringify(time === undefined ? dayOn(day) : momentOn(`${day}${time}`)),
      );
      files.set(path, Buffer.from(moved));
    }
  }
  manifest.exportedAt = momentOn(manifest.exportedAt);
};

const isAbout = (entityType: string, row: Row): boolean => row['entityType'] === entityType;

/** An audit item's values, before and after, changed. */
const withChanges = (item: Row, change: (side: Row) => Row): Row => {
  const sides = Object.entries(item['changes'] as Row).map(([name, side]) => [name, side === null ? null : change(side as Row)]);
  return { ...item, changes: Object.fromEntries(sides) as Row };
};

/** A company's season begins on the same day of any year: that day stays, and entries get the seasons that result. */
const moveSeasons = (archive: ArchiveFiles, seasonStart: CalendarDate | null, timeZone: string): void => {
  const [organization = {}] = rowsIn(archive, 'organization');
  const begun = seasonStart && `${String(organization['createdAt']).slice(0, 4)}${seasonStart.slice(4)}`;
  const entryOf = (row: Row): Row => ('season' in row ? { ...row, season: seasonOf(String(row['date']), begun) } : row);
  const organizationOf = (row: Row): Row => ('seasonStartDate' in row ? { ...row, seasonStartDate: begun } : row);
  setRows(archive, 'organization', [{ ...organizationOf(organization), timeZone }]);
  setRows(archive, 'jobEntries', rowsIn(archive, 'jobEntries').map(entryOf));
  const items = rowsIn(archive, 'auditLogs').map((item) => {
    const about = isAbout('job_entry', item) ? entryOf : isAbout('organization', item) ? organizationOf : undefined;
    return about ? withChanges(item, about) : item;
  });
  setRows(archive, 'auditLogs', items);
};

/** Billing records are numbered in each year, so in other years they get other numbers, in their existing order. */
const moveNumbers = (archive: ArchiveFiles): void => {
  const records = rowsIn(archive, 'billingRecords');
  const lasts = new Map<number, number>();
  const places = new Map<unknown, { readonly year: number; readonly number: number }>();
  const inOrder = records.toSorted((a, b) => Number(a['year']) - Number(b['year']) || Number(a['number']) - Number(b['number']));
  for (const { id, issuedOn } of inOrder) {
    const year = Number(String(issuedOn).slice(0, 4));
    const number = (lasts.get(year) ?? 0) + 1;
    lasts.set(year, number);
    places.set(id, { year, number });
  }
  const itemOf = (item: Row): Row => {
    const place = isAbout('billing_record', item) ? places.get(item['entityId']) : undefined;
    const numbered = (side: Row): Row => ('number' in side ? { ...side, ...place } : side);
    return place ? withChanges({ ...item, subject: `${place.year}-${place.number}` }, numbered) : item;
  };
  setRows(
    archive,
    'billingRecords',
    records.map((record) => ({ ...record, ...places.get(record['id']) })),
  );
  // All are in the range of bills.
  const [range] = rowsIn(archive, 'billingNumbers');
  setRows(
    archive,
    'billingNumbers',
    [...lasts].map(([year, last]) => ({ ...range, year, last })),
  );
  setRows(archive, 'auditLogs', rowsIn(archive, 'auditLogs').map(itemOf));
};

/** Moves the whole export through time, so that its last day is `today`: every date, the seasons and the numbers of its bills. */
export const moveArchive = (archive: ArchiveFiles, moved: Moved): void => {
  const [organization] = rowsIn(archive, 'organization');
  const seasonStart = organization?.['seasonStartDate'] as CalendarDate | null;
  moveDates(archive, moved);
  moveSeasons(archive, seasonStart, moved.timeZone);
  moveNumbers(archive);
};
