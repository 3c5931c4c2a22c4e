import * as z from 'zod/mini';
import { pageQuery } from '#shared/domain/fields.ts';
import { offlineKinds } from '#shared/domain/offline-kinds.ts';
import { organization } from '#shared/domain/organization.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { KEPT_COLLECTIONS, type KeptCollection } from '#shared/kinds/spellings.ts';

type Kept = typeof offlineKinds;
/** What a device keeps a copy of, by the names of its local stores. */
export type Collection = KeptCollection;
export const COLLECTIONS = KEPT_COLLECTIONS;

/** A value for each collection, under its name. */
export const ofEachCollection = <Value>(valueOf: (collection: Collection) => Value): Record<Collection, Value> =>
  Object.fromEntries(COLLECTIONS.map((collection) => [collection, valueOf(collection)] as const)) as Record<Collection, Value>;

const records = ofEachCollection<unknown>((collection) => z.array(offlineKinds[collection].get.response)) as {
  readonly [C in Collection]: z.ZodMiniArray<Kept[C]['get']['response']>;
};
const ids = z.array(z.int());
const deleted = ofEachCollection(() => ids);

/**
 * A record that the caller made with an `Idempotency-Key`. The key tells a device that the record is its own, even if the answer was lost.
 */
export const madeByKey = z.object({ collection: z.enum(COLLECTIONS), id: z.int(), key: z.string() });
export type MadeByKey = z.output<typeof madeByKey>;

export const changesPage = z.object({
  /** Where to continue; stored with the rows in one transaction of the device. */
  cursor: z.string(),
  /** The device's copy cannot be updated from its cursor: fetch all lists again, then continue from `cursor`. */
  reset: z.boolean(),
  /** Ask again at once: this page does not reach the present. */
  more: z.boolean(),
  /** Records as they are now, whatever happened to them since the cursor. */
  upserts: z.object({ ...records, organizations: z.array(organization) }),
  deletes: z.object(deleted),
  /**
   * Which of these records the caller made, and with which keys. With `reset`, the most recent ones, because the lists contain the records.
   */
  made: z.array(madeByKey),
});
export type ChangesPage = z.output<typeof changesPage>;

export const changesEndpoints = {
  since: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/changes',
    summary: 'What changed since a cursor; without one: the cursor of now, with `reset`',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: changesPage,
  }),
};
