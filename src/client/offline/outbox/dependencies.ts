import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Query, Tx } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

/**
 * How changes find each other. Every waiting change stands in one index under a mark for each thing it touches, with its place in the order:
 *
 *   rec:jobs:7    it is about job 7                    in:jobs:7    it is about an entry of job 7
 *   state:jobs:7  it may open or close job 7           uses:1763…   it names the record made here under this temporary id
 *   blob:ab…      it needs this file                   org:3        it is for organization 3
 *
 * A change waits while an earlier one of the same user stands under one of its `waitsFor`. So order is kept where it matters, and only there.
 */
const PLACES = 12;

const place = (seq: number): string => String(seq).padStart(PLACES, '0');

const FAR = '9'.repeat(PLACES);

const keyOf = (userId: number, what: string): string => `${userId}|${what}`;

export const about = (store: RecordStore, id: number): string => `rec:${store}:${id}`;
export const inside = (store: RecordStore, id: number): string => `in:${store}:${id}`;
const stateOf = (jobId: number): string => `state:jobs:${jobId}`;
export const using = (tempId: number): string => `uses:${tempId}`;
const withFile = (sha256: string): string => `blob:${sha256}`;
export const ofOrganization = (orgId: number): string => `org:${orgId}`;

/** Files stand under nobody's name: two people of one device may have the same photo, and the one must not take it from the other. */
const ANYBODY = 0;

/** All marks of one thing that stand before a place; without it: all of them. */
export const marksOf = (userId: number, what: string, before?: number): Query => ({
  index: 'marks',
  from: `${keyOf(userId, what)}#`,
  to: `${keyOf(userId, what)}#${before === undefined ? FAR : place(before - 1)}`,
});

/** The first mark of an organization that stands after all marks of this one; without one: the first of any. */
export const ofNextOrganization = (userId: number, orgId?: number): Query => ({
  index: 'marks',
  from: keyOf(userId, orgId === undefined ? 'org:' : `${ofOrganization(orgId)}#~`),
  to: keyOf(userId, 'org:~'),
  limit: 1,
});

type Marked = Pick<SyncItem, 'seq' | 'userId' | 'orgId' | 'operation' | 'store' | 'target' | 'jobId' | 'data' | 'base' | 'uses' | 'blobs'>;

const ids = (...values: unknown[]): number[] => [...new Set(values.filter((value): value is number => typeof value === 'number'))];

/** Jobs that an entry belongs to before and after the change. */
const jobsOf = ({ jobId, data, base }: Marked): number[] => ids(jobId, data?.['jobId'], base?.['jobId']);

const changesState = ({ store, operation, data }: Marked): boolean =>
  store === 'jobs' && (operation !== 'update' || Object.hasOwn(data ?? {}, 'status'));

/** Opening a job refuses nothing: an entry that was refused because the job was closed must not hold it up. */
const mayClose = (item: Marked): boolean => changesState(item) && item.operation !== 'create' && item.data?.['status'] !== 'open';

const touches = (item: Marked): string[] => {
  const { store, target, data, base } = item;
  return [
    about(store, target),
    ofOrganization(item.orgId),
    ...(store === 'jobEntries' ? jobsOf(item).map((id) => inside('jobs', id)) : []),
    ...(store === 'jobs' ? ids(data?.['customerId'], base?.['customerId']).map((id) => inside('customers', id)) : []),
    ...(changesState(item) ? [stateOf(target)] : []),
  ];
};

const follows = (item: Marked): string[] => {
  const { store, target, operation } = item;
  return [
    about(store, target),
    ...(store === 'jobEntries' ? jobsOf(item).map(stateOf) : []),
    // What stands in a new job was put there by an entry that now waits for it.
    ...(mayClose(item) || operation === 'remove' ? [inside(store, target)] : []),
  ];
};

/** All waiting changes that need a file, whosoever they are. */
export const needingFile = (sha256: string): Query => marksOf(ANYBODY, withFile(sha256));

/** The marks of a change and what it waits for. */
export const marksFor = (item: Marked): Pick<SyncItem, 'marks' | 'waitsFor'> => {
  const keyed = (userId: number, what: string): string => `${keyOf(userId, what)}#${place(item.seq)}`;
  const own = [...touches(item), ...item.uses.map(using)];
  return {
    marks: [...own.map((what) => keyed(item.userId, what)), ...item.blobs.map((sha256) => keyed(ANYBODY, withFile(sha256)))],
    waitsFor: follows(item),
  };
};

/** The thing that a mark is about, without user and place. */
export const thingOf = (mark: string): string => mark.slice(mark.indexOf('|') + 1, mark.lastIndexOf('#'));

/** Whether an earlier change of the same user stands under the thing. */
export const hasEarlier = async (tx: Tx, { userId, seq }: SyncItem, what: string): Promise<boolean> =>
  (await tx.count('syncQueue', { ...marksOf(userId, what, seq), limit: 1 })) > 0;

/** Waiting changes about a record, in their order. */
export const itemsAbout = async (tx: Tx, userId: number, store: RecordStore, target: number): Promise<SyncItem[]> =>
  [...(await tx.list('syncQueue', marksOf(userId, about(store, target))))].sort((a, b) => a.seq - b.seq);
