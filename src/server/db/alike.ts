/** What an item of the audit log says. */
interface Item {
  readonly entityType: string;
  readonly entityId: number;
  readonly action: string;
  readonly new: Readonly<Record<string, unknown>> | null;
}

/** What was done to a record, apart from to which and with which values. Checking an entry and unchecking it are two things. */
const deedOf = ({ entityType, action, new: after }: Item): string => {
  const fields = action === 'update' ? Object.keys(after ?? {}).toSorted() : [];
  return JSON.stringify([entityType, action, fields, after?.['checkedAt'] === null]);
};

/**
 * For each change of a transaction: to how many records the transaction did the same, if it is the one that stands for them; 0: another one
 * stands for it. The one with the greatest id does: so two transactions with the same records are known by it.
 */
export const countAlike = (changes: readonly Item[]): number[] => {
  const deeds = new Map<string, { records: Set<number>; place: number; entityId: number }>();
  changes.forEach((change, place) => {
    const { entityId } = change;
    const deed = deedOf(change);
    const known = deeds.get(deed) ?? { records: new Set(), place, entityId };
    known.records.add(entityId);
    deeds.set(deed, entityId >= known.entityId ? { ...known, place, entityId } : known);
  });
  const alike = changes.map(() => 0);
  for (const { records, place } of deeds.values()) {
    alike[place] = records.size;
  }
  return alike;
};
