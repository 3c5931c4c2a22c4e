import type { SyncItem } from '#client/offline/storage/item.ts';
import { about, ANYBODY, inside, keyOf, ofOrganization, place, stateOf, using, withFile } from './marks.ts';

type Marked = Pick<SyncItem, 'seq' | 'userId' | 'orgId' | 'operation' | 'store' | 'target' | 'jobId' | 'data' | 'base' | 'uses' | 'blobs'>;

const ids = (...values: unknown[]): number[] => [...new Set(values.filter((value): value is number => typeof value === 'number'))];

/** Jobs that an entry belongs to before and after the change. */
const jobsOf = ({ jobId, data, base }: Marked): number[] => ids(jobId, data?.['jobId'], base?.['jobId']);

/** Runs that an entry belongs to before and after the change. */
const runsOf = ({ data, base }: Marked): number[] => ids(data?.['runId'], base?.['runId']);

const changesState = ({ store, operation, data }: Marked): boolean =>
  store === 'jobs' && (operation !== 'update' || Object.hasOwn(data ?? {}, 'status'));

/** Opening a job cannot make an entry be refused: an entry that was refused because the job was closed must not block reopening it. */
const mayClose = (item: Marked): boolean => changesState(item) && item.operation !== 'create' && item.data?.['status'] !== 'open';

const touches = (item: Marked): string[] => {
  const { store, target, data, base } = item;
  return [
    about(store, target),
    ofOrganization(item.orgId),
    ...(store === 'jobEntries' ? jobsOf(item).map((id) => inside('jobs', id)) : []),
    ...(store === 'jobEntries' ? runsOf(item).map((id) => inside('runs', id)) : []),
    ...(store === 'jobs' ? ids(data?.['customerId'], base?.['customerId']).map((id) => inside('customers', id)) : []),
    ...(changesState(item) ? [stateOf(target)] : []),
  ];
};

const follows = (item: Marked): string[] => {
  const { store, target, operation } = item;
  return [
    about(store, target),
    ...(store === 'jobEntries' ? jobsOf(item).map(stateOf) : []),
    // What is in a new job was put there by an entry that itself waits for the job.
    ...(mayClose(item) || operation === 'remove' ? [inside(store, target)] : []),
  ];
};

/** The index entries of a change (`marks`), and the dependency keys that block it (`waitsFor`). */
export const dependencyKeys = (item: Marked): Pick<SyncItem, 'marks' | 'waitsFor'> => {
  const keyed = (userId: number, key: string): string => `${keyOf(userId, key)}#${place(item.seq)}`;
  const own = [...touches(item), ...item.uses.map(using)];
  return {
    marks: [...own.map((key) => keyed(item.userId, key)), ...item.blobs.map((sha256) => keyed(ANYBODY, withFile(sha256)))],
    waitsFor: follows(item),
  };
};
