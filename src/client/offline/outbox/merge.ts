import type { ConflictField } from '#client/offline/storage/item.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Absent, null and empty text are the same to the server. */
export const plain = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

const FILE = /^(?:blob:)?([0-9a-f]{64})(?:\.[0-9a-z]+)?$/;

/** What identifies an item of a list: a file is the same as `blob:<sha256>` on this device and by its name on the server. */
const identityOf = (item: unknown): unknown => (typeof item === 'string' ? (FILE.exec(item)?.[1] ?? item) : item);

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => ordered(identityOf(item)));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => [key, ordered(item)]),
      )
    : value;
};

/** Whether two values of a field are the same to the server. */
export const sameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(ordered(plain(left))) === JSON.stringify(ordered(plain(right)));

/** These fields of a record as the server has them: null where there is no value. */
export const pickFields = (names: readonly string[], from: Values | null | undefined): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, from?.[name] ?? null]));

/** Fields that are sets: both sides' additions and removals are combined. */
const SETS = new Set([
  'equipmentIds',
  'operatorIds',
  'photos',
  'hintsAccepted',
  'serviceTypeIds',
  'linkedEquipmentIds',
  'customDataFieldIds',
  'requiredFieldIds',
]);

const itemsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

/** Items by identity, each once, in their order; of two spellings the first counts. */
type ItemsByIdentity = ReadonlyMap<unknown, unknown>;

const byIdentity = (items: readonly unknown[]): ItemsByIdentity => {
  const found = new Map<unknown, unknown>();
  for (const item of items) {
    const identity = identityOf(item);
    if (!found.has(identity)) {
      found.set(identity, item);
    }
  }
  return found;
};

const byIdentityIn = (list: unknown): ItemsByIdentity => byIdentity(itemsOf(list));

const addsTo = (before: ItemsByIdentity, after: ItemsByIdentity): boolean => [...after.keys()].some((identity) => !before.has(identity));

/** Whether the lists hold only files: those are merged like sets, whatever their field. */
export const areFiles = (...lists: readonly unknown[]): boolean =>
  lists.some((list) => Array.isArray(list) && list.length > 0) &&
  lists.every((list) => list === undefined || list === null || Array.isArray(list)) &&
  lists.flatMap(itemsOf).every((item) => typeof item === 'string' && FILE.test(item));

/** Whether both sides' changes of a field merge without asking: additions and removals of each are combined. */
export const isSet = (field: string, ...values: readonly unknown[]): boolean => SETS.has(field) || areFiles(...values);

/** Both sides' additions and removals, in the order of theirs. */
export const addUp = (base: unknown, mine: unknown, theirs: unknown): unknown[] => {
  const [before, here, there] = [byIdentityIn(base), byIdentityIn(mine), byIdentityIn(theirs)];
  const isRemoved = (identity: unknown): boolean => before.has(identity) && (!here.has(identity) || !there.has(identity));
  const all = byIdentity([...there.values(), ...here.values()]);
  return [...all].filter(([identity]) => !isRemoved(identity)).map(([, item]) => item);
};

/** Like `addUp`, but null where both sides replaced the same item with something else: a person has to decide. */
export const mergeSets = (base: unknown, mine: unknown, theirs: unknown): unknown[] | null => {
  const [before, here, there] = [byIdentityIn(base), byIdentityIn(mine), byIdentityIn(theirs)];
  const removedByBoth = [...before.keys()].some((identity) => !here.has(identity) && !there.has(identity));
  return removedByBoth && addsTo(before, here) && addsTo(before, there) ? null : addUp(base, mine, theirs);
};

interface Merged {
  /** What is to be sent: fields whose value shall differ from theirs. Undecided fields hold their value. */
  readonly data: Values;
  readonly conflicts: readonly ConflictField[];
}

export const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** A record's values with its custom fields at the top level, each by its name. */
export const withOwnBeside = ({ customFieldValues, ...rest }: Values): Values => ({
  ...rest,
  ...Object.fromEntries(Object.entries(valuesOf(customFieldValues)).map(([key, value]) => [`customFieldValues.${key}`, value])),
});

/**
 * Merges by key. The result has all keys, because a map is sent whole; where both sides changed a key it holds theirs until a person
 * decides.
 */
const mergeMaps = (base: unknown, mine: unknown, theirs: unknown): { value: Values; conflicts: ConflictField[] } => {
  const [before, here, there] = [valuesOf(base), valuesOf(mine), valuesOf(theirs)];
  const value: Record<string, unknown> = { ...there };
  const conflicts: ConflictField[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(here)])) {
    if (sameValue(here[key], before[key])) {
      continue;
    }
    const files = areFiles(before[key], here[key], there[key]) ? mergeSets(before[key], here[key], there[key]) : null;
    if (sameValue(there[key], before[key]) || sameValue(there[key], here[key])) {
      value[key] = plain(here[key]);
    } else if (files !== null) {
      value[key] = files;
    } else {
      const field = `customFieldValues.${key}`;
      conflicts.push({ field, base: plain(before[key]), mine: plain(here[key]), theirs: plain(there[key]) });
    }
  }
  return { value, conflicts };
};

interface FieldResult {
  readonly value: unknown;
  readonly conflicts: readonly ConflictField[];
}

const mergeField = (field: string, base: unknown, mine: unknown, theirs: unknown): FieldResult => {
  if (sameValue(theirs, base) || sameValue(theirs, mine)) {
    return { value: mine, conflicts: [] };
  }
  const conflict: FieldResult = { value: theirs, conflicts: [{ field, base: plain(base), mine: plain(mine), theirs: plain(theirs) }] };
  if (isSet(field, base, mine, theirs)) {
    const value = mergeSets(base, mine, theirs);
    return value === null ? conflict : { value, conflicts: [] };
  }
  if (field === 'customFieldValues') {
    return mergeMaps(base, mine, theirs);
  }
  return sameValue(mine, base) ? { value: theirs, conflicts: [] } : conflict;
};

/**
 * Merges a change with what someone else did to the record in the meantime (specification 2.5). `base` is what the user saw and `mine`
 * what they made of it, both only in the fields they touched; `theirs` is the current record. Numbers are never added up: where two people
 * enter different hours, the user is asked.
 */
export const merge = (base: Values, mine: Values, theirs: Values): Merged => {
  const data: Record<string, unknown> = {};
  const conflicts: ConflictField[] = [];
  for (const [field, value] of Object.entries(mine)) {
    const result = mergeField(field, base[field], value, theirs[field]);
    conflicts.push(...result.conflicts);
    if (!sameValue(result.value, theirs[field])) {
      data[field] = result.value;
    }
  }
  return { data, conflicts };
};

/** What is sent after a decision: `isMine` says for each conflicting field whether the user's own value counts. */
export const resolved = (data: Values, conflicts: readonly ConflictField[], theirs: Values, isMine: (field: string) => boolean): Values => {
  const result: Record<string, unknown> = { ...data };
  for (const { field, mine } of conflicts.filter((conflict) => isMine(conflict.field))) {
    const [name, key] = field.startsWith('customFieldValues.') ? ['customFieldValues', field.slice('customFieldValues.'.length)] : [field];
    result[name] = key === undefined ? mine : { ...valuesOf(result[name] ?? theirs[name]), [key]: mine };
  }
  return result;
};
