import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { JobStatus } from '#shared/domain/job.ts';

/**
 * Whether a member of this level may change an entry of a job in this status (specification 5.36, 7.12): on open jobs their own, or
 * anyone's for advanced and above, who may also correct entries of completed ones; on billed jobs nobody may. Whoever was asked about his
 * own entry (`isAsked`) may change it as long as the question is open, though the job was completed since.
 */
export const mayChangeEntry = (level: AccessLevel, jobStatus: JobStatus, isOwn: boolean, isAsked = false): boolean => {
  if (jobStatus === 'billed') {
    return false;
  }
  return can(level, 'jobEntries:writeOfOthers') || (isOwn && (isAsked || jobStatus === 'open') && can(level, 'jobEntries:write'));
};

/**
 * Whether a member of this level may delete an entry: their own while the job is open, otherwise only those who may delete records, and on
 * billed jobs nobody (specification 7.12).
 */
export const mayDeleteEntry = (level: AccessLevel, jobStatus: JobStatus, isOwn: boolean): boolean =>
  jobStatus !== 'billed' && (can(level, 'records:delete') || (isOwn && jobStatus === 'open' && can(level, 'jobEntries:write')));

/** Whether a member of this level may change or delete what somebody noted about their work, a run or a day off: their own, or anyone's. */
export const mayWriteWork = (level: AccessLevel, isOwn: boolean): boolean =>
  can(level, 'jobEntries:writeOfOthers') || (isOwn && can(level, 'jobEntries:write'));
