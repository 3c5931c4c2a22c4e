import type { BillingDocument, DocumentEntry } from '#shared/billing/document.ts';
import { decimal, sum, textOf } from '#shared/lib/decimal.ts';

/** A column of numbers of entries. `decimals` is the most that any of them has, so that they can be aligned. */
export interface AnnexColumn {
  readonly label: string;
  readonly decimals: number;
  /** Null for what cannot be added up, such as moisture. */
  readonly total: string | null;
}

/** The entries of one service within one job. */
export interface AnnexGroup {
  readonly jobName: string;
  readonly serviceName: string;
  readonly columns: readonly AnnexColumn[];
  readonly entries: readonly DocumentEntry[];
}

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

const columnsOf = (entries: readonly DocumentEntry[]): AnnexColumn[] => {
  const all = entries.flatMap(({ quantities }) => quantities).toSorted((left, right) => left.rank - right.rank);
  return [...new Set(all.map(({ label }) => label))].map((label) => {
    const own = all.filter((each) => each.label === label);
    const isSum = own.every((each) => each.isSum);
    const total = isSum ? textOf(sum(own.map(({ quantity }) => decimal(quantity)))) : null;
    return { label, total, decimals: Math.max(...own.map(({ quantity }) => decimalsIn(quantity))) };
  });
};

/** The entries of a bill by job, in the bill's order, then by service name, then by time. */
export const annexOf = ({ entries, jobNames }: Pick<BillingDocument, 'entries' | 'jobNames'>): AnnexGroup[] => {
  const groups = new Map<string, DocumentEntry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.jobName, entry.serviceName]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const place = ({ jobName }: AnnexGroup): number => jobNames.indexOf(jobName);
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      const inTime = own.toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0));
      return first ? [{ jobName: first.jobName, serviceName: first.serviceName, columns: columnsOf(own), entries: inTime }] : [];
    })
    .toSorted((left, right) => place(left) - place(right) || left.serviceName.localeCompare(right.serviceName));
};
