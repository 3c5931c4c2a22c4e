import { isDeepStrictEqual } from 'node:util';
import type { ListName } from '#server/data/archive-tables.ts';
import { damaged, type Row } from '#server/data/archive-write.ts';

/** Summary of an export's billing records as a whole, without their content. */
export interface BillingSummary {
  readonly records: Row[];
  readonly billedJobs: Row[];
  readonly numbers: Row[];
  /** Ids of the jobs that are marked billed. */
  readonly marked: Set<unknown>;
}

export const emptyBillingSummary = (): BillingSummary => ({ records: [], billedJobs: [], numbers: [], marked: new Set() });

/** Adds a row to the summary, if it is of interest. */
export const addToBillingSummary = (summary: BillingSummary, list: ListName, row: Row): void => {
  if (list === 'billingRecords') {
    const { content: _content, ...head } = row;
    summary.records.push(head);
  } else if (list === 'billedJobs') {
    summary.billedJobs.push(row);
  } else if (list === 'billingNumbers') {
    summary.numbers.push(row);
  } else if (list === 'jobs' && row['status'] === 'billed') {
    summary.marked.add(row['id']);
  }
};

/** Exports from before there were ranges have one. */
const rangeOf = ({ series = 'bill', year }: Row): string => JSON.stringify([series, year]);

/** Numbers of each range and year begin after what another program had numbered, have no gaps, and continue after the last one. */
const requireNumbers = ({ records, numbers }: BillingSummary): void => {
  const taken = new Map<string, number[]>();
  for (const record of records) {
    taken.set(rangeOf(record), [...(taken.get(rangeOf(record)) ?? []), Number(record['number'])]);
  }
  const isWhole = numbers.every((range) => {
    const [before, last] = [Number(range['before'] ?? 0), Number(range['last'])];
    const own = (taken.get(rangeOf(range)) ?? []).toSorted((a, b) => a - b);
    return last === before + own.length && own.every((number, index) => number === before + index + 1);
  });
  const ranges = new Set(numbers.map(rangeOf));
  if (!isWhole || ranges.size !== numbers.length || [...taken.keys()].some((range) => !ranges.has(range))) {
    throw damaged('damagedNumbers', { file: 'lists/billingNumbers.ndjson' });
  }
};

const isOpposite = (reversal: Row, bill: Row | undefined): boolean =>
  bill !== undefined &&
  bill['kind'] !== 'reversal' &&
  ['netCents', 'taxCents', 'grossCents'].every((name) => Number(reversal[name]) + Number(bill[name]) === 0) &&
  ['customerId', 'jobIds', 'currency'].every((name) => isDeepStrictEqual(reversal[name], bill[name]));

/** Each reversal voids one bill, and no two the same. Returns the live bills. */
const liveAmong = ({ records }: BillingSummary): Row[] => {
  const byId = new Map(records.map((each) => [each['id'], each]));
  const reversals = records.filter(({ kind }) => kind === 'reversal');
  const reversed = new Set(reversals.map(({ reversesId }) => reversesId));
  const wrong = reversals.find((each) => !isOpposite(each, byId.get(each['reversesId'])));
  if (wrong !== undefined || reversed.size !== reversals.length) {
    throw damaged('damagedReversal', { file: 'lists/billingRecords.ndjson' });
  }
  return records.filter(({ id, kind }) => kind === 'bill' && !reversed.has(id));
};

const pairs = (found: readonly (readonly [job: unknown, record: unknown])[]): string[] => found.map((pair) => pair.join(' of ')).toSorted();

/** Refuses billing records that contradict themselves: the next bill would get a number twice, or a job would be billed twice or never. */
export const requireConsistentBilling = (summary: BillingSummary): void => {
  requireNumbers(summary);
  const live = liveAmong(summary).flatMap(({ id, jobIds }) => (jobIds as readonly unknown[]).map((job) => [job, id] as const));
  const listed = summary.billedJobs.map(({ jobId, recordId }) => [jobId, recordId] as const);
  if (!isDeepStrictEqual(pairs(live), pairs(listed)) || !listed.every(([job]) => summary.marked.has(job))) {
    throw damaged('damagedBilledJobs', { file: 'lists/billedJobs.ndjson' });
  }
};
