import { type ChangesPage, type Collection, COLLECTIONS, type MadeByKey, ofEachCollection } from '#shared/domain/changes.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { organization } from '#shared/domain/organization.ts';
import { auditedOf, kindOfCollection } from '#shared/kinds/spellings.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findNextChanges, type NextChanges } from '#server/data/changes.ts';
import type { JsonRecords } from '#server/data/json-list.ts';
import { KEPT_DATA } from '#server/data/kinds.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { listCreatedRecords } from '#server/data/sync-ops.ts';

/** Changes per page unless the caller wants fewer. */
const MOST = 1000;
/** How many of the caller's latest keyed writes are sent to a device that starts over: more than can be in flight from one. */
const MADE_LAST = 200;

/** A number, and the level for which the device was filled: with another level it may see other things, and starts over. */
const writeCursor = (ctx: Context, seq: number): string => `${seq}.${ctx.level}`;

const readCursor = (cursor: string): { seq: number; level: string } => {
  const [, seq, level] = /^(\d{1,15})\.([a-z]+)$/.exec(cursor) ?? [];
  if (seq === undefined || level === undefined) {
    throw invalid('cursor', 'mustBeEarlierCursor');
  }
  return { seq: Number(seq), level };
};

/** What changed of a collection: records as they are now, and which are gone. */
interface Changed extends JsonRecords {
  readonly gone: readonly number[];
}

type Content = Readonly<Record<Collection, Changed>>;

const NOTHING: Changed = { items: '', ids: [], hasOwn: false, gone: [] };

const readChanged = async (ctx: Context, collection: Collection, { ids: changed }: NextChanges): Promise<Changed> => {
  const ids = [...new Set(changed[auditedOf(kindOfCollection(collection))])];
  if (ids.length === 0) {
    return NOTHING;
  }
  const records = await KEPT_DATA[collection].listChanged(ctx, ids);
  const there = new Set(records.ids);
  return { ...records, gone: ids.filter((id) => !there.has(id)) };
};

const CREATES = [...COLLECTIONS.map((collection) => `${collection}.create`), 'jobEntries.createAtCustomer'];

/** What the caller made by keyed writes: of the changes after a number, or the last of all. */
const listMade = async (ctx: Context, after: number, which: 'first' | 'last', limit: number): Promise<MadeByKey[]> => {
  const makings = await listCreatedRecords(ctx, CREATES, after, which, limit);
  return makings.map(({ operation, id, key }) => ({ collection: operation.slice(0, operation.indexOf('.')) as Collection, id, key }));
};

/** Which records of a page the caller made, by which keys. Read after them: what was made since is sent with what it made. */
const madeIn = async (ctx: Context, content: Content, after: number, limit: number): Promise<MadeByKey[]> => {
  if (!COLLECTIONS.some((collection) => content[collection].hasOwn)) {
    return [];
  }
  // Each that made one of these records has a number of its own among the changes that were asked for.
  const made = await listMade(ctx, after, 'first', limit);
  const there = ofEachCollection((collection) => new Set(content[collection].ids));
  return made.filter(({ collection, id }) => there[collection].has(id));
};

/** A JSON object of these texts. */
const objectOf = <Name extends string>(texts: Readonly<Record<Name, string>>): string =>
  `{${Object.entries(texts)
    .map(([name, json]) => `"${name}":${String(json)}`)
    .join(',')}}`;

/** A page as JSON: all fields of the schema, and of records what the database wrote. */
const writePage = (
  { cursor, reset, more, made }: Pick<ChangesPage, 'cursor' | 'reset' | 'more' | 'made'>,
  content: Content,
  self: ChangesPage['upserts']['organizations'],
): string =>
  objectOf<keyof ChangesPage>({
    cursor: JSON.stringify(cursor),
    reset: String(reset),
    more: String(more),
    upserts: objectOf<keyof ChangesPage['upserts']>({
      ...ofEachCollection((collection) => `[${content[collection].items}]`),
      organizations: JSON.stringify(self),
    }),
    deletes: objectOf(ofEachCollection((collection) => JSON.stringify(content[collection].gone))),
    made: JSON.stringify(made),
  });

/** The organization as the caller sees it, without what only the server knows. */
const readSelf = async (ctx: Context) => [organization.parse(await findOrganization(ctx, ctx.orgId))];

/**
 * What changed in the organization since the cursor, in its current state, and the next cursor, as JSON (`ChangesPage`). A record may come
 * once too often, never once too few: numbers are assigned in the order of commits.
 */
export const readChanges = async (ctx: Context, query: PageQuery): Promise<string> => {
  const from = query.cursor === undefined ? null : readCursor(query.cursor);
  const limit = query.limit ?? MOST;
  const next = await findNextChanges(ctx, from?.seq ?? null, limit);
  if (from !== null && from.seq > next.seq) {
    // Of a time that was lost; if an epoch began since, its numbers have leapt past every cursor.
    ctx.noteAhead(ctx.orgId);
  }
  if (from === null || from.level !== ctx.level || from.seq > next.seq || from.seq < next.forgotten) {
    const made = await listMade(ctx, 0, 'last', MADE_LAST);
    return writePage(
      { cursor: writeCursor(ctx, next.seq), reset: true, more: false, made },
      ofEachCollection(() => NOTHING),
      [],
    );
  }
  const content: Record<Collection, Changed> = ofEachCollection(() => NOTHING);
  for (const collection of COLLECTIONS) {
    content[collection] = await readChanged(ctx, collection, next);
  }
  const self = next.ids.organization === undefined ? [] : await readSelf(ctx);
  const made = await madeIn(ctx, content, from.seq, limit);
  return writePage({ cursor: writeCursor(ctx, next.last ?? from.seq), reset: false, more: next.count === limit, made }, content, self);
};
