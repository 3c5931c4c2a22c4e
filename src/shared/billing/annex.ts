import type { BillingDocument, DocumentEntry } from '#shared/billing/document.ts';
import type { Basis } from '#shared/billing/schemas/rate.ts';
import { type Decimal, decimal, plus, sum, ZERO } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

/** A column of numbers of the entries of a group. `decimals` is the most that any of them has, so that they can be aligned. */
export interface AnnexColumn {
  readonly label: string;
  /** Of the numbers of entries, lowest first. */
  readonly rank: number;
  readonly decimals: number;
  /** Null for what cannot be added up, such as moisture. */
  readonly total: string | null;
  /** Whether the total is the quantity of the group's lines. */
  readonly isBilled: boolean;
}

/** The entries of one service within one job. */
export interface AnnexGroup {
  readonly jobName: string;
  readonly serviceName: string;
  readonly columns: readonly AnnexColumn[];
  readonly entries: readonly DocumentEntry[];
}

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

/** What lines count of an entry's own numbers, by their rank; of data fields whatever else there is. */
const BASES: readonly (readonly (Basis | null)[])[] = [['hour', 'billableHour'], ['billableHour'], ['load'], ['fuel']];

type Billed = Pick<BillingDocument, 'lines' | 'jobNames'>;

/** The quantities of the lines of a service, by what they count. */
const billedOf = (
  { lines }: Billed,
  { jobName, serviceName }: Pick<DocumentEntry, 'jobName' | 'serviceName'>,
): Map<Basis | null, Decimal> => {
  const billed = new Map<Basis | null, Decimal>();
  for (const line of lines) {
    if (line.quantity !== null && line.serviceName === serviceName && (line.jobName ?? jobName) === jobName) {
      billed.set(line.basis, plus(billed.get(line.basis) ?? ZERO, decimal(line.quantity)));
    }
  }
  return billed;
};

const isAmong = (total: string, rank: number, billed: ReadonlyMap<Basis | null, Decimal>): boolean => {
  const own = BASES[rank];
  return [...billed].some(
    ([basis, quantity]) => (own === undefined ? !BASES.flat().includes(basis) : own.includes(basis)) && textOf(quantity) === total,
  );
};

/** Billable hours say nothing where all of them are the hours of work. */
const TOTAL_HOURS = 0;
const BILLABLE_HOURS = 1;
const hasOwnBillable = (entries: readonly DocumentEntry[]): boolean =>
  entries.some(({ quantities }) => {
    const [total, billable] = [TOTAL_HOURS, BILLABLE_HOURS].map((rank) => quantities.find((each) => each.rank === rank)?.quantity);
    return billable !== undefined && billable !== total;
  });

const columnsOf = (entries: readonly DocumentEntry[], document: Billed): AnnexColumn[] => {
  const all = entries.flatMap(({ quantities }) => quantities).toSorted((left, right) => left.rank - right.rank);
  const billed = entries[0] === undefined ? new Map<Basis | null, Decimal>() : billedOf(document, entries[0]);
  return [...new Set(all.map(({ label }) => label))].map((label) => {
    const own = all.filter((each) => each.label === label);
    const isSum = own.every((each) => each.isSum);
    const total = isSum ? textOf(sum(own.map(({ quantity }) => decimal(quantity)))) : null;
    const rank = own[0]?.rank ?? BASES.length;
    const isBilled = total !== null && isAmong(total, rank, billed);
    return { label, rank, total, isBilled, decimals: Math.max(...own.map(({ quantity }) => decimalsIn(quantity))) };
  });
};

const withoutBillable = (entry: DocumentEntry): DocumentEntry => ({
  ...entry,
  quantities: entry.quantities.filter(({ rank }) => rank !== BILLABLE_HOURS),
});

/** The entries of a bill by job and by service, in the bill's order, then by time. */
export const annexOf = (document: Pick<BillingDocument, 'entries' | 'jobNames' | 'lines'>): AnnexGroup[] => {
  const { entries, jobNames } = document;
  const groups = new Map<string, DocumentEntry[]>();
  for (const entry of hasOwnBillable(entries) ? entries : entries.map(withoutBillable)) {
    const key = JSON.stringify([entry.jobName, entry.serviceName]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const place = ({ jobName }: AnnexGroup): number => jobNames.indexOf(jobName);
  const services = [...new Set(document.lines.map(({ serviceName }) => serviceName))];
  const placeOfService = ({ serviceName }: AnnexGroup): number =>
    services.includes(serviceName) ? services.indexOf(serviceName) : services.length;
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      const inTime = own.toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0));
      return first ? [{ jobName: first.jobName, serviceName: first.serviceName, columns: columnsOf(own, document), entries: inTime }] : [];
    })
    .toSorted(
      (left, right) =>
        place(left) - place(right) || placeOfService(left) - placeOfService(right) || left.serviceName.localeCompare(right.serviceName),
    );
};
