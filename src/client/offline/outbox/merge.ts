import type { ConflictField } from '#client/offline/storage/item.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Absent, null and empty text are one and the same to the server. */
export const plain = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

const FILE = /^(?:blob:)?([0-9a-f]{64})(?:\.[0-9a-z]+)?$/;

/** What an item of a list stands for: a file is the same as `blob:<sha256>` on this device and under its name on the server. */
const thingOf = (item: unknown): unknown => (typeof item === 'string' ? (FILE.exec(item)?.[1] ?? item) : item);

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => ordered(thingOf(item)));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, of]) => [key, ordered(of)]),
      )
    : value;
};

/** Whether two values of a field are the same to the server. */
export const sameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(ordered(plain(left))) === JSON.stringify(ordered(plain(right)));

/** These fields of a record, as the server has them: null where there is none. */
export const pickFields = (names: readonly string[], from: Values | null | undefined): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, from?.[name] ?? null]));

/** Fields that are sets: what one side adds and the other takes away go together. */
const SETS = new Set([
  'equipmentIds',
  'operatorIds',
  'photos',
  'serviceTypeIds',
  'linkedEquipmentIds',
  'customDataFieldIds',
  'requiredFieldIds',
]);

const itemsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

/** Items by what they stand for, each once, in their order; of two spellings the first counts. */
type Things = ReadonlyMap<unknown, unknown>;

const thingsIn = (items: readonly unknown[]): Things => {
  const things = new Map<unknown, unknown>();
  for (const item of items) {
    const thing = thingOf(item);
    if (!things.has(thing)) {
      things.set(thing, item);
    }
  }
  return things;
};

const thingsOf = (list: unknown): Things => thingsIn(itemsOf(list));

const addsTo = (before: Things, after: Things): boolean => [...after.keys()].some((thing) => !before.has(thing));

/** Whether all that the lists hold are files: those go together like sets under whatever field they stand. */
export const areFiles = (...lists: readonly unknown[]): boolean =>
  lists.some((list) => Array.isArray(list) && list.length > 0) &&
  lists.every((list) => list === undefined || list === null || Array.isArray(list)) &&
  lists.flatMap(itemsOf).every((item) => typeof item === 'string' && FILE.test(item));

/** Whether what two sides make of a field goes together by itself: additions and removals of each. */
export const isSet = (field: string, ...values: readonly unknown[]): boolean => SETS.has(field) || areFiles(...values);

/** Both sides' additions and removals, in the order of theirs. */
export const addUp = (base: unknown, mine: unknown, theirs: unknown): unknown[] => {
  const [before, here, there] = [thingsOf(base), thingsOf(mine), thingsOf(theirs)];
  const isRemoved = (thing: unknown): boolean => before.has(thing) && (!here.has(thing) || !there.has(thing));
  const all = thingsIn([...there.values(), ...here.values()]);
  return [...all].filter(([thing]) => !isRemoved(thing)).map(([, item]) => item);
};

/** The same; null where both put something else in the place of the same thing: a person has to say which. */
export const mergeSets = (base: unknown, mine: unknown, theirs: unknown): unknown[] | null => {
  const [before, here, there] = [thingsOf(base), thingsOf(mine), thingsOf(theirs)];
  const removedByBoth = [...before.keys()].some((thing) => !here.has(thing) && !there.has(thing));
  return removedByBoth && addsTo(before, here) && addsTo(before, there) ? null : addUp(base, mine, theirs);
};

interface Merged {
  /** What is to be sent: fields whose value is to differ from theirs. What a person has to decide holds their value. */
  readonly data: Values;
  readonly conflicts: readonly ConflictField[];
}

export const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** A record's values with those of its own fields beside the others, each by its name. */
export const withOwnBeside = ({ customFieldValues, ...rest }: Values): Values => ({
  ...rest,
  ...Object.fromEntries(Object.entries(valuesOf(customFieldValues)).map(([key, value]) => [`customFieldValues.${key}`, value])),
});

/** Per key; the result carries all keys, for a map is sent whole. Where both changed a key it holds theirs until somebody decides. */
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
 * Puts a change together with what somebody else did to the record meanwhile (decisions §6.5). `base` is what the user saw, `mine` what he
 * made of it (both only in the fields he touched), `theirs` the record as it is. Numbers are never added up: two people who enter
 * different hours are asked.
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

/** What is sent after a person has decided: of each field asked about, whether his own value counts. */
export const resolved = (data: Values, conflicts: readonly ConflictField[], theirs: Values, isMine: (field: string) => boolean): Values => {
  const result: Record<string, unknown> = { ...data };
  for (const { field, mine } of conflicts.filter((conflict) => isMine(conflict.field))) {
    const [name, key] = field.startsWith('customFieldValues.') ? ['customFieldValues', field.slice('customFieldValues.'.length)] : [field];
    result[name] = key === undefined ? mine : { ...valuesOf(result[name] ?? theirs[name]), [key]: mine };
  }
  return result;
};
