import { isDeepStrictEqual } from 'node:util';
import type { ListName } from '#server/data/archive-tables.ts';
import { damaged, type Row } from '#server/data/archive-write.ts';

/** What an export says of its billing records as a whole, without what is in them. */
export interface Books {
  readonly records: Row[];
  readonly billedJobs: Row[];
  readonly numbers: Row[];
  /** Ids of the jobs that are marked billed. */
  readonly marked: Set<unknown>;
}

export const emptyBooks = (): Books => ({ records: [], billedJobs: [], numbers: [], marked: new Set() });

/** Takes a row that was read into the books, if it belongs there. */
export const noteInBooks = (books: Books, list: ListName, row: Row): void => {
  if (list === 'billingRecords') {
    const { content: _content, ...head } = row;
    books.records.push(head);
  } else if (list === 'billedJobs') {
    books.billedJobs.push(row);
  } else if (list === 'billingNumbers') {
    books.numbers.push(row);
  } else if (list === 'jobs' && row['status'] === 'billed') {
    books.marked.add(row['id']);
  }
};

/** Numbers run from 1 on in each year, without gaps, and go on after the last one. */
const requireNumbers = ({ records, numbers }: Books): void => {
  const taken = new Map<unknown, number[]>();
  for (const { year, number } of records) {
    taken.set(year, [...(taken.get(year) ?? []), Number(number)]);
  }
  const isWhole = [...taken.values()].every((each) => each.toSorted((a, b) => a - b).every((number, index) => number === index + 1));
  const goesOn = numbers.length === taken.size && numbers.every(({ year, last }) => taken.get(year)?.length === last);
  if (!isWhole || !goesOn) {
    throw damaged('damagedNumbers', { file: 'lists/billingNumbers.ndjson' });
  }
};

const isOpposite = (reversal: Row, bill: Row | undefined): boolean =>
  bill?.['kind'] === 'bill' &&
  ['netCents', 'taxCents', 'grossCents'].every((name) => Number(reversal[name]) + Number(bill[name]) === 0) &&
  ['customerId', 'jobIds', 'currency'].every((name) => isDeepStrictEqual(reversal[name], bill[name]));

/** Each reversal takes one bill back, and no two the same. Gives the bills that hold. */
const liveAmong = ({ records }: Books): Row[] => {
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

/** Refuses books that contradict themselves: the next bill would get a number twice, or a job would be billed twice or never. */
export const requireBooks = (books: Books): void => {
  requireNumbers(books);
  const live = liveAmong(books).flatMap(({ id, jobIds }) => (jobIds as readonly unknown[]).map((job) => [job, id] as const));
  const listed = books.billedJobs.map(({ jobId, recordId }) => [jobId, recordId] as const);
  if (!isDeepStrictEqual(pairs(live), pairs(listed)) || !listed.every(([job]) => books.marked.has(job))) {
    throw damaged('damagedBilledJobs', { file: 'lists/billedJobs.ndjson' });
  }
};
