import { type ChangesPage, type Collection, COLLECTIONS, ofEachCollection } from '#shared/domain/changes.ts';
import { kindOfCollection, pathOf } from '#shared/kinds/spellings.ts';

interface Row {
  readonly id: number;
}

/** What a device has of an organization: the records of each collection by their ids. */
export type DeviceCopy = Record<Collection, Map<number, Row>>;

/** Where each collection is listed, below its organization. */
export const LISTS = ofEachCollection((collection): string => pathOf(kindOfCollection(collection)));

export const emptyCopy = (): DeviceCopy => ofEachCollection(() => new Map());

/** Applies a page of changes to the copy. */
export const applyPage = (copy: DeviceCopy, page: ChangesPage): void => {
  for (const collection of COLLECTIONS) {
    for (const row of page.upserts[collection]) {
      copy[collection].set(row.id, row);
    }
    for (const id of page.deletes[collection]) {
      copy[collection].delete(id);
    }
  }
};

/** The rows of a collection in the order of their ids, whatever order they came in. */
export const byId = (rows: Iterable<unknown>): Row[] => ([...rows] as Row[]).sort((a, b) => a.id - b.id);
