import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { isTempId } from '#client/offline/storage/item.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { itemsAbout } from './marks.ts';
import { mapIds } from './references.ts';

type Data = Readonly<Record<string, unknown>>;

/** A change of a record that is not here: a list still showed it, but it is gone (specification 2.23). */
export class MissingRecord extends SaidError {
  constructor(id: number) {
    super(deviceMessage('recordNotOnDevice', { id: String(id) }));
    this.name = 'MissingRecord';
  }
}

/** Whether a record that was made here has been made or still will be. */
const isMade = async (tx: Tx, userId: number, store: RecordStore, tempId: number): Promise<boolean> =>
  (await tx.get('idMap', tempId)) !== undefined || (await itemsAbout(tx, userId, store, tempId))[0]?.operation === 'create';

/**
 * Throws `MissingRecord` if a change names a record that was made here and has been discarded, for example in another tab: the change
 * could never be sent. `data` and `jobId` are in canonical ids.
 */
export const requireMade = async (tx: Tx, userId: number, data: Data, jobId: number | null): Promise<void> => {
  const named = new Map<number, RecordStore>(jobId !== null && isTempId(jobId) ? [[jobId, 'jobs']] : []);
  mapIds(data, (id, store) => {
    if (store !== null && isTempId(id)) {
      named.set(id, store);
    }
    return id;
  });
  for (const [tempId, store] of named) {
    if (!(await isMade(tx, userId, store, tempId))) {
      throw new MissingRecord(tempId);
    }
  }
};

/** The same change without a run that was made here and has been discarded since: an entry is work that was done, in a run or not. */
export const withoutLostRun = async <D extends Data>(tx: Tx, userId: number, data: D): Promise<D> => {
  const runId = data['runId'];
  return typeof runId !== 'number' || !isTempId(runId) || (await isMade(tx, userId, 'runs', runId)) ? data : { ...data, runId: null };
};
