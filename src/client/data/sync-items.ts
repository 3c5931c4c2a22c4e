import { type Engine, type LocalRow, readNamedRecords, type SyncItem } from '#client/offline/public.ts';
import { detailOf, nameOf, type Names, placeOf, titleOf, valuesOf } from '#client/data/sync-words.ts';

/** A change of this device in words. */
export interface ItemView {
  readonly item: SyncItem;
  readonly title: string;
  readonly detail: string;
  /** Where it belongs, such as an entry's job; may be empty. */
  readonly place: string;
  /** The name of its organization, if it is on this device. */
  readonly organization: string;
  /** The record as this device shows it; undefined if it is not there (any longer). */
  readonly row: LocalRow | undefined;
  /** Every value that it sends, by field label. */
  readonly values: readonly (readonly [label: string, value: string])[];
  readonly names: Names;
  /** With a conflict: who changed the record in the office, if this device knows them. */
  readonly otherPerson: string | null;
}

/** A change in words, using what is known of the records that it references. */
export const viewOf = (item: SyncItem, names: Names, row: LocalRow | undefined, otherPerson: string | null = null): ItemView => ({
  item,
  title: titleOf(item, names),
  detail: detailOf(item, names),
  place: placeOf(item, names),
  organization: nameOf('organizations', names('organizations', item.orgId)),
  row,
  values: valuesOf(item, names),
  names,
  otherPerson,
});

/** Changes in words, with the names known to this device: one read of the local stores for a page of them. */
export const readItemViews = async (engine: Engine, items: readonly SyncItem[]): Promise<ItemView[]> => {
  const { find, shownOf, otherPersonOf } = await readNamedRecords(engine, items);
  return items.map((item) => {
    const person = otherPersonOf(item);
    return viewOf(item, find, shownOf(item), person ? `${String(person['firstName'])} ${String(person['lastName'])}` : null);
  });
};
