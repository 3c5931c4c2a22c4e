import { auditedOf, KEPT_COLLECTIONS, kindOfCollection } from '#shared/kinds/spellings.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline, callPage } from '#client/api/other-calls.ts';
import { KEPT_ROUTES } from '#client/data/kept-routes.ts';
import { t } from '#client/lib/texts.ts';
import { awaitOutcome, type Engine, realIds, takeBackChange } from '#client/offline/public.ts';

interface Deleted {
  readonly orgId: number;
  readonly userId: number;
  /** The call that deleted it. */
  readonly route: Route;
  readonly recordId: number;
  /** The deletion, as it waits or waited on this device. */
  readonly itemId: string;
}

/** How long a deletion that is on its way is waited for. */
const WAIT_MS = 10_000;
/** The latest deletions of the user, among which this one is. */
const LATEST = '100';

const undoOnServer = async (engine: Engine, { orgId, userId, route, recordId }: Deleted): Promise<void> => {
  const store = KEPT_COLLECTIONS.find((each) => KEPT_ROUTES[each].remove === route);
  if (store === undefined) {
    throw new Error(`${route.path} deletes nothing that can be restored.`);
  }
  const known = (await realIds(engine, [recordId])).get(recordId) ?? recordId;
  const { items } = await callPage(routes.auditLogs.list, {
    params: { orgId },
    query: { entityType: auditedOf(kindOfCollection(store)), action: 'delete', userId: String(userId), limit: LATEST },
  });
  const item = items.find(({ entityId }) => entityId === known);
  if (!item) {
    throw new Error(t('Undo it under Activity.'));
  }
  // Restored already, by somebody else or in another tab: what was wanted is so.
  if (!item.isUndone) {
    await callOnline(routes.auditLogs.undo, { params: { orgId, id: item.id } }, newKey());
  }
  await engine.pull(orgId);
};

/**
 * Takes a deletion back: on this device as long as nothing of it has left, otherwise on the server. One that is on its way is waited for, for
 * taking back what may have arrived would promise what nobody knows. Rejects with a sentence that says what to do.
 */
export const undoDeletion = async (engine: Engine, deleted: Deleted): Promise<void> => {
  const { itemId } = deleted;
  if (await takeBackChange(engine, itemId)) {
    return;
  }
  const outcome = await awaitOutcome(engine, itemId, WAIT_MS);
  if (outcome.kind === 'waiting') {
    throw new Error(t('It is on its way to the server. Undo it under Activity when you are online.'));
  }
  if (outcome.kind === 'attention') {
    throw new Error(t('Decide about it on the Sync screen.'));
  }
  await undoOnServer(engine, deleted);
};
