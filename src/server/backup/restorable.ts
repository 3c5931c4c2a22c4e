import { text as textOf } from 'node:stream/consumers';
import { type ClusterCopy, type Manifest, manifestName, parseManifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { listLogPieces, type LogPiece, reaches, spanOf } from '#server/backup/wal/log-pieces.ts';

/** A backup without its list of contents, which may be long, and the moments that can be restored from it. */
export interface Restorable extends Pick<Manifest, 'name' | 'startedAt' | 'verifiedAt'> {
  readonly kind: Manifest['database']['kind'];
  /** Of the PostgreSQL whose files they are; null: rows. */
  readonly major: string | null;
  readonly rows: number;
  readonly files: number;
  /** Uncompressed; unknown for rows. */
  readonly bytes: number;
  /** Of the write-ahead log that continues it. */
  readonly line: string | null;
  readonly from: Date;
  /** Not before `from`: the log reaches this far without a gap. */
  readonly to: Date;
}

/** The pieces of a line, which many backups share and a long season has many of: listed once. */
type Logs = (line: string) => Promise<readonly LogPiece[]>;

const logsOf = (store: BackupStore): Logs => {
  const known = new Map<string, Promise<readonly LogPiece[]>>();
  return (line) => {
    const log = known.get(line) ?? listLogPieces(store, line);
    known.set(line, log);
    return log;
  };
};

const endOf = async (logs: Logs, { wal }: ClusterCopy, from: Date): Promise<Date> => {
  const reached = spanOf(await logs(wal.line), wal.start);
  return reached.to !== null && reached.to > from && reaches(reached, wal.stop) ? reached.to : from;
};

const sumOf = (things: readonly { readonly bytes: number }[]): number => things.reduce((sum, { bytes }) => sum + bytes, 0);

const summaryOf = async (logs: Logs, { database, files, rows, ...manifest }: Manifest): Promise<Restorable> => {
  const { name, startedAt, verifiedAt, completeAt } = manifest;
  const from = new Date(completeAt);
  const common = {
    name,
    startedAt,
    verifiedAt,
    from,
    files: files.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  };
  if (database.kind === 'tables') {
    return { ...common, kind: 'tables', major: null, bytes: sumOf(files), line: null, to: from };
  }
  const { major, wal } = database;
  const bytes = sumOf(database.files) + sumOf(files);
  return { ...common, kind: 'cluster', major, bytes, line: wal.line, to: await endOf(logs, database, from) };
};

/** The list of contents of a backup. */
export const readManifest = async (store: BackupStore, name: string): Promise<Manifest> => {
  const bytes = await store.open(manifestName(name));
  if (bytes === undefined) {
    throw new Error(`The backup ${name} is no longer in ${store.place}. Take another one: npm run backups lists them.`);
  }
  return parseManifest(await textOf(bytes), manifestName(name));
};

/** Every backup of the store, oldest first. Only one list of contents is in memory at a time. */
export const findRestorable = async (store: BackupStore): Promise<Restorable[]> => {
  const names: string[] = [];
  for await (const kept of store.list('backups/')) {
    const [, name] = /^backups\/([^/]+)\/manifest\.json$/.exec(kept.name) ?? [];
    names.push(...(name === undefined ? [] : [name]));
  }
  const logs = logsOf(store);
  const found: Restorable[] = [];
  for (const name of names) {
    found.push(await summaryOf(logs, await readManifest(store, name)));
  }
  return found;
};

/** A range of moments, any of which can be restored. */
export interface RestorableRange {
  readonly from: Date;
  readonly to: Date;
}

/** Everything that can be restored, earliest first: backups whose log leads to the next one form one range. */
export const restorableRangesOf = (restorable: readonly Restorable[]): RestorableRange[] => {
  const ranges: { from: Date; to: Date; line: string | null }[] = [];
  for (const { line, from, to } of restorable) {
    const last = ranges.at(-1);
    if (last !== undefined && line !== null && last.line === line && from <= last.to) {
      last.to = to > last.to ? to : last.to;
    } else {
      ranges.push({ from, to, line });
    }
  }
  return ranges;
};

const DATE = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
/** A moment in local time of this machine, as `--at` takes it. */
export const localText = (moment: Date): string => new Intl.DateTimeFormat('sv-SE', DATE).format(moment);

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\s?(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads `2026-11-23 08:15`, optionally with seconds and a zone; without one it is local time of this machine. */
export const parseMoment = (text: string): Date => {
  const [, date, time, zone = ''] = MOMENT.exec(text.trim()) ?? [];
  const moment = new Date(`${date}T${time}${zone.toUpperCase()}`);
  if (date === undefined || Number.isNaN(moment.getTime())) {
    throw new Error(
      `--at takes a moment such as "2026-11-23 08:15:30", by the clock of this machine, or with a zone: 2026-11-23T08:15:30Z.`,
    );
  }
  return moment;
};

/** To whole seconds within the range, so that both ends can be requested. */
const stretchText = ({ from, to }: RestorableRange): string => {
  const first = new Date(Math.ceil(from.getTime() / 1000) * 1000);
  return first >= to ? localText(from) : `${localText(first)} to ${localText(to)}`;
};

/** Ranges as the end of a sentence, in local time of this machine. */
export const rangesText = (ranges: readonly RestorableRange[]): string => ranges.map(stretchText).join('; ');

const byName = (restorable: readonly Restorable[], name: string): Restorable => {
  const found = restorable.find((one) => one.name === name);
  if (found === undefined) {
    throw new Error(`There is no backup ${name}. There are: ${restorable.map((one) => one.name).join(', ')}.`);
  }
  return found;
};

interface Choice {
  readonly backup?: string | undefined;
  readonly at?: Date | undefined;
  /** Which kind is taken unless one is named: files for the embedded database, rows for an external one. */
  readonly kind: Manifest['database']['kind'];
}

const candidatesOf = (restorable: readonly Restorable[], { backup, kind }: Choice): readonly Restorable[] => {
  if (backup !== undefined) {
    return [byName(restorable, backup)];
  }
  const ofKind = restorable.filter((one) => one.kind === kind);
  // Rows go into any database; for files, an external one reports itself why it does not take them.
  return ofKind.length > 0 ? ofKind : restorable;
};

/** The backup to begin with, and the moment to recover to; null: the end of its log. Throws a sentence if there is none. */
export const chooseBackup = (
  restorable: readonly Restorable[],
  place: string,
  choice: Choice,
): { readonly name: string; readonly until: Date | null } => {
  const { at } = choice;
  const candidates = candidatesOf(restorable, choice);
  const newest = candidates.at(-1);
  if (newest === undefined) {
    throw new Error(`There is no backup in ${place}. npm run backup makes one where Headland runs.`);
  }
  if (at === undefined) {
    return { name: newest.name, until: null };
  }
  const fitting = candidates.findLast(({ from, to }) => from <= at && at <= to);
  if (fitting === undefined) {
    throw new Error(
      `${localText(at)} cannot be restored from ${place}. What can, by the clock of this machine: ${rangesText(restorableRangesOf(candidates))}.`,
    );
  }
  return { name: fitting.name, until: at };
};
