import type { JobEntry } from '#shared/domain/job-entry.ts';

// A person's own part of entries; what they come to stands in `own-week.ts`.

/** Whose hours: an employee, and the account by which they log. */
export interface Person {
  readonly employeeId: number;
  readonly userId: number;
}

export type OwnEntry = Pick<JobEntry, 'date' | 'operatorIds' | 'createdBy' | 'totalHours' | 'loads' | 'missing'> & {
  readonly sync?: unknown;
};

/** What somebody works on, or logged without naming anybody. */
export const isOwnEntry = ({ operatorIds, createdBy }: Pick<OwnEntry, 'operatorIds' | 'createdBy'>, me: Person): boolean =>
  operatorIds.length === 0 ? createdBy === me.userId : operatorIds.includes(me.employeeId);

/** An employee's part of an entry's hours: those that one entry has of several people are theirs together. */
export const hoursOfOperator = ({ operatorIds, totalHours }: Pick<OwnEntry, 'operatorIds' | 'totalHours'>, id: number): number =>
  operatorIds.includes(id) ? (totalHours ?? 0) / operatorIds.length : 0;

/** A person's own part of an entry's hours. */
export const ownHoursOf = (entry: OwnEntry, me: Person): number =>
  !isOwnEntry(entry, me) ? 0 : entry.operatorIds.length === 0 ? (entry.totalHours ?? 0) : hoursOfOperator(entry, me.employeeId);
