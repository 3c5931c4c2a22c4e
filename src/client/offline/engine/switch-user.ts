import type { Core } from './core.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { countWaiting } from '#client/offline/outbox/count-waiting.ts';
import type * as takeOver from './take-over.ts';

/** Whether changes of an app from before queues knew users wait here: only they are missing in the index by user. */
const hasFirstForms = ({ storage }: Core): Promise<boolean> =>
  storage.read(['syncQueue'], async (tx) => {
    const [all, ofUsers] = await Promise.all([tx.count('syncQueue', {}), tx.count('syncQueue', { index: 'byUser' })]);
    return all > ofUsers;
  });

/** What a device needs only when it changes hands, or was last used with a very old app. */
type FetchTakeOver = () => Promise<typeof takeOver>;

/**
 * Makes this device's copy this user's: another user's copy is emptied, and the user's own waiting changes are applied. Call it at
 * sign-in. Rejects also if the code for that cannot be fetched; then the copy is as it was.
 */
export const switchUser = async (core: Core, userId: number, fetch: FetchTakeOver): Promise<void> => {
  // Every start waits for this: both reads run at once, and nothing is written that is already there.
  const [[counters, viewOf], isOld] = await Promise.all([
    core.storage.read(['meta'], (tx) => Promise.all([getMeta(tx, 'counters'), getMeta(tx, 'viewOf')])),
    hasFirstForms(core),
  ]);
  if (isOld) {
    await (await fetch()).bringUpToDate(core, userId);
  }
  if (viewOf !== userId || counters === undefined) {
    const { pending } = await countWaiting(core, userId);
    const [{ handOver }, later] = await Promise.all([import('./hand-over.ts'), pending > 0 ? fetch() : null]);
    await handOver(core, userId);
    await later?.showWaiting(core, userId);
  }
};
