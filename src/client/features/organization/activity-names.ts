import type { AuditLog } from '#shared/domain/audit-log.ts';
import { keptAs, kindOfAudited } from '#shared/kinds/spellings.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { findRecords, type LocalRow, mapIds, recordKey, type RecordName, type RecordStore } from '#client/offline/public.ts';

/** Where this device keeps what the audit log tells of; undefined where it keeps none. */
export const storeOf = ({ entityType }: Pick<AuditLog, 'entityType'>): RecordStore | undefined => keptAs(kindOfAudited(entityType));

const PEOPLE_AND_MACHINES: readonly RecordStore[] = ['equipment', 'employees'];

const namedBy = (item: AuditLog): RecordName[] => {
  const own = storeOf(item);
  const found: RecordName[] = own === undefined ? [] : [[own, item.entityId]];
  for (const values of [item.changes.old, item.changes.new]) {
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
export const readActivityNames = (items: readonly AuditLog[]): Promise<ReadonlyMap<string, LocalRow>> =>
  findRecords(theEngine(), items.flatMap(namedBy));

/** Looks a record up; of one that is gone, the name under which an item told of it. */
export const namesIn = (items: readonly AuditLog[], found: ReadonlyMap<string, LocalRow>) => {
  const told = new Map(items.map((item) => [recordKey(storeOf(item) ?? 'organizations', item.entityId), item.subject]));
  return (store: RecordStore, id: number): LocalRow | undefined => {
    const subject = told.get(recordKey(store, id));
    const row = found.get(recordKey(store, id));
    return (
      row ??
      (subject === undefined ? undefined : { id, organizationId: 0, version: 0, name: subject, businessName: subject, firstName: subject })
    );
  };
};

/** Whether the record is on this device: then it is there to be opened. */
export const isHere = (item: AuditLog, found: ReadonlyMap<string, LocalRow>): boolean => {
  const store = storeOf(item);
  return store !== undefined && found.has(recordKey(store, item.entityId));
};
