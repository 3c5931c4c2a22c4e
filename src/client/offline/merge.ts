import type { ConflictField } from '#client/offline/item.ts';

type Values = Readonly<Record<string, unknown>>;

/** Absent, null and empty text are one and the same to the server. */
const plain = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.map(ordered);
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

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Both sides' additions and removals; null where both put something else in the place of the same thing: a person has to say which. */
const mergeSets = (base: unknown, mine: unknown, theirs: unknown): unknown[] | null => {
  const [before, here, there] = [listOf(base), listOf(mine), listOf(theirs)];
  const removedByBoth = before.some((item) => !here.includes(item) && !there.includes(item));
  const addedHere = here.some((item) => !before.includes(item));
  const addedThere = there.some((item) => !before.includes(item));
  if (removedByBoth && addedHere && addedThere) {
    return null;
  }
  const isRemoved = (item: unknown): boolean => before.includes(item) && (!here.includes(item) || !there.includes(item));
  return [...new Set([...there, ...here])].filter((item) => !isRemoved(item));
};

interface Merged {
  /** What is to be sent: fields whose value is to differ from theirs. What a person has to decide holds their value. */
  readonly data: Values;
  readonly conflicts: readonly ConflictField[];
}

const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/** Per key; the result carries all keys, for a map is sent whole. Where both changed a key it holds theirs until somebody decides. */
const mergeMaps = (base: unknown, mine: unknown, theirs: unknown): { value: Values; conflicts: ConflictField[] } => {
  const [before, here, there] = [valuesOf(base), valuesOf(mine), valuesOf(theirs)];
  const value: Record<string, unknown> = { ...there };
  const conflicts: ConflictField[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(here)])) {
    if (sameValue(here[key], before[key])) {
      continue;
    }
    if (sameValue(there[key], before[key]) || sameValue(there[key], here[key])) {
      value[key] = plain(here[key]);
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
  if (SETS.has(field)) {
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
