import type { Query, Tx } from '#client/offline/engine/ports.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

/**
 * How changes find each other. A dependency key names something that a change touches:
 *
 *   rec:jobs:7    job 7 itself                         in:jobs:7    an entry of job 7 (of run 7: in:runs:7)
 *   state:jobs:7  whether job 7 is open or closed      uses:1763…   the record made here under this temporary id
 *   blob:ab…      this file                            org:3        organization 3
 *
 * Each waiting change is in one index under all of its keys, with its user and its place in the order (`marks`). It waits while an earlier
 * change of the same user has one of the keys in its `waitsFor`. So order is kept where it matters, and only there (specification 2.3).
 */
const PLACES = 12;

export const place = (seq: number): string => String(seq).padStart(PLACES, '0');

export const FAR = '9'.repeat(PLACES);

export const keyOf = (userId: number, key: string): string => `${userId}|${key}`;

export const about = (store: RecordStore, id: number): string => `rec:${store}:${id}`;
export const inside = (store: RecordStore, id: number): string => `in:${store}:${id}`;
export const stateOf = (jobId: number): string => `state:jobs:${jobId}`;
export const using = (tempId: number): string => `uses:${tempId}`;
export const withFile = (sha256: string): string => `blob:${sha256}`;
export const ofOrganization = (orgId: number): string => `org:${orgId}`;

/** Files belong to no user here: two people on one device may have the same photo, and one must not remove the other's. */
export const ANYBODY = 0;

/** Changes with a dependency key that come before a place in the order; all of them without a place. */
export const withKey = (userId: number, key: string, before?: number): Query => ({
  index: 'marks',
  from: `${keyOf(userId, key)}#`,
  to: `${keyOf(userId, key)}#${before === undefined ? FAR : place(before - 1)}`,
});

/** The first change of the next organization after this one; of the first organization if none is given. */
export const ofNextOrganization = (userId: number, orgId?: number): Query => ({
  index: 'marks',
  from: keyOf(userId, orgId === undefined ? 'org:' : `${ofOrganization(orgId)}#~`),
  to: keyOf(userId, 'org:~'),
  limit: 1,
});

/** All waiting changes that need a file, of any user. */
export const needingFile = (sha256: string): Query => withKey(ANYBODY, withFile(sha256));

/** The dependency key of an index entry, without user and place. */
export const dependencyKeyOf = (mark: string): string => mark.slice(mark.indexOf('|') + 1, mark.lastIndexOf('#'));

/** Waiting changes about a record, in their order. */
export const itemsAbout = async (tx: Tx, userId: number, store: RecordStore, target: number): Promise<SyncItem[]> =>
  [...(await tx.list('syncQueue', withKey(userId, about(store, target))))].sort((a, b) => a.seq - b.seq);
