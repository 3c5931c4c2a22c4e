import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';

type Data = Readonly<Record<string, unknown>>;

/** Whether the data put an entry on a customer's 'No job yet' (decision 0033) rather than on a job. */
const saysNoJob = (data: Data): boolean => typeof data['jobId'] !== 'number' && (data['awaitsJob'] === true || 'customerId' in data);

/** Whether the entry that a change creates or moves goes on 'No job yet'. */
export const leadsToNoJob = ({ operation, jobId, data }: Pick<SyncItem, 'operation' | 'jobId' | 'data'>): boolean =>
  operation === 'create' ? jobId === null : data !== null && saysNoJob(data);

/** The job of an entry as changes name it; null while it waits for one on this device. */
export const jobIdIn = (row: Data): number | null => {
  const jobId = Number(row['jobId']);
  return jobId === NO_JOB ? null : jobId;
};

const withoutPlace = ({ jobId: _job, awaitsJob: _awaits, customerId: _customer, ...rest }: Data): Data => rest;

/** A change of an entry combined with a later one: between a job and 'No job yet', the later choice counts. */
export const changedPlace = (before: Data, changes: Data): Data => {
  if (typeof changes['jobId'] === 'number') {
    return { ...withoutPlace(before), ...changes };
  }
  const { jobId: _job, ...rest } = before;
  return { ...(saysNoJob(changes) ? rest : before), ...changes };
};

/**
 * A new entry combined with later changes, and the job in its address: null for 'No job yet', which needs a customer. `customerId` is that
 * of the entry as it is shown. All ids are canonical.
 */
export const createdPlace = (
  { data, jobId }: Pick<SyncItem, 'data' | 'jobId'>,
  changes: Data,
  customerId: unknown,
): { readonly data: Data; readonly jobId: number | null } => {
  const { jobId: toJob, ...rest } = changes;
  if (typeof toJob === 'number') {
    return { data: { ...withoutPlace(data ?? {}), ...withoutPlace(rest) }, jobId: toJob };
  }
  return saysNoJob(changes)
    ? { data: { customerId, ...data, ...rest, awaitsJob: true }, jobId: null }
    : { data: { ...data, ...changes }, jobId };
};
