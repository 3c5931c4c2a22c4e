import type { Audited, AuditLog } from '#shared/domain/audit-log.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { mapIds } from '#client/offline/refs.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/record-stores.ts';
import type { LocalRow } from '#client/offline/stores.ts';

/** Where this device keeps what the audit log tells of; undefined where it keeps none. */
export const STORE_OF: Readonly<Partial<Record<Audited, RecordStore>>> = {
  job_entry: 'jobEntries',
  job: 'jobs',
  customer: 'customers',
  employee: 'employees',
  equipment: 'equipment',
  service_type: 'serviceTypes',
  custom_data_field: 'customDataFields',
  implement: 'implements',
  organization: 'organizations',
};

const keyOf = (store: RecordStore, id: number): string => `${store}:${id}`;

const PEOPLE_AND_MACHINES: readonly RecordStore[] = ['equipment', 'employees'];

const namedBy = ({ entityType, entityId, changes }: AuditLog): (readonly [RecordStore, number])[] => {
  const own = STORE_OF[entityType];
  const found: [RecordStore, number][] = own === undefined ? [] : [[own, entityId]];
  for (const values of [changes.old, changes.new]) {
    mapIds(values, (id, store) => {
      // A field of the organization's own does not say what its ids are of.
      for (const each of store === null ? PEOPLE_AND_MACHINES : [store]) {
        found.push([each, id]);
      }
      return id;
    });
  }
  return found;
};

/** The records that items of the audit log are about or name, as far as they are on this device: by store and id. */
export const readActivityNames = async (items: readonly AuditLog[]): Promise<ReadonlyMap<string, LocalRow>> => {
  const wanted = new Map(items.flatMap(namedBy).map((pair) => [keyOf(...pair), pair]));
  const found = new Map<string, LocalRow>();
  if (wanted.size > 0) {
    await theEngine().core.storage.read([...RECORD_STORES], (tx) =>
      Promise.all(
        [...wanted].map(async ([key, [store, id]]) => {
          const row = await tx.get(store, id);
          if (row) {
            found.set(key, row);
          }
        }),
      ),
    );
  }
  return found;
};

/** Looks a record up; of one that is gone, the name under which an item told of it. */
export const namesIn = (items: readonly AuditLog[], found: ReadonlyMap<string, LocalRow>) => {
  const told = new Map(
    items.map(({ entityType, entityId, subject }) => [keyOf(STORE_OF[entityType] ?? 'organizations', entityId), subject]),
  );
  return (store: RecordStore, id: number): LocalRow | undefined => {
    const subject = told.get(keyOf(store, id));
    const row = found.get(keyOf(store, id));
    return (
      row ??
      (subject === undefined ? undefined : { id, organizationId: 0, version: 0, name: subject, businessName: subject, firstName: subject })
    );
  };
};

/** Whether the record is on this device: then it is there to be opened. */
export const isHere = ({ entityType, entityId }: AuditLog, found: ReadonlyMap<string, LocalRow>): boolean => {
  const store = STORE_OF[entityType];
  return store !== undefined && found.has(keyOf(store, entityId));
};
