import type { EngineEvent, Ports, Tx } from '#client/offline/ports.ts';
import type { Protection, Unprotected } from '#client/offline/protections.ts';
import type { RecordStore } from '#client/offline/record-stores.ts';
import type { StoreName } from '#client/offline/stores.ts';

/** What every part of the engine works with. */
export interface Core extends Ports {
  readonly off: Unprotected;
}

export const isOn = ({ off }: Core, protection: Protection): boolean => !off.has(protection);

/** Every store of a change that touches records: one list, so that no transaction forgets one. */
export const CHANGE_STORES = [
  'organizations',
  'customers',
  'employees',
  'serviceTypes',
  'customDataFields',
  'equipment',
  'implements',
  'jobs',
  'jobEntries',
  'syncQueue',
  'shadows',
  'idMap',
  'blobs',
  'sent',
  'meta',
] as const satisfies readonly StoreName[];

type Work<T> = (tx: Tx) => Promise<T>;

/** What each protection that is a single transaction would leave to a second one. */
const LATE = {
  'one-transaction-enqueue': ['syncQueue'],
  'one-transaction-success': ['idMap'],
  'one-transaction-pull': ['customers', 'jobs', 'jobEntries'],
} as const satisfies Partial<Record<Protection, readonly StoreName[]>>;

/** The same work in two transactions: only for tests that show why it is one. */
const inTwo = async <T>(core: Core, late: readonly StoreName[], work: Work<T>): Promise<T> => {
  const held: ((tx: Tx) => Promise<void>)[] = [];
  const hold: Tx['put'] = async (store, row) => void held.push((tx) => tx.put(store, row));
  const options = { durability: 'strict' } as const;
  const result = await core.storage.write(
    CHANGE_STORES,
    (tx) => work({ ...tx, put: (store, row) => (late.includes(store) ? hold(store, row) : tx.put(store, row)) }),
    options,
  );
  await core.storage.write(
    CHANGE_STORES,
    async (tx) => {
      for (const put of held) {
        await put(tx);
      }
    },
    options,
  );
  return result;
};

/** A change of the queue: all of it or nothing, and kept even if the power fails right after. `as` names the protection that this is. */
export const writeDurably = <T>(core: Core, work: Work<T>, as?: keyof typeof LATE): Promise<T> =>
  as !== undefined && core.off.has(as) ? inTwo(core, LATE[as], work) : core.storage.write(CHANGE_STORES, work, { durability: 'strict' });

/** A change of waiting changes that touches no record: as durable, and screens that read records need not wait for it. */
export const writeQueue = <T>(core: Core, work: Work<T>): Promise<T> =>
  core.storage.write(['syncQueue', 'idMap', 'blobs'], work, { durability: 'strict' });

/** A change of what can be fetched again. */
export const writeLightly = <T>(core: Core, work: Work<T>, as?: keyof typeof LATE): Promise<T> =>
  as !== undefined && core.off.has(as) ? inTwo(core, LATE[as], work) : core.storage.write(CHANGE_STORES, work, { durability: 'relaxed' });

export const tell = (core: Core, ...events: EngineEvent[]): void => {
  for (const event of events) {
    core.bus.post(event);
  }
};

export const rowsChanged = (store: RecordStore, orgId: number, ids?: readonly number[]): EngineEvent => ({
  kind: 'rows',
  store,
  orgId,
  ...(ids ? { ids } : {}),
});
export const QUEUE_CHANGED: EngineEvent = { kind: 'queue' };
