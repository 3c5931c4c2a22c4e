import type { Audited } from '#shared/domain/audit-log.ts';
import { type ChangesPage, type Collection, COLLECTIONS, type MadeByKey, ofEachCollection } from '#shared/domain/changes.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { auditedOf, kindOfCollection } from '#shared/kinds/spellings.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { type ChangedRecord, findStanding, listChanges } from '#server/data/changes.ts';
import { KIND_DATA } from '#server/data/kinds.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { listCreatedRecords } from '#server/data/sync-ops.ts';

/** Changes per page unless the caller wants fewer. */
const MOST = 1000;
/** How many of the caller's latest keyed writes are sent to a device that starts over: more than can be in flight from one. */
const MADE_LAST = 200;

type Content = Pick<ChangesPage, 'upserts' | 'deletes'>;

const empty = () => ofEachCollection((): never[] => []);
const nothing = (): Content => ({ upserts: { organizations: [], ...empty() }, deletes: empty() });

/** A number, and the level for which the device was filled: with another level it may see other things, and starts over. */
const writeCursor = (ctx: Context, seq: number): string => `${seq}.${ctx.level}`;

const readCursor = (cursor: string): { seq: number; level: string } => {
  const [, seq, level] = /^(\d{1,15})\.([a-z]+)$/.exec(cursor) ?? [];
  if (seq === undefined || level === undefined) {
    throw invalid('cursor', 'mustBeEarlierCursor');
  }
  return { seq: Number(seq), level };
};

const idsOf = (changes: readonly ChangedRecord[], entityType: Audited): number[] => [
  ...new Set(changes.filter((change) => change.entityType === entityType).map(({ entityId }) => entityId)),
];

const fill = async (ctx: Context, page: Content, collection: Collection, changes: readonly ChangedRecord[]): Promise<void> => {
  const kind = kindOfCollection(collection);
  const ids = idsOf(changes, auditedOf(kind));
  if (ids.length === 0) {
    return;
  }
  const records: readonly { readonly id: number }[] = await KIND_DATA[kind].listByIds(ctx, ids);
  // The registry ties records to collections; the compiler loses that on the way.
  Object.assign(page.upserts, { [collection]: records });
  const there = new Set(records.map(({ id }) => id));
  page.deletes[collection] = ids.filter((id) => !there.has(id));
};

const CREATES = [...COLLECTIONS.map((collection) => `${collection}.create`), 'jobEntries.createAtCustomer'];

/** What the caller made by keyed writes: of the changes after a number, or the last of all. */
const listMade = async (ctx: Context, after: number, which: 'first' | 'last', limit: number): Promise<MadeByKey[]> => {
  const makings = await listCreatedRecords(ctx, CREATES, after, which, limit);
  return makings.map(({ operation, id, key }) => ({ collection: operation.slice(0, operation.indexOf('.')) as Collection, id, key }));
};

/** Which records of a page the caller made, by which keys. Read after them: what was made since is sent with what it made. */
const madeIn = async (ctx: Context, { upserts }: Content, after: number, limit: number): Promise<MadeByKey[]> => {
  const isOwn = (collection: Collection) => upserts[collection].some(({ createdBy }) => createdBy === ctx.user.id);
  if (!COLLECTIONS.some(isOwn)) {
    return [];
  }
  // Each that made one of these records has a number of its own among the changes that were asked for.
  const made = await listMade(ctx, after, 'first', limit);
  return made.filter(({ collection, id }) => upserts[collection].some((record) => record.id === id));
};

/**
 * What changed in the organization since the cursor, in its current state, and the next cursor. A record may come once too often, never
 * once too few: numbers are assigned in the order of commits.
 */
export const readChanges = async (ctx: Context, query: PageQuery): Promise<ChangesPage> => {
  const from = query.cursor === undefined ? null : readCursor(query.cursor);
  const standing = await findStanding(ctx);
  if (from !== null && from.seq > standing.seq) {
    // Of a time that was lost; if an epoch began since, its numbers have leapt past every cursor.
    ctx.noteAhead(ctx.orgId);
  }
  if (from === null || from.level !== ctx.level || from.seq > standing.seq || from.seq < standing.forgotten) {
    const made = await listMade(ctx, 0, 'last', MADE_LAST);
    return { cursor: writeCursor(ctx, standing.seq), reset: true, more: false, ...nothing(), made };
  }
  const limit = query.limit ?? MOST;
  const changes = await listChanges(ctx, from.seq, limit);
  const page = nothing();
  for (const collection of COLLECTIONS) {
    await fill(ctx, page, collection, changes);
  }
  if (changes.some(({ entityType }) => entityType === 'organization')) {
    page.upserts.organizations = [await findOrganization(ctx, ctx.orgId)];
  }
  const made = await madeIn(ctx, page, from.seq, limit);
  return { cursor: writeCursor(ctx, changes.at(-1)?.seq ?? from.seq), reset: false, more: changes.length === limit, ...page, made };
};
