import { type Core, QUEUE_CHANGED, rowsChanged, notify, writeLightly } from '#client/offline/engine/core.ts';
import { withKey, using } from './marks.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';

const BATCH = 100;

/**
 * Rewrites rows that show a record under its temporary id, such as entries of a job made offline, with its real id. In batches, so that
 * three weeks of entries under one job do not block the screen; starts again if it was interrupted.
 */
export const propagateKnownIds = async (core: Core, userId: number): Promise<void> => {
  const pending = (await core.storage.read(['meta'], (tx) => getMeta(tx, 'spread'))) ?? [];
  for (const tempId of pending) {
    let after = '';
    for (let isMore = true; isMore;) {
      isMore = await writeLightly(core, async (tx) => {
        const all = withKey(userId, using(tempId));
        const from = after === '' ? all : { ...all, from: after };
        const page = await tx.list('syncQueue', { ...from, limit: BATCH });
        for (const { store, target } of page) {
          await applyPending(tx, userId, store, target);
        }
        const last = page.at(-1)?.marks.find((mark) => mark.startsWith(String(all.from)));
        const isDone = page.length < BATCH || last === undefined;
        after = `${last ?? ''}~`;
        if (isDone) {
          await putMeta(
            tx,
            'spread',
            ((await getMeta(tx, 'spread')) ?? []).filter((id) => id !== tempId),
          );
        }
        return !isDone;
      });
    }
  }
  if (pending.length > 0) {
    notify(core, ...RECORD_STORES.map((store) => rowsChanged(store, 0)), QUEUE_CHANGED);
  }
};
