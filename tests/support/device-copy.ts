import type { ChangesPage, Collection } from '#shared/domain/changes.ts';

interface Row {
  readonly id: number;
}

/** What a device holds of an organization: the records of each collection by their ids. */
export type DeviceCopy = Record<Collection, Map<number, Row>>;

/** Where each collection is listed, below its organization. */
export const LISTS: Readonly<Record<Collection, string>> = {
  customers: 'customers',
  employees: 'employees',
  serviceTypes: 'service-types',
  customDataFields: 'custom-data-fields',
  equipment: 'equipment',
  implements: 'implements',
  jobs: 'jobs',
  jobEntries: 'job-entries',
};
export const COLLECTIONS = Object.keys(LISTS) as Collection[];

export const emptyCopy = (): DeviceCopy => ({
  customers: new Map(),
  employees: new Map(),
  serviceTypes: new Map(),
  customDataFields: new Map(),
  equipment: new Map(),
  implements: new Map(),
  jobs: new Map(),
  jobEntries: new Map(),
});

/** Does to the copy what a page of changes says. */
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
