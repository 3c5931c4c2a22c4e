import { useHistoryState } from 'wouter/use-browser-location';

/** Where one entry is shown, among those of its job. */
export const entryAddress = (entryId: number, jobId: number | null): string =>
  `/job-entries?${jobId === null ? '' : `jobId=${jobId}&`}entryId=${entryId}`;

/** The navigation state with which an entry, once it was looked at, leads back to where its link is. */
export const RETURNING = { returns: true } as const;

/** Whether what is shown was opened so. */
export const useReturns = (): boolean => {
  const state: unknown = useHistoryState();
  return typeof state === 'object' && state !== null && 'returns' in state;
};
