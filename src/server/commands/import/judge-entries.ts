import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { type ImportOptions, type NamedKind, ownFieldOf } from '#shared/domain/import.ts';
import { jobEntryInput } from '#shared/domain/job-entry.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { createSeen } from '#server/commands/import/matching.ts';
import { createNamedRecords, type Named } from '#server/commands/import/named-records.ts';
import { type RowCells, readCells, textOfCell } from '#server/commands/import/row-cells.ts';
import type { KnownField } from '#server/commands/import/judge-services.ts';
import { checked, type Judge, refused, twice } from '#server/commands/import/verdict.ts';
import type { StoredEntry, StoredJob } from '#server/data/import-known.ts';

export interface KnownJob extends StoredJob {
  /** An import made it: it holds past work, and takes more. */
  readonly isImported: boolean;
}

export interface EntryFiles {
  readonly named: Readonly<Record<Exclude<NamedKind, 'customDataField'>, readonly Named[]>>;
  readonly jobs: readonly KnownJob[];
  readonly fields: readonly KnownField[];
  readonly seasonStart: string | null;
  readonly options: ImportOptions;
}

/** A past entry, and the job that it goes on: one that is there, or one to be made under this name. */
export interface PastEntry {
  readonly customerId: number;
  readonly jobId: number | null;
  readonly jobName: string;
  readonly entry: ReturnType<typeof jobEntryInput.parse>;
}

const keyOf = (job: number, entry: Omit<StoredEntry, 'id' | 'jobId'>): string =>
  JSON.stringify([
    job,
    entry.date,
    entry.serviceTypeId,
    entry.equipmentIds.toSorted((one, other) => one - other),
    entry.operatorIds.toSorted((one, other) => one - other),
    entry.totalHours,
    entry.loads,
    entry.fuel,
    (entry.notes ?? '').trim(),
  ]);

/** Values of the organization's own data fields, by their names. */
const ownValues = (cells: RowCells, { fields, options }: EntryFiles): Record<string, string | number | boolean> => {
  const values: Record<string, string | number | boolean> = {};
  for (const column of options.columns) {
    const id = column === null ? null : ownFieldOf(column);
    const field = id === null ? undefined : fields.find((each) => each.id === id);
    if (column === null || !field) {
      continue;
    }
    const kind = fieldKind(field.fieldType);
    const value =
      kind === 'number'
        ? cells.number(column)
        : kind === 'boolean'
          ? cells.flag(column)
          : kind === 'date'
            ? cells.date(column)
            : cells.text(column);
    if (value !== undefined) {
      values[field.name] = value;
    }
  }
  return values;
};

const idsIn = (ids: readonly (number | undefined)[]): number[] => [...new Set(ids.filter((id) => id !== undefined))];

interface EntryJudge extends Judge<PastEntry> {
  /** The entries of the days of the rows that are judged next. */
  readonly meet: (entries: readonly StoredEntry[]) => void;
}

/** Rows of past work. An entry that is there already is one that says the same; nothing is ever changed. */
export const judgeEntries = (files: EntryFiles): EntryJudge => {
  const { jobs, options, seasonStart, named: records } = files;
  const named = createNamedRecords(records, options);
  const serviceNames = new Map(records.serviceType.map(({ id, names }) => [id, names[0] ?? '']));
  const jobsByName = new Map(jobs.map((job) => [`${job.customerId} ${foldName(job.name)}`, job]));
  let entriesByKey = new Map<string, number>();
  const seen = createSeen();

  const jobOf = (cells: RowCells, customerId: number, name: string): number | null => {
    const job = jobsByName.get(`${customerId} ${foldName(name)}`);
    if (job && job.status !== 'open' && !job.isImported) {
      cells.refuse('job', refusalMessage('rowJobNotOpen', { name: job.name, status: { term: job.status } }));
    }
    return job?.id ?? null;
  };

  return {
    meet: (entries) => {
      entriesByKey = new Map(entries.map((entry) => [keyOf(entry.jobId, entry), entry.id]));
    },
    unknownNames: named.unknown,
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const idOf = (kind: NamedKind, field: string, name = cells.text(field)) => named.find(kind, name, { cells, field });
      for (const field of ['date', 'customer', 'service'] as const) {
        if (cells.text(field) === undefined) {
          cells.refuse(field, refusalMessage('rowNoValue', { field: { term: field } }));
        }
      }
      const date = cells.date('date');
      const [customerId, serviceTypeId] = [idOf('customer', 'customer'), idOf('serviceType', 'service')];
      const values = {
        date,
        serviceTypeId,
        equipmentIds: idsIn(cells.names('equipment').map((name) => idOf('equipment', 'equipment', name))),
        operatorIds: idsIn(cells.names('operators').map((name) => idOf('employee', 'operators', name))),
        implementId: idOf('implement', 'implement') ?? null,
        totalHours: cells.number('totalHours') ?? null,
        billableHours: cells.number('billableHours') ?? null,
        fuel: cells.number('fuel') ?? null,
        loads: cells.number('loads') ?? null,
        notes: cells.text('notes') ?? null,
        customFieldValues: ownValues(cells, files),
      };
      if (date === undefined || customerId === undefined || serviceTypeId === undefined || cells.reasons.length > 0) {
        return refused(cells.reasons);
      }
      const service = serviceNames.get(serviceTypeId) ?? cells.text('service') ?? '';
      const jobName = cells.text('job') ?? `${service} ${seasonOf(date, seasonStart)}`;
      const jobId = jobOf(cells, customerId, jobName);
      const entry = checked(jobEntryInput, values, cells);
      if (!entry || cells.reasons.length > 0) {
        return refused(cells.reasons);
      }
      const told = { ...values, date, serviceTypeId };
      // Two rows that differ in nothing that is imported are one piece of work, written down twice.
      if (seen(JSON.stringify(options.columns.map((column, index) => (column === null ? '' : textOfCell(row[index])))))) {
        return twice(null);
      }
      const there = jobId === null ? undefined : entriesByKey.get(keyOf(jobId, told));
      return there === undefined
        ? { fate: 'new', reasons: [], changes: [], entityId: null, body: { customerId, jobId, jobName, entry } }
        : { fate: 'same', reasons: [], changes: [], entityId: there, body: null };
    },
  };
};
