import type { Customer } from '#shared/domain/customer.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { Implement } from '#shared/domain/implement.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { isoMoment, seasonOf } from '#shared/lib/dates.ts';
import type { SyncItem } from '#client/offline/item.ts';
import type { RecordStore } from '#client/offline/record-stores.ts';
import type { LocalRow } from '#client/offline/stores.ts';

type Own<T> = Omit<T, 'id' | 'organizationId' | 'version' | 'createdBy' | 'createdAt' | 'updatedAt'>;

const customer: Own<Customer> = { businessName: '', address: null, phoneNumber: null, firstName: null, lastName: null };
const employee: Own<Employee> = {
  firstName: '',
  lastName: '',
  email: null,
  phoneNumber: null,
  accessLevel: 'basic',
  isOperator: false,
  isUser: false,
  userId: null,
};
const serviceType: Own<ServiceType> = {
  name: '',
  description: null,
  customDataFieldIds: [],
  requiredFieldIds: [],
  equipmentCount: 1,
  allowMultipleOperators: false,
  linkedEquipmentIds: [],
  showEquipment: null,
  showOperator: null,
  showTotalHours: null,
  showLoads: null,
  showNote: null,
  showEquipmentCount: null,
  showMachine: null,
  requiredFields: null,
};
const customDataField: Own<CustomDataField> = {
  name: '',
  description: null,
  fieldType: 'text',
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  summary: null,
  options: [],
  usageCount: 0,
};
const equipment: Own<Equipment> = { name: '', unitNumber: null, serialNumber: null, equipmentTypeId: null, serviceTypeIds: [] };
const implement: Own<Implement> = { name: '', serviceTypeIds: [] };
const job: Own<Job> = { updatedBy: null, name: '', customerId: 0, customerName: '', status: 'open', isPlaceholder: false };
const jobEntry: Own<JobEntry> = {
  updatedBy: null,
  jobId: 0,
  customerId: 0,
  serviceTypeId: 0,
  date: '',
  season: '',
  equipmentId: null,
  equipmentIds: [],
  operatorId: null,
  operatorIds: [],
  implementId: null,
  totalHours: null,
  billableHours: null,
  fuel: null,
  loads: null,
  notes: null,
  photos: [],
  customFieldValues: {},
  checkedBy: null,
  checkedAt: null,
  jobName: '',
  awaitsJob: false,
  customerName: '',
  serviceTypeName: '',
  implementName: null,
  equipmentNames: [],
  operatorNames: [],
  checkedByName: null,
};

const BLANK: Readonly<Record<RecordStore, object>> = {
  organizations: {},
  customers: customer,
  employees: employee,
  serviceTypes: serviceType,
  customDataFields: customDataField,
  equipment,
  implements: implement,
  jobs: job,
  jobEntries: jobEntry,
};

/** A record that the server has not seen yet, with everything that screens expect of one. */
export const blankRow = (item: SyncItem): LocalRow => ({
  ...BLANK[item.store],
  id: item.target,
  organizationId: item.orgId,
  version: 0,
  createdBy: item.userId,
  createdAt: isoMoment(item.timestamp),
  updatedAt: isoMoment(item.timestamp),
});

/** What the server makes of other fields and records, or the office notes about a record: nobody enters it. */
const FOLLOWING = new Set([
  'updatedBy',
  'usageCount',
  'awaitsJob',
  'isPlaceholder',
  'season',
  'equipmentId',
  'operatorId',
  'checkedBy',
  'checkedAt',
  'jobName',
  'customerName',
  'serviceTypeName',
  'implementName',
  'equipmentNames',
  'operatorNames',
  'checkedByName',
]);

/** The fields of a record that people enter. An entry's customer is its job's. */
export const enteredFields = (store: RecordStore): string[] =>
  Object.keys(BLANK[store]).filter((name) => !FOLLOWING.has(name) && !(store === 'jobEntries' && name === 'customerId'));

/** Sets the fields of a record that follow from others, as the server will: until it says what they are. */
export const withDerived = (store: RecordStore, row: LocalRow): LocalRow => {
  if (store === 'jobs' && row['isPlaceholder'] === true) {
    // Whoever gives 'No job yet' a name makes a job of it.
    return { ...row, isPlaceholder: row['name'] === PLACEHOLDER_NAME };
  }
  if (store !== 'jobEntries') {
    return row;
  }
  const first = (ids: unknown): unknown => (Array.isArray(ids) ? (ids[0] ?? null) : null);
  const date = row['date'];
  return {
    ...row,
    equipmentId: first(row['equipmentIds']),
    operatorId: first(row['operatorIds']),
    // What waits to be sent changes what was checked.
    checkedBy: null,
    checkedAt: null,
    checkedByName: null,
    season: row['season'] === '' && typeof date === 'string' && date !== '' ? seasonOf(date, null) : row['season'],
  };
};
