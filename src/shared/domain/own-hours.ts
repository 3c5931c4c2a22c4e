import type { JobEntry } from '#shared/domain/job-entry.ts';

// A person's own entries; what they come to stands in `own-week.ts`.

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

/** A person's hours by an entry: all that it has, also where others worked on it, as reports count them. Nobody recorded how to split them. */
export const ownHoursOf = (entry: OwnEntry, me: Person): number => (isOwnEntry(entry, me) ? (entry.totalHours ?? 0) : 0);
