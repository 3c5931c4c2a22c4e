import { sharesFuel } from '#shared/domain/shared-run.ts';
import { type Core, notify, QUEUE_CHANGED, rowsChanged, writeDurably } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { about, using, withKey } from './marks.ts';
import { pickFields, resolved } from './merge.ts';
import { canonicalData, canonicalJobId } from './references.ts';
import { knownId } from './known-ids.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';
import { addItem, dropFiles, existsThrough, withContent } from './queue.ts';
import { change, edit, own, rebase, tellDeletion } from './revise.ts';

// What a person decides about a change on the Sync screen, besides editing and discarding it.

/** Tries it again as it is, at once. False if it is no longer there. */
export const retry = (core: Core, id: string): Promise<boolean> =>
  change(core, id, (item) =>
    item.status === 'sending' || item.reason === 'conflict'
      ? item
      : { ...item, status: 'pending', reason: null, lastError: null, nextAttemptAt: 0, isConfirmedOld: true },
  );

/** Sends an entry again, for another open job. */
export const move = (core: Core, id: string, jobId: number): Promise<boolean> => edit(core, id, {}, { jobId });

/**
 * A person has decided every conflicting field: `mine` names those in which this device's value counts. Sends what then differs from the
 * other side. Returns false if the change is no longer there. A deletion is sent in any case.
 */
export const resolve = (core: Core, id: string, mine: ReadonlySet<string>): Promise<boolean> =>
  change(core, id, async (item, tx) => {
    const { conflict } = item;
    if (!conflict) {
      return item;
    }
    const { current, fields, merged } = conflict;
    if (item.operation === 'remove') {
      const seen = pickFields(Object.keys(item.base ?? {}), current);
      return withContent(item, { base: seen, baseVersion: Number(current['version']) });
    }
    const data = resolved(pickFields(merged, item.data), fields, current, (field) => mine.has(field));
    const decided = fields.map(({ field }) => field.split('.')[0] ?? '');
    await tellDeletion(tx, item, { ...pickFields(decided, current), ...data });
    return withContent(item, { data, base: pickFields(Object.keys(data), current), baseVersion: Number(current['version']) });
  });

/** Everything that would be discarded together with a change because it exists through it, such as the entries of a job. */
export const dependents = (core: Core, id: string): Promise<SyncItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const item = await own(core, tx, id);
    if (!item || item.operation !== 'create' || (await tx.get('idMap', item.target))) {
      return [];
    }
    const found = [
      ...(await tx.list('syncQueue', withKey(item.userId, using(item.target)))),
      ...(await tx.list('syncQueue', withKey(item.userId, about(item.store, item.target)))),
    ];
    const others = found.filter((other) => other.id !== id && existsThrough(item, other));
    return [...new Map(others.map((other) => [other.id, other])).values()];
  });

/** Someone else deleted the record: creates it again as this device shows it. `fields` are those that a create takes. */
export const recreate = async (core: Core, id: string, fields: readonly string[]): Promise<boolean> => {
  const done = await writeDurably(core, async (tx) => {
    const item = await own(core, tx, id);
    const serverCopy = item && (await tx.get('shadows', recordKey(item.store, await knownId(tx, item.target))));
    if (!item || item.operation !== 'update' || !serverCopy) {
      return undefined;
    }
    const row: LocalRow = { ...serverCopy.row, ...item.data };
    // Its 'No job yet' may have been deleted with it: it waits for a job again.
    const place = row['awaitsJob'] === true ? ['customerId', 'awaitsJob'] : [];
    // A share of a run's fuel would count as typed, and end the sharing: the new entry gets one of its own.
    const run = await tx.get('runs', Number(serverCopy.row['runId'] ?? 0));
    const share = run && sharesFuel(run) && item.data?.['fuel'] === undefined ? 'fuel' : null;
    const picked = pickFields(
      [...fields, ...place].filter((name) => row[name] !== undefined && name !== share),
      row,
    );
    await tx.remove('syncQueue', id);
    await rebase(tx, [item]);
    const jobId = item.store === 'jobEntries' && place.length === 0 ? await canonicalJobId(tx, row) : null;
    const { store, orgId, userId } = item;
    const data = await canonicalData(tx, picked);
    const made = await addItem(core, tx, {
      operation: 'create',
      store,
      orgId,
      userId,
      target: null,
      jobId,
      data,
      base: null,
      baseVersion: null,
    });
    await applyPending(tx, userId, store, item.target);
    await applyPending(tx, userId, store, made.target);
    await dropFiles(tx, item.blobs);
    return item;
  });
  if (done) {
    notify(core, rowsChanged(done.store, done.orgId), QUEUE_CHANGED);
  }
  return done !== undefined;
};
