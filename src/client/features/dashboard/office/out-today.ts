import type { JobEntry } from '#shared/domain/job-entry.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

/** An entry as this device has it. */
type Entry = Pick<JobEntry, 'id' | 'operatorIds' | 'operatorNames' | 'equipmentNames' | 'jobName' | 'totalHours'> & {
  readonly sync?: string;
};

export interface OutToday {
  /** The operator; null: entries that name none. */
  readonly id: number | null;
  readonly name: string;
  /** The machine and the job of the last entry. */
  readonly work: readonly string[];
  readonly hours: number;
  /** Some of it is still on this device only. */
  readonly isWaiting: boolean;
}

interface Share {
  readonly id: number | null;
  readonly name: string;
  readonly entry: Entry;
  readonly hours: number;
}

// Hours that one entry has of several people are theirs together.
const sharesOf = (entry: Entry): readonly Share[] => {
  const { operatorIds, operatorNames, totalHours } = entry;
  const hours = totalHours ?? 0;
  return operatorIds.length === 0
    ? [{ id: null, name: '', entry, hours }]
    : operatorIds.map((id, index) => ({ id, name: operatorNames[index] ?? '', entry, hours: hours / operatorIds.length }));
};

/** Who works today, in the order of their names; at the end what names nobody. `entries`: those of today, the last one first. */
export const outTodayOf = (entries: readonly Entry[], compare: (one: string, other: string) => number): readonly OutToday[] => {
  const byPerson = new Map<number | null, Share[]>();
  for (const share of entries.flatMap(sharesOf)) {
    byPerson.set(share.id, [...(byPerson.get(share.id) ?? []), share]);
  }
  return [...byPerson]
    .map(([id, shares]): OutToday => {
      const [last] = shares;
      return {
        id,
        name: last?.name ?? '',
        work: last ? [...last.entry.equipmentNames.slice(0, 1), last.entry.jobName].filter(Boolean) : [],
        hours: exactSum(shares.map(({ hours }) => hours)),
        isWaiting: shares.some(({ entry }) => entry.sync !== undefined),
      };
    })
    .sort((one, other) => Number(one.id === null) - Number(other.id === null) || compare(one.name, other.name));
};
