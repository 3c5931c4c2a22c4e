import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { Collection } from '#shared/domain/changes.ts';
import { isDiscountWhole } from '#shared/domain/customer-billing.ts';
import { type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { missingOf } from '#shared/domain/missing.ts';
import { type AddressParts, withAddress } from '#shared/domain/postal-address.ts';
import { BLANKS } from '#shared/kinds/derived.ts';
import { KINDS, labelOf, removerOf } from '#shared/kinds/registry.ts';
import { type KeptCollection, kindOfCollection } from '#shared/kinds/spellings.ts';
import { invalid, refusal, refusalAt, refusalMessage } from '#shared/lib/errors.ts';
import type { Effect, ModelOrg, ModelRow, Stored } from '#tests/sim/model-state.ts';

/** A job that repeats none, as most do. */
export const BLANK_JOB = { isPlaceholder: false, repeatsJobId: null, season: null, expected: null };

export type Body = Readonly<Record<string, unknown>>;

/** One write while it runs. It refuses before it changes anything, so there is nothing to undo. */
export interface Doing {
  readonly org: ModelOrg;
  readonly userId: number;
  readonly level: AccessLevel;
  readonly key: string | null;
  readonly at: string;
  readonly nextId: () => number;
  readonly effects: Effect[];
  /** The records that it has changed. */
  readonly touched: Set<string>;
}

const nameIn = (org: ModelOrg, collection: Collection, id: unknown): string | null => {
  const row = typeof id === 'number' ? org.tables[collection].get(id)?.row : undefined;
  if (!row) {
    return null;
  }
  return collection === 'employees' ? `${String(row['firstName'])} ${String(row['lastName'])}` : String(row['businessName'] ?? row['name']);
};

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What the entry's service asks for and it does not hold. */
const missingIn = ({ tables }: ModelOrg, row: ModelRow): string[] => {
  const service = tables.serviceTypes.get(row['serviceTypeId'] as number);
  const fields = [...tables.customDataFields.values()].filter(({ isDeleted }) => !isDeleted).map((field) => field.row);
  const [values, asks, known] = [row, service?.isDeleted === false ? service.row : undefined, fields] as unknown as Parameters<
    typeof missingOf
  >;
  return missingOf(values, asks, known);
};

/** The row as it is answered: with the current names of what it refers to. */
export const answered = (org: ModelOrg, collection: Collection, row: ModelRow): ModelRow => {
  if (!org.tellsNames) {
    return row;
  }
  if (collection === 'jobs') {
    return { ...row, customerName: nameIn(org, 'customers', row['customerId']) };
  }
  if (collection !== 'jobEntries') {
    return row;
  }
  return {
    ...row,
    jobName: nameIn(org, 'jobs', row['jobId']),
    awaitsJob: org.tables.jobs.get(row['jobId'] as number)?.row['isPlaceholder'] === true,
    customerName: nameIn(org, 'customers', row['customerId']),
    serviceTypeName: nameIn(org, 'serviceTypes', row['serviceTypeId']),
    implementName: nameIn(org, 'implements', row['implementId']),
    equipmentNames: listed(row['equipmentIds']).map((id) => nameIn(org, 'equipment', id)),
    operatorNames: listed(row['operatorIds']).map((id) => nameIn(org, 'employees', id)),
    missing: missingIn(org, row),
  };
};

export const findStored = (org: ModelOrg, collection: Collection, id: number): Stored => {
  const found = org.tables[collection].get(id);
  if (!found || found.isDeleted) {
    throw refusal('not_found', 'notFound', { what: { term: labelOf(kindOfCollection(collection)) } });
  }
  return found;
};

/** Numbers a change for devices: a record that one write changes twice once. */
export const noteChange = ({ org, touched }: Doing, collection: Collection, id: number): void => {
  if (!touched.has(`${collection} ${id}`)) {
    touched.add(`${collection} ${id}`);
    org.seq += 1;
    org.changes.push({ seq: org.seq, collection, id });
  }
};

const keep = (doing: Doing, collection: Collection, effect: Pick<Effect, 'kind' | 'before' | 'after'>, stored: Stored): ModelRow => {
  const { org, userId, key, effects } = doing;
  org.tables[collection].set(stored.row.id, stored);
  noteChange(doing, collection, stored.row.id);
  // Billing a job makes a billing record, and leaving `billed` reverses it with another.
  if (collection === 'jobs' && effect.after && (effect.before?.['status'] === 'billed') !== (effect.after['status'] === 'billed')) {
    org.seq += 1;
    org.changes.push({ seq: org.seq, collection: null, id: 0 });
  }
  effects.push({ orgId: org.id, collection, id: stored.row.id, userId, key, ...effect });
  return stored.row;
};

/** Kinds whose answers say who changed a record last. */
const KEEP_WRITER: ReadonlySet<Collection> = new Set(['jobs', 'runs', 'jobEntries']);

export const insertRow = (doing: Doing, collection: Collection, values: Body): ModelRow => {
  const { org, userId, at } = doing;
  const row: ModelRow = {
    id: doing.nextId(),
    organizationId: org.id,
    version: 1,
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
    ...(KEEP_WRITER.has(collection) ? { updatedBy: null } : {}),
    ...values,
  };
  return keep(doing, collection, { kind: 'create', before: null, after: row }, { row, isDeleted: false, deletedWithJob: false });
};

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
const same = (left: unknown, right: unknown): boolean =>
  left === right || (typeof left === 'object' && typeof right === 'object' && text(left) === text(right));

/** A change that changes nothing writes nothing. */
export const changeRow = (doing: Doing, collection: Collection, stored: Stored, values: Body): ModelRow => {
  const { row } = stored;
  const changed = Object.entries(values).filter(([field, value]) => value !== undefined && !same(row[field], value));
  if (changed.length === 0) {
    return row;
  }
  const after: ModelRow = {
    ...row,
    ...Object.fromEntries(changed),
    version: row.version + 1,
    updatedAt: doing.at,
    ...('updatedBy' in row ? { updatedBy: doing.userId } : {}),
  };
  return keep(doing, collection, { kind: 'update', before: row, after }, { ...stored, row: after });
};

export const deleteRow = (doing: Doing, collection: Collection, { row }: Stored, deletedWithJob = false): void => {
  const after: ModelRow = {
    ...row,
    version: row.version + 1,
    updatedAt: doing.at,
    ...('updatedBy' in row && !deletedWithJob ? { updatedBy: doing.userId } : {}),
  };
  keep(doing, collection, { kind: 'delete', before: row, after: null }, { row: after, isDeleted: true, deletedWithJob });
};

export const requireAll = (org: ModelOrg, collection: Collection, ids: readonly number[], path: string): void => {
  const missing = ids.filter((id) => !org.tables[collection].has(id));
  if (missing.length > 0) {
    throw invalid(path, 'notFoundAmong', { what: { term: labelOf(kindOfCollection(collection)) }, ids: missing.map(String) });
  }
};

const entriesOf = (org: ModelOrg, jobId: number): Stored[] =>
  [...org.tables.jobEntries.values()].filter(({ row }) => row['jobId'] === jobId).sort((left, right) => left.row.id - right.row.id);

const requireStatusChange = ({ level }: Doing, from: JobStatus, to: JobStatus): void => {
  if (!mayChangeStatus(level, from, to)) {
    throw refusal('forbidden', 'statusChangeNotAllowed', { from: { term: from }, to: { term: to } });
  }
};

export const createJob = (doing: Doing, body: Body): ModelRow => {
  const status = (body['status'] ?? 'open') as JobStatus;
  requireStatusChange(doing, 'open', status);
  requireAll(doing.org, 'customers', [body['customerId'] as number], 'customerId');
  return insertRow(doing, 'jobs', { ...BLANK_JOB, name: body['name'], customerId: body['customerId'], status });
};

/** One 'No job yet' for each customer. */
const requireOnePlaceholder = (org: ModelOrg, id: number, isPlaceholder: boolean, customerId: unknown): void => {
  const isTaken = [...org.tables.jobs.values()].some(
    ({ row, isDeleted }) => !isDeleted && row.id !== id && row['isPlaceholder'] === true && row['customerId'] === customerId,
  );
  if (isPlaceholder && isTaken) {
    throw refusalAt('conflict', 'customerId', refusalMessage('secondPlaceholderJob'));
  }
};

export const updateJob = (doing: Doing, id: number, body: Body): ModelRow => {
  const { org } = doing;
  const before = findStored(org, 'jobs', id);
  const from = before.row['status'] as JobStatus;
  requireStatusChange(doing, from, (body['status'] ?? from) as JobStatus);
  if (typeof body['customerId'] === 'number' && body['customerId'] !== before.row['customerId']) {
    if (from === 'billed' && (body['status'] ?? from) === 'billed') {
      throw refusal('conflict', 'jobBilledNoCustomer', { name: String(before.row['name']) });
    }
    requireAll(org, 'customers', [body['customerId']], 'customerId');
  }
  const isPlaceholder = before.row['isPlaceholder'] === true && (body['name'] ?? before.row['name']) === before.row['name'];
  if (isPlaceholder && (body['status'] ?? from) !== from) {
    throw refusal('conflict', 'jobUnnamed');
  }
  requireOnePlaceholder(org, id, isPlaceholder, body['customerId']);
  const after = changeRow(doing, 'jobs', before, { ...body, isPlaceholder });
  if (typeof body['customerId'] === 'number') {
    for (const entry of entriesOf(org, id)) {
      if (entry.row['customerId'] !== body['customerId']) {
        const row = { ...entry.row, customerId: body['customerId'], version: entry.row.version + 1, updatedAt: doing.at };
        org.tables.jobEntries.set(row.id, { ...entry, row });
        if (!entry.isDeleted) {
          noteChange(doing, 'jobEntries', row.id);
        }
      }
    }
  }
  return after;
};

export const removeJob = (doing: Doing, id: number): void => {
  const stored = findStored(doing.org, 'jobs', id);
  if (stored.row['status'] === 'billed') {
    throw refusal('conflict', 'jobBilledNoDelete', { name: String(stored.row['name']) });
  }
  deleteRow(doing, 'jobs', stored);
  for (const entry of entriesOf(doing.org, id)) {
    if (!entry.isDeleted) {
      deleteRow(doing, 'jobEntries', entry, true);
    }
  }
};

/** A customer of whom nothing is known. */
export const BLANK_CUSTOMER = BLANKS['customers'] ?? {};

type Discount = Parameters<typeof isDiscountWhole>[0];

const requireWholeDiscount = (before: Body, { discountPercent, discountDays }: Body): void => {
  const after = {
    discountPercent: discountPercent === undefined ? (before['discountPercent'] ?? null) : discountPercent,
    discountDays: discountDays === undefined ? (before['discountDays'] ?? null) : discountDays,
  } as Discount;
  if (!isDiscountWhole(after)) {
    throw invalid(after.discountDays === null ? 'discountDays' : 'discountPercent', 'discountNeedsBoth');
  }
};

const requireFreeNumber = ({ org }: Doing, number: unknown, id: number | null): void => {
  const isTaken = [...org.tables.customers.values()].some(
    ({ row, isDeleted }) => !isDeleted && row.id !== id && String(row['externalNumber']).toLowerCase() === String(number).toLowerCase(),
  );
  if (isTaken && typeof number === 'string') {
    throw refusalAt('conflict', 'externalNumber', refusalMessage('customerNumberTaken', { number }));
  }
};

const homeOf = ({ org }: Doing): string | null => (org.row['country'] ?? null) as string | null;

export const createCustomer = (doing: Doing, body: Body): ModelRow => {
  requireWholeDiscount({}, body);
  requireFreeNumber(doing, body['externalNumber'], null);
  return insertRow(doing, 'customers', { ...BLANK_CUSTOMER, ...withAddress(null, body, homeOf(doing)) });
};

export const updateCustomer = (doing: Doing, id: number, body: Body): ModelRow => {
  const stored = findStored(doing.org, 'customers', id);
  requireWholeDiscount(stored.row, body);
  requireFreeNumber(doing, body['externalNumber'], id);
  const before = stored.row as unknown as AddressParts & { readonly address: string | null };
  return changeRow(doing, 'customers', stored, withAddress(before, body, homeOf(doing)));
};

export const removePlain = (doing: Doing, collection: Collection, id: number): void =>
  deleteRow(doing, collection, findStored(doing.org, collection, id));

/** Changes what a member may do (null: nothing any longer), as the office does. */
export const setLevel = (doing: Doing, userId: number, employeeId: number, level: AccessLevel | null): void => {
  const { org } = doing;
  const stored = findStored(org, 'employees', employeeId);
  changeRow(doing, 'employees', stored, level === null ? { isUser: false } : { isUser: true, accessLevel: level });
  if (level === null) {
    org.members.delete(userId);
  } else {
    org.members.set(userId, { employeeId, level });
  }
};

export const mayWrite = (level: AccessLevel, collection: KeptCollection, operation: 'create' | 'update' | 'remove'): boolean => {
  const kind = kindOfCollection(collection);
  return can(level, operation === 'remove' ? removerOf(kind) : KINDS[kind].write);
};
