import { isTempId, ITEM_VERSION, type SyncItem } from './item.ts';
import { dependencyKeys } from '#client/offline/outbox/dependencies.ts';
import { resourceOf } from './paths.ts';
import { filesIn, tempIdsIn } from '#client/offline/outbox/references.ts';
import { RECORD_STORES, type RecordStore } from './record-stores.ts';

/** An item with only the six fields of specification 2.21. */
interface FirstForm {
  readonly id: string;
  readonly timestamp: number;
  readonly endpoint: string;
  readonly method: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly retryCount: number;
}

/** What an old form does not say: whose item it is, and its place in the order. */
export interface Surroundings {
  readonly userId: number;
  readonly deviceId: string;
  readonly seq: number;
}

const STORE_OF = new Map(RECORD_STORES.map((store) => [resourceOf(store), store]));

interface Address {
  readonly store: RecordStore;
  readonly orgId: number;
  readonly target: number;
  readonly jobId: number | null;
}

const addressOf = ({ endpoint, timestamp, data }: FirstForm): Address | null => {
  const parts = endpoint.split('/').slice(2);
  const orgOf = Number(data?.['organizationId'] ?? 0);
  if (parts[0] === 'organizations' && parts.length === 3) {
    const store = STORE_OF.get(parts[2] ?? '');
    return store ? { store, orgId: Number(parts[1]), target: timestamp, jobId: null } : null;
  }
  if (parts[0] === 'jobs' && parts[2] === 'entries') {
    return { store: 'jobEntries', orgId: orgOf, target: timestamp, jobId: Number(parts[1]) };
  }
  const store = STORE_OF.get(parts[0] ?? '');
  return store && parts.length === 2 ? { store, orgId: orgOf, target: Number(parts[1]), jobId: null } : null;
};

const OPERATION = { POST: 'create', PATCH: 'update', DELETE: 'remove' } as const;

const isMethod = (method: string): method is SyncItem['method'] => Object.hasOwn(OPERATION, method);

const fromFirst = (item: FirstForm, { userId, deviceId, seq }: Surroundings): SyncItem | null => {
  const address = addressOf(item);
  const { method } = item;
  if (!address || !isMethod(method)) {
    return null;
  }
  const { id, timestamp, endpoint, data, retryCount } = item;
  const base = method === 'PATCH' ? {} : null;
  const operation = OPERATION[method];
  const named = [address.jobId ?? 0, operation === 'create' ? 0 : address.target].filter(isTempId);
  const uses = [...new Set([...tempIdsIn(data), ...named])];
  const bare = { ...address, operation, userId, seq, data, base, uses, blobs: filesIn(data) };
  return {
    ...bare,
    ...dependencyKeys(bare),
    id,
    timestamp,
    endpoint,
    method,
    retryCount,
    v: 1,
    deviceId,
    baseVersion: null,
    status: 'pending',
    attempt: 0,
    frozen: null,
    tried: [],
    wanted: null,
    nextAttemptAt: 0,
    reason: null,
    lastError: null,
    conflict: null,
    isConfirmedOld: false,
  };
};

const isFirstForm = (item: object): item is FirstForm => !('v' in item) && 'endpoint' in item && 'method' in item;

/**
 * Brings an item of any earlier form into today's. Null if it cannot be read, for example because a newer app wrote it; those are left
 * where they are. Never remove a step: a phone may come back after years in a drawer.
 */
export const upcast = (item: object, around: Surroundings): SyncItem | null => {
  if (isFirstForm(item)) {
    return fromFirst(item, around);
  }
  return 'v' in item && item.v === ITEM_VERSION ? (item as SyncItem) : null;
};
