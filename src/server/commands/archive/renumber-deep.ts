import { keyElsewhere } from '#shared/billing/work-lines.ts';
import { kindNamedBy } from '#shared/kinds/references.ts';
import { ENTITIES, type Entity } from '#shared/kinds/registry.ts';
import { collectionOf } from '#shared/kinds/spellings.ts';
import type { ListName } from '#server/data/archive-tables.ts';

type Values = Record<string, unknown>;

/** What a plain `id` refers to, by the name of the object that contains it. */
const ID_UNDER: Readonly<Record<string, Entity>> = { customer: 'customer', jobs: 'job', entries: 'jobEntry', rate: 'rate' };

/** The list that an id under this name refers to, in rates, drafts, billing records and letters alike; undefined: it is no id. */
const listNamedBy = (under: string, name: string): ListName | undefined => {
  if (name === 'recordId') {
    return 'billingRecords';
  }
  const kind = name === 'id' ? (Object.hasOwn(ID_UNDER, under) ? ID_UNDER[under] : undefined) : kindNamedBy(name);
  return ENTITIES.filter((each) => each === kind).map(collectionOf)[0];
};

export interface DeepIds {
  /** The new id; undefined: the export does not contain it. */
  readonly idOf: (list: ListName, id: number) => number | undefined;
  /** The values of an entry with new ids: its fields say which are ids. */
  readonly fieldValues: (values: Values) => Values;
  /** Called for each id that refers to nothing in the export; null takes its place. */
  readonly onLost: () => void;
}

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON of a bill with new ids. Lists keep their length: nothing that was billed drops out. */
export const deepRenumbered = ({ idOf, fieldValues, onLost }: DeepIds, column: string, json: unknown): unknown => {
  const idHere = (list: ListName, id: number): number | null => {
    const here = idOf(list, id);
    if (here === undefined) {
      onLost();
    }
    return here ?? null;
  };
  const ids = (list: ListName, value: unknown): unknown =>
    Array.isArray(value) ? value.map((item) => ids(list, item)) : typeof value === 'number' ? idHere(list, value) : value;
  const walk = (under: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => walk(under, item));
    }
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, named(under, name, item)])) : value;
  };
  const named = (under: string, name: string, value: unknown): unknown => {
    const list = listNamedBy(under, name);
    if (list !== undefined) {
      return ids(list, value);
    }
    if (name === 'key' && typeof value === 'string') {
      return keyElsewhere(value, (kind, id) => idHere(kind === 'job' ? 'jobs' : 'rates', id) ?? 0);
    }
    // Fields may have any name.
    return name === 'customFieldValues' && isRecord(value) ? fieldValues(value) : walk(name, value);
  };
  return walk(column, json);
};
