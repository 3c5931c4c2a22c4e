import type { Importer } from '#server/commands/archive/unpack-job.ts';
import { emptyBillingSummary, addToBillingSummary, requireConsistentBilling } from '#server/commands/archive/billing-summary.ts';
import type { Archive } from '#server/commands/archive/open-archive.ts';
import { readRows } from '#server/commands/archive/read-rows.ts';
import { type FormerName, type IdFields, idFieldsOf, type NewIds } from '#server/commands/archive/renumber.ts';
import { keyOf, LIST_NAMES, type ListName, tableNameOf } from '#server/data/archive-tables.ts';
import { damaged, type Row } from '#server/data/archive-write.ts';

interface Scanned {
  /** The original ids of each list. */
  readonly oldIds: Readonly<Record<ListName, readonly number[]>>;
  readonly small: Readonly<Record<'organization' | 'people' | 'customDataFields' | 'photos', readonly Row[]>>;
  /** The employee who owns the organization, by original id. */
  readonly owner: number;
  readonly waitingMembers: number;
  /** Former names of data fields, oldest first. */
  readonly formerNames: readonly FormerName[];
}

const isKept = (list: ListName): list is keyof Scanned['small'] =>
  list === 'organization' || list === 'people' || list === 'customDataFields' || list === 'photos';

/** Of a year there are numbers of several ranges, which `requireConsistentBilling` tells apart. */
const requireDistinct = (list: ListName, ids: readonly unknown[]): void => {
  if (list !== 'billingNumbers' && new Set(ids).size !== ids.length) {
    throw damaged('damagedSameTwice', { file: `lists/${list}.ndjson`, column: keyOf(list) });
  }
};

/** The one owner, whom the organization must name. */
const ownerOf = ([organization, ...more]: readonly Row[], owners: readonly unknown[]): number => {
  const named = organization?.['ownerEmployeeId'];
  if (typeof named !== 'number' || more.length > 0 || owners.length !== 1 || owners[0] !== named) {
    throw damaged('damagedOwner', { file: 'lists/organization.ndjson' });
  }
  return named;
};

const isWaiting = (employee: Row): boolean =>
  employee['isUser'] === true && employee['deletedAt'] === null && employee['email'] !== null && employee['accessLevel'] !== 'owner';

const formerNamesIn = (list: ListName, { entityType, entityId, changes }: Row): FormerName[] => {
  const { name } = Object(list === 'auditLogs' && entityType === 'custom_data_field' ? Object(changes)['old'] : null) as Row;
  return typeof name === 'string' ? [{ id: entityId, name }] : [];
};

/** Reads every row once and checks it, before anything is written. */
const scan = async (archive: Archive): Promise<Scanned> => {
  const oldIds = {} as Record<ListName, number[]>;
  const small = { organization: [], people: [], customDataFields: [], photos: [] } as Record<keyof Scanned['small'], Row[]>;
  const owners: unknown[] = [];
  const formerNames: FormerName[] = [];
  const summary = emptyBillingSummary();
  let waitingMembers = 0;
  for (const list of LIST_NAMES) {
    const keys: unknown[] = [];
    for await (const row of readRows(archive, list)) {
      keys.push(row[keyOf(list)]);
      addToBillingSummary(summary, list, row);
      formerNames.push(...formerNamesIn(list, row));
      if (isKept(list)) {
        small[list].push(row);
      }
      if (list === 'employees') {
        waitingMembers += isWaiting(row) ? 1 : 0;
        owners.push(...(row['accessLevel'] === 'owner' ? [row['id']] : []));
      }
    }
    requireDistinct(list, keys);
    oldIds[list] = keys.filter((key) => typeof key === 'number');
  }
  requireConsistentBilling(summary);
  return { oldIds, small, owner: ownerOf(small.organization, owners), waitingMembers, formerNames };
};

/** The new ids of everything in an export. */
export interface ImportPlan extends Pick<Scanned, 'small' | 'waitingMembers'> {
  readonly organizationId: number;
  readonly ids: NewIds;
  readonly fields: IdFields;
  /** The owner's employee, by new id. */
  readonly ownerId: number | undefined;
}

/**
 * The person who imports, and other known accounts, are matched by their emails; everyone else wrote elsewhere and gets a number below
 * zero.
 */
const numbersOfPeople = (people: readonly Row[], known: readonly Importer[]): Map<number, number> => {
  const accounts = new Map(known.map(({ id, email }) => [email.toLowerCase(), id]));
  const accountOf = (person: Row): number | undefined => accounts.get(String(person['email']).toLowerCase());
  return new Map(people.map((person, index) => [Number(person['userId']), accountOf(person) ?? -1 - index]));
};

/** Returns ids of a table that nothing else will ever get, in ascending order. */
export type ReserveIds = (table: string, count: number) => Promise<readonly number[]>;

/** Checks all rows and assigns new ids, in the order of the original ones. `known`: the accounts here that are people of the export. */
export const planImport = async (known: readonly Importer[], archive: Archive, reserveIds: ReserveIds): Promise<ImportPlan> => {
  const { oldIds, small, owner, waitingMembers, formerNames } = await scan(archive);
  const ids = {} as Record<ListName, ReadonlyMap<number, number>>;
  for (const list of LIST_NAMES) {
    if (keyOf(list) === 'id') {
      const old = oldIds[list].toSorted((a, b) => a - b);
      const fresh = await reserveIds(tableNameOf(list), old.length);
      ids[list] = new Map(old.map((id, index) => [id, fresh[index] ?? 0]));
    }
  }
  ids.people = numbersOfPeople(small.people, known);
  const [organizationId] = ids.organization.values();
  if (organizationId === undefined) {
    throw new Error('The database gave no id for the organization.');
  }
  return {
    organizationId,
    ids,
    fields: idFieldsOf(small.customDataFields, formerNames),
    ownerId: ids.employees.get(owner),
    small,
    waitingMembers,
  };
};
