import type { Audited } from '#shared/domain/audit-log.ts';
import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { deepRenumbered } from '#server/commands/archive/renumber-deep.ts';
import { listOfAudited, LISTS, type ListName } from '#server/data/archive-tables.ts';

type Values = Record<string, unknown>;

/** The new ids of an export's rows, by list and by original id. */
export type NewIds = Readonly<Record<ListName, ReadonlyMap<number, number>>>;

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id or a list of ids. An id that refers to nothing in the export would refer to something else here, so it is dropped. */
const renumbered = (ids: ReadonlyMap<number, number>, value: unknown): unknown => {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const known = typeof item === 'number' ? ids.get(item) : item;
      return known === undefined ? [] : [known];
    });
  }
  return typeof value === 'number' ? (ids.get(value) ?? null) : value;
};

/** The names under which entries store ids, and what they refer to. */
export type IdFields = ReadonlyMap<string, ListName>;

/** A former name of a data field. */
export interface FormerName {
  readonly id: unknown;
  readonly name: string;
}

/**
 * Reads it from the data fields; if a deleted one has the name of another, the living one counts. Former names count where nothing has them
 * now: billed work, and history, keep naming fields as they were.
 */
export const idFieldsOf = (fields: readonly Values[], formerNames: readonly FormerName[]): IdFields => {
  const found = new Map<string, ListName>();
  const living = (field: Values): number => (field['deletedAt'] === null ? 1 : 0);
  const byId = new Map(fields.map((field) => [field['id'], field]));
  const former = formerNames.flatMap(({ id, name }): Values[] => {
    const field = byId.get(id);
    return field === undefined ? [] : [{ ...field, name }];
  });
  for (const field of [...former, ...fields.toSorted((a, b) => living(a) - living(b))]) {
    const kind = fieldKind(field['fieldType'] as Parameters<typeof fieldKind>[0]);
    const name = String(field['name']);
    found.delete(name);
    if (kind === 'equipment' || kind === 'operator') {
      found.set(name, kind === 'equipment' ? 'equipment' : 'employees');
    }
  }
  return found;
};

const fieldValues = (ids: NewIds, fields: IdFields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const list = fields.get(name);
      return [name, list === undefined ? value : renumbered(ids[list], value)];
    }),
  );

interface Numbers {
  readonly ids: NewIds;
  readonly fields: IdFields;
  readonly organizationId: number;
}

/**
 * Values of a row of the list, or some of them, with new ids. `onLost` is called for columns that contain a nested id which refers to
 * nothing.
 */
const withNewIds = (
  { ids, fields, organizationId }: Numbers,
  list: ListName,
  values: Values,
  onLost: (column: string) => unknown = () => undefined,
): Values => {
  const { refs, deep = [] } = LISTS[list];
  const valueOf = (name: string, value: unknown): unknown => {
    const to = Object.hasOwn(refs, name) ? refs[name] : undefined;
    if (to !== undefined) {
      return renumbered(ids[to], value);
    }
    if (deep.includes(name)) {
      const deepIds = {
        idOf: (referenced: ListName, id: number) => ids[referenced].get(id),
        fieldValues: (held: Values) => fieldValues(ids, fields, held),
        onLost: () => onLost(name),
      };
      return deepRenumbered(deepIds, name, value);
    }
    if (name === 'id') {
      return renumbered(ids[list], value);
    }
    if (name === 'organizationId') {
      return organizationId;
    }
    return name === 'customFieldValues' && isRecord(value) ? fieldValues(ids, fields, value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(name, value)]));
};

const changesWithNewIds = (numbers: Numbers, list: ListName, changes: unknown): unknown => {
  const { old, new: after } = Object(changes) as Values;
  const side = (value: unknown) => (isRecord(value) ? withNewIds(numbers, list, value) : null);
  return { old: side(old), new: side(after) };
};

/** The first required column of the row that refers to nothing in the export; undefined: none. */
const lostRef = (list: ListName, before: Values, after: Values): string | undefined =>
  Object.entries(LISTS[list].refs).find(([name, to]) => {
    const [was, is] = [before[name], after[name]];
    const isLost = Array.isArray(was) ? was.length !== (is as unknown[]).length : was !== null && was !== undefined && is === null;
    return to !== 'people' && isLost;
  })?.[0];

/** A row of an export as it is to be written here, or the name of a column that refers to nothing in the export. */
export const renumberRow = (numbers: Numbers, list: ListName, row: Values): Values | string => {
  const lostDeep: string[] = [];
  const renumberedRow = withNewIds(numbers, list, row, (column) => lostDeep.push(column));
  const lost = lostRef(list, row, renumberedRow) ?? lostDeep[0];
  if (lost !== undefined) {
    return lost;
  }
  if (list === 'billingSettings') {
    // The organization that was exported may be alive: its customers are not reminded twice by themselves.
    return { ...renumberedRow, sendsFirstReminder: false };
  }
  if (list !== 'auditLogs') {
    return renumberedRow;
  }
  const about = listOfAudited(row['entityType'] as Audited);
  if (about === 'billingSettings') {
    // One row for the organization, and named by it.
    return { ...renumberedRow, entityId: numbers.organizationId };
  }
  // Things that no export contains do not exist here; the audit item still tells of them.
  const entityId = about === null ? row['entityId'] : ids(numbers, about, row['entityId']);
  if (entityId === undefined) {
    return 'entityId';
  }
  return { ...renumberedRow, entityId, changes: about === null ? row['changes'] : changesWithNewIds(numbers, about, row['changes']) };
};

const ids = (numbers: Numbers, list: ListName, id: unknown): number | undefined =>
  typeof id === 'number' ? numbers.ids[list].get(id) : undefined;
