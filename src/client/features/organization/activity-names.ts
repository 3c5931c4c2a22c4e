import type { AuditLog } from '#shared/domain/audit-log.ts';
import { keptAs, kindOfAudited } from '#shared/kinds/spellings.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { findRecords, type LocalRow, mapIds, recordKey, type RecordName, type RecordStore } from '#client/offline/public.ts';

/** Where this device keeps the records of an audit log item; undefined where it keeps none. */
export const storeOf = ({ entityType }: Pick<AuditLog, 'entityType'>): RecordStore | undefined => keptAs(kindOfAudited(entityType));

const PEOPLE_AND_MACHINES: readonly RecordStore[] = ['equipment', 'employees'];

const namedBy = (item: AuditLog): RecordName[] => {
  const own = storeOf(item);
  const found: RecordName[] = own === undefined ? [] : [[own, item.entityId]];
  for (const values of [item.changes.old, item.changes.new]) {
    mapIds(values, (id, store) => {
      // For a field of the organization's own it is unknown what its ids refer to.
      for (const each of store === null ? PEOPLE_AND_MACHINES : [store]) {
        found.push([each, id]);
      }
      return id;
    });
  }
  return found;
};

/** The records that audit log items are about or reference, as far as they are on this device: by store and id. */
export const readActivityNames = (items: readonly AuditLog[]): Promise<ReadonlyMap<string, LocalRow>> =>
  findRecords(theEngine(), items.flatMap(namedBy));

/** Returns a lookup of records; for one that is gone, the name recorded in an item about it. */
export const namesIn = (items: readonly AuditLog[], found: ReadonlyMap<string, LocalRow>) => {
  const subjects = new Map(items.map((item) => [recordKey(storeOf(item) ?? 'organizations', item.entityId), item.subject]));
  return (store: RecordStore, id: number): LocalRow | undefined => {
    const subject = subjects.get(recordKey(store, id));
    const row = found.get(recordKey(store, id));
    return (
      row ??
      (subject === undefined ? undefined : { id, organizationId: 0, version: 0, name: subject, businessName: subject, firstName: subject })
    );
  };
};

/** Whether the record is on this device and can be opened. */
export const isHere = (item: AuditLog, found: ReadonlyMap<string, LocalRow>): boolean => {
  const store = storeOf(item);
  return store !== undefined && found.has(recordKey(store, item.entityId));
};
