import * as z from 'zod/mini';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { spans } from '#shared/domain/spans.ts';
import { isTimeZone } from '#shared/lib/is-time-zone.ts';
import type { Archive } from '#server/commands/archive/open-archive.ts';
import { isBillingRecord, isDraft, isRate } from '#server/commands/archive/billing-shape.ts';
import { fitsColumn } from '#server/commands/archive/check-row.ts';
import { columnsOf, keyOf, type ListColumn, type ListName } from '#server/data/archive-tables.ts';
import { damaged, type Row } from '#server/data/archive-write.ts';

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSide = (value: unknown): boolean => value === null || isRecord(value);

const entryParts = z.object({ spans: z.optional(spans), choices: z.optional(jobEntry.shape.choices) });

/** A time of a run; an older version did not write it. */
const isTime = (value: unknown = null): boolean => value === null || (typeof value === 'string' && Number.isFinite(Date.parse(value)));

/** What the program relies on beyond the type of a column. */
const SHAPE: Readonly<Partial<Record<ListName, (row: Row) => boolean>>> = {
  organization: ({ currency, timeZone }) =>
    (currency === undefined || (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) &&
    (typeof timeZone !== 'string' || isTimeZone(timeZone)),
  jobEntries: (row) => isRecord(row['customFieldValues']) && entryParts.safeParse(row).success,
  runs: ({ startedAt, endedAt }) => isTime(startedAt) && isTime(endedAt),
  rates: isRate,
  billDrafts: isDraft,
  billingRecords: isBillingRecord,
  auditLogs: ({ changes }) => isRecord(changes) && isSide(changes['old']) && isSide(changes['new']),
};

const hasShape = (list: ListName, row: Row): boolean => SHAPE[list]?.(row) ?? true;

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The row in this line with the columns that the manifest names, if all of them are valid; otherwise refuses what is wrong. */
const readRow = (list: ListName, columns: readonly ListColumn[], text: string, place: { file: string; line: number }): Row => {
  const value = parse(text);
  if (!isRecord(value)) {
    throw damaged('damagedNoRecord', place);
  }
  const wrong = columns.find((column) => !fitsColumn(column, value[column.name]));
  if (wrong !== undefined) {
    throw damaged('damagedWrongValue', { ...place, column: wrong.name });
  }
  const row = Object.fromEntries(columns.map(({ name }) => [name, value[name] ?? null]));
  if (!hasShape(list, row) || (typeof row[keyOf(list)] !== 'number' && list !== 'photos')) {
    throw damaged('damagedNotWhole', place);
  }
  return row;
};

/** The rows of a list of an export, each checked; refuses the first that is not as the program would have written it. */
export async function* readRows({ manifest, lines }: Archive, list: ListName): AsyncGenerator<Row> {
  const said = manifest.lists[list];
  if (said === undefined) {
    return; // An older version did not write it yet.
  }
  const { columns: named, count } = said;
  const columns = columnsOf(list).filter(({ name }) => named.includes(name));
  const file = `lists/${list}.ndjson`;
  let number = 0;
  for await (const line of lines(list)) {
    number += 1;
    yield readRow(list, columns, line, { file, line: number });
  }
  if (number !== count) {
    throw damaged('damagedLines', { file, lines: number, count });
  }
}
