import type { Audited } from '#shared/domain/audit-log.ts';
import type { DemoOrganization, Place } from '#demo/organization.ts';

type Values = Record<string, unknown>;

/** A record and its history, with real ids: the source of its row and its audit rows. */
export interface LoadedRecord {
  readonly table: 'employees' | 'custom_data_fields' | 'service_types' | 'equipment' | 'customers' | 'jobs' | 'job_entries';
  readonly audited: Audited;
  readonly id: number;
  readonly subject: string;
  readonly at: number;
  readonly by: number | null;
  /** The values at its creation. */
  readonly given: Values;
  readonly updates: readonly { readonly at: number; readonly by: number | null; readonly old: Values; readonly new: Values }[];
  /** A change that the server makes by itself without an audit row: an account claims its employee. */
  readonly claim?: { readonly at: number; readonly userId: number };
}

/** The real ids of the records, in the order of their lists; `users` is null where an employee has no account. */
export interface Ids {
  readonly organization: number;
  readonly users: readonly (number | null)[];
  readonly employees: readonly number[];
  readonly fields: readonly number[];
  readonly services: readonly number[];
  readonly machines: readonly number[];
  readonly customers: readonly number[];
  readonly jobs: readonly number[];
  readonly entries: readonly number[];
}

const at = <T>(list: readonly T[], place: Place): T => {
  const item = list[place];
  if (item === undefined) {
    throw new Error(`The made-up data names a record that is not there: ${place}.`);
  }
  return item;
};

const withoutNulls = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const employeeRecords = ({ employees }: DemoOrganization, ids: Ids): LoadedRecord[] =>
  employees.map(({ firstName, lastName, email, phoneNumber, level, isOperator, isUser, ...employee }, place) => {
    const id = at(ids.employees, place);
    const userId = at(ids.users, place);
    const made = {
      table: 'employees' as const,
      audited: 'employee' as const,
      id,
      subject: `${firstName} ${lastName}`,
      at: employee.at,
      by: at(ids.users, employee.by),
    };
    const names = { firstName, lastName, email, accessLevel: level };
    if (level === 'owner') {
      // Created with the organization, completed by the creation screen right after.
      const added = { phoneNumber, ...(isOperator ? { isOperator } : {}) };
      const old = { phoneNumber: null, ...(isOperator ? { isOperator: false } : {}) };
      const given = { id, ...names, isOperator: false, isUser, userId };
      return { ...made, given, updates: [{ at: employee.at + 1000, by: made.by, old, new: added }] };
    }
    const given = { ...names, phoneNumber, isOperator, isUser, userId: null };
    const claim = userId !== null && employee.joinedAt !== null ? { claim: { at: employee.joinedAt, userId } } : {};
    return { ...made, given, updates: [], ...claim };
  });

const setupRecords = (data: DemoOrganization, ids: Ids): LoadedRecord[] => [
  ...data.fields.map(({ at: madeAt, by, ...given }, place) => ({
    table: 'custom_data_fields' as const,
    audited: 'custom_data_field' as const,
    id: at(ids.fields, place),
    subject: given.name,
    at: madeAt,
    by: at(ids.users, by),
    given,
    updates: [],
  })),
  ...data.services.map(({ at: madeAt, by, fields, required, ...rest }, place) => ({
    table: 'service_types' as const,
    audited: 'service_type' as const,
    id: at(ids.services, place),
    subject: rest.name,
    at: madeAt,
    by: at(ids.users, by),
    given: {
      ...rest,
      customDataFieldIds: fields.map((field) => at(ids.fields, field)),
      requiredFieldIds: required.map((field) => at(ids.fields, field)),
    },
    updates: [],
  })),
  ...data.machines.map(({ at: madeAt, by, name, unitNumber, serialNumber, services }, place) => ({
    table: 'equipment' as const,
    audited: 'equipment' as const,
    id: at(ids.machines, place),
    subject: name,
    at: madeAt,
    by: at(ids.users, by),
    given: { name, unitNumber, serialNumber, serviceTypeIds: services.map((service) => at(ids.services, service)) },
    updates: [],
  })),
];

const customerRecords = ({ customers }: DemoOrganization, ids: Ids): LoadedRecord[] =>
  customers.map(({ at: madeAt, by, ...given }, place) => ({
    table: 'customers',
    audited: 'customer',
    id: at(ids.customers, place),
    subject: given.businessName,
    at: madeAt,
    by: at(ids.users, by),
    given: withoutNulls(given),
    updates: [],
  }));

const jobRecords = ({ jobs }: DemoOrganization, ids: Ids): LoadedRecord[] =>
  jobs.map(({ at: madeAt, by, name, customer, changes }, place) => ({
    table: 'jobs',
    audited: 'job',
    id: at(ids.jobs, place),
    subject: name,
    at: madeAt,
    by: at(ids.users, by),
    given: { name, customerId: at(ids.customers, customer), status: 'open' },
    updates: changes.map((change) => ({
      at: change.at,
      by: at(ids.users, change.by),
      old: { status: change.from },
      new: { status: change.to },
    })),
  }));

const entryRecords = ({ jobs, services, entries, photos }: DemoOrganization, ids: Ids): LoadedRecord[] =>
  entries.map(({ at: madeAt, by, correction, job, service, machines, operators, ...entry }, place) => ({
    table: 'job_entries',
    audited: 'job_entry',
    id: at(ids.entries, place),
    subject: `${at(services, service).name}, ${at(jobs, job).name}`,
    at: madeAt,
    by: at(ids.users, by),
    given: withoutNulls({
      ...entry,
      totalHours: correction?.totalHours ?? entry.totalHours,
      photos: entry.photos.map((photo) => at(photos, photo).name),
      jobId: at(ids.jobs, job),
      customerId: at(ids.customers, at(jobs, job).customer),
      serviceTypeId: at(ids.services, service),
      equipmentIds: machines.map((machine) => at(ids.machines, machine)),
      operatorIds: operators.map((operator) => at(ids.employees, operator)),
    }),
    updates:
      correction === null
        ? []
        : [
            {
              at: correction.at,
              by: at(ids.users, correction.by),
              old: { totalHours: correction.totalHours },
              new: { totalHours: entry.totalHours },
            },
          ],
  }));

/** All records of the organization with their real ids, each kind in the order of its ids. */
export const recordsOf = (data: DemoOrganization, ids: Ids): LoadedRecord[] => [
  ...employeeRecords(data, ids),
  ...setupRecords(data, ids),
  ...customerRecords(data, ids),
  ...jobRecords(data, ids),
  ...entryRecords(data, ids),
];
