import { type ChangesPage, type Collection, COLLECTIONS, type MadeByKey, ofEachCollection } from '#shared/domain/changes.ts';
import { invalid } from '#shared/lib/errors.ts';
import { answered } from '#tests/sim/model-records.ts';
import type { Within } from '#tests/sim/model-requests.ts';
import type { ModelOrg, ModelRow } from '#tests/sim/model-state.ts';

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = (row: ModelRow): string =>
  (wordOf(row['businessName']) || wordOf(row['name']) || `${wordOf(row['firstName'])} ${wordOf(row['lastName'])}`).toLowerCase();

const DATED: ReadonlySet<Collection> = new Set(['daysOff', 'runs', 'jobEntries']);

/** What a list is ordered by before the id, and whether the newest come first. */
const placeOf = (collection: Collection, row: ModelRow): string =>
  DATED.has(collection) ? String(row['date']) : collection === 'jobs' ? String(row['createdAt']) : nameOf(row);
const isNewestFirst = (collection: Collection): boolean => collection === 'jobs' || DATED.has(collection);

type Place = readonly [string, number];

const compare = (collection: Collection, left: Place, right: Place): number =>
  (byText(left[0], right[0]) || left[1] - right[1]) * (isNewestFirst(collection) ? -1 : 1);

const limitOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('limit');
  if (text !== null && !/^([1-9]\d{0,2}|1000)$/.test(text)) {
    throw invalid('limit', 'mustBeOneTo1000');
  }
  return text === null ? undefined : Number(text);
};

const placeIn = (cursor: string): Place => {
  const at = cursor.lastIndexOf('_');
  return [cursor.slice(0, at), Number(cursor.slice(at + 1))];
};

const FILTERS = ['jobId', 'customerId', 'serviceTypeId', 'status'];

const isWanted = (row: ModelRow, query: URLSearchParams): boolean => {
  const [from, to] = [query.get('from'), query.get('to')];
  return (
    FILTERS.every((field) => query.get(field) === null || String(row[field]) === query.get(field)) &&
    (from === null || String(row['date']) >= from) &&
    (to === null || String(row['date']) <= to)
  );
};

/** A list or a page of it, and the query of the next page. */
export const answerList = (org: ModelOrg, collection: Collection, query: URLSearchParams): { rows: ModelRow[]; next: string | null } => {
  const after = query.get('cursor');
  const limit = limitOf(query);
  const place = (row: ModelRow): Place => [placeOf(collection, row), row.id];
  const rows: ModelRow[] = [];
  for (const { row, isDeleted } of org.tables[collection].values()) {
    if (!isDeleted && isWanted(row, query) && (after === null || compare(collection, place(row), placeIn(after)) > 0)) {
      rows.push(row);
    }
  }
  rows.sort((left, right) => compare(collection, place(left), place(right)));
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const last = page.at(-1);
  const further = new URLSearchParams(query);
  if (last) {
    further.set('cursor', place(last).join('_'));
  }
  return {
    rows: page.map((row) => answered(org, collection, row)),
    next: page.length < rows.length ? further.toString() : null,
  };
};

type Page = Omit<ChangesPage, 'upserts'> & { readonly upserts: Record<string, unknown[]> };

const emptyPage = (): Pick<Page, 'upserts' | 'deletes'> => {
  return { upserts: { organizations: [], ...ofEachCollection(() => []) }, deletes: ofEachCollection(() => []) };
};

/** What the caller created by keyed writes after a number. */
const madeBy = (org: ModelOrg, userId: number, after: number): Page['made'] =>
  [...org.keys.values()].flatMap((outcome) => (outcome.made && outcome.userId === userId && outcome.seq > after ? [outcome.made] : []));

const MADE_LAST = 200;

const without = <T extends Readonly<Record<string, unknown>>>(lists: T, unknown: ReadonlySet<Collection>): T =>
  Object.fromEntries(Object.entries(lists).filter(([name]) => !unknown.has(name as Collection))) as T;

/**
 * What changed since a cursor, as `commands/read-changes.ts` reports it; a server that does not know a kind of record yet leaves it out.
 */
export const answerChanges = (
  org: ModelOrg,
  within: Within,
  query: URLSearchParams,
  self: () => unknown,
  unknown: ReadonlySet<Collection>,
): Page => {
  const page = changesSince(org, within, query, self);
  return unknown.size === 0 ? page : { ...page, upserts: without(page.upserts, unknown), deletes: without(page.deletes, unknown) };
};

const changesSince = (org: ModelOrg, { member: { level }, person }: Within, query: URLSearchParams, self: () => unknown): Page => {
  const cursor = query.get('cursor');
  const limit = limitOf(query) ?? 1000;
  const [, seqText, from] = /^(\d{1,15})\.([a-z]+)$/.exec(cursor ?? '') ?? [];
  if (cursor !== null && seqText === undefined) {
    throw invalid('cursor', 'mustBeEarlierCursor');
  }
  const since = Number(seqText);
  if (cursor === null || from !== level || since > org.seq || since < org.forgotten) {
    return {
      cursor: `${org.seq}.${level}`,
      reset: true,
      more: false,
      ...emptyPage(),
      made: madeBy(org, person.id, 0).reverse().slice(0, MADE_LAST),
    };
  }
  const changes = org.changes.filter(({ seq }) => seq > since).slice(0, limit);
  const page = emptyPage();
  for (const collection of COLLECTIONS) {
    const ids = new Set(changes.filter((change) => change.collection === collection).map(({ id }) => id));
    for (const id of ids) {
      const stored = org.tables[collection].get(id);
      if (stored && !stored.isDeleted) {
        page.upserts[collection]?.push(answered(org, collection, stored.row));
      } else {
        page.deletes[collection].push(id);
      }
    }
  }
  if (changes.some(({ collection }) => collection === 'organizations')) {
    page.upserts['organizations'] = [self()];
  }
  const isHere = ({ collection, id }: MadeByKey): boolean =>
    page.upserts[collection]?.some((row) => Reflect.get(Object(row), 'id') === id) === true;
  const made = changes.length === 0 ? [] : madeBy(org, person.id, since).filter(isHere);
  return { cursor: `${changes.at(-1)?.seq ?? since}.${level}`, reset: false, more: changes.length === limit, ...page, made };
};
