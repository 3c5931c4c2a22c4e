import { expect, test } from 'vitest';
import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { BLANKS } from '#shared/kinds/derived.ts';
import { choicesOf } from '#client/features/job-entries/entry-copy.ts';
import { type EntryForm, formBody, formErrors, formFields, stepOf } from '#client/features/job-entries/entry-form.ts';
import { initialValues, ownOperator } from '#client/features/job-entries/likely-choices.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';

const record = { organizationId: 1, version: 1, createdBy: null, createdAt: '', updatedAt: '' };

const field = (id: number, name: string, fieldType: FieldType, more: Partial<CustomDataField> = {}): CustomDataField => ({
  ...record,
  id,
  name,
  fieldType,
  description: null,
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  options: [],
  summary: null,
  usageCount: 0,
  ...more,
});

const FIELDS = [
  field(1, 'Notes', 'text', { isSystem: true }),
  field(2, 'Fuel', 'number'),
  field(3, 'Hours', 'number', { isSystem: true }),
  field(4, 'Equipment', 'equipment', { isSystem: true }),
  field(5, 'Operator', 'operator', { isSystem: true }),
  field(6, 'Acres', 'number', { defaultValue: '10' }),
  field(7, 'Rain', 'boolean'),
  field(8, 'Old', 'text', { isActive: false }),
];

const service = (more: Partial<ServiceType> = {}): ServiceType => ({
  ...record,
  id: 70,
  name: 'Hauling',
  description: null,
  customDataFieldIds: [1, 2, 3, 4, 5, 6, 7, 8],
  requiredFieldIds: [3, 4],
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
  ...more,
});

const form = (values: EntryForm['values'], more: Partial<EntryForm> = {}): EntryForm & { serviceTypeId: number } => ({
  customerId: 1,
  jobId: 2,
  date: '2025-09-18',
  values,
  ...more,
  serviceTypeId: 70,
});

const errorsOf = (entry: EntryForm, chosen: ServiceType | undefined) => formErrors(entry, chosen, formFields(chosen, FIELDS));

test('shows the active fields of the service, people and machines first and notes late', () => {
  expect(formFields(service(), FIELDS).map((one) => one.field.name)).toEqual([
    'Equipment',
    'Operator',
    'Hours',
    'Fuel',
    'Acres',
    'Rain',
    'Notes',
  ]);
  expect(formFields(service({ customDataFieldIds: [3] }), FIELDS).map((one) => one.key)).toEqual(['customField_3']);
  expect(formFields(undefined, FIELDS)).toEqual([]);
});

test('asks for job, service and date before anything else', () => {
  const empty = form({}, { jobId: null, customerId: null, date: '' });
  expect(errorsOf(empty, undefined)).toEqual({ job: 'Please select a job', service: 'Please select a service', date: 'Date is required' });
  expect(errorsOf(form({}, { customerId: null }), undefined)).toMatchObject({ job: 'Invalid job selection' });
});

test('names each required field that is empty', () => {
  expect(errorsOf(form({}), service())).toEqual({ customField_3: 'Hours is required', customField_4: 'Equipment is required' });
  expect(errorsOf(form({ customField_3: '  ', customField_4: [9] }), service())).toEqual({ customField_3: 'Hours is required' });
});

test.each(['1', '0', '9.5', '.5', '10.', ' 7 '])('takes %s as a number', (text) => {
  expect(errorsOf(form({ customField_3: text, customField_4: [9] }), service())).toEqual({});
});

test.each(['ten', '1e3', '1.2.3', '.', '0x10'])('does not take %s as a number', (text) => {
  expect(errorsOf(form({ customField_3: text, customField_4: [9] }), service())).toEqual({ customField_3: 'Hours must be a valid number' });
});

test('wants exactly as many machines as the service says, each only once', () => {
  const two = service({ equipmentCount: 2 });
  const withMachines = (ids: number[]) => errorsOf(form({ customField_3: '1', customField_4: ids }), two);
  expect(withMachines([9])).toEqual({ customField_4: 'Please select exactly 2 equipment items' });
  expect(withMachines([9, 9])).toEqual({ customField_4: 'Please select exactly 2 equipment items' });
  expect(withMachines([9, 8, 7])).toEqual({ customField_4: 'Please select exactly 2 equipment items' });
  expect(withMachines([9, 8])).toEqual({});
  // Not required and none selected: nothing to count.
  expect(errorsOf(form({}), service({ equipmentCount: 2, requiredFieldIds: [] }))).toEqual({});
});

test('sends system fields as columns and the rest under their names, keeping what the service does not ask for', () => {
  const values = {
    customField_1: 'soft gate',
    customField_2: '22.4',
    customField_3: '1.67',
    customField_4: [9],
    customField_5: [],
    customField_6: '',
    customField_7: 'no',
  };
  expect(formBody(form(values), formFields(service(), FIELDS), { Elsewhere: 'kept', Acres: 3 })).toEqual({
    serviceTypeId: 70,
    date: '2025-09-18',
    notes: 'soft gate',
    fuel: 22.4,
    totalHours: 1.67,
    equipmentIds: [9],
    operatorIds: [],
    customFieldValues: { Elsewhere: 'kept', Acres: null, Rain: false },
  });
});

const employee = (id: number, more: Partial<Employee>): Employee => ({
  ...record,
  id,
  firstName: 'Luis',
  lastName: 'Ortega',
  email: null,
  phoneNumber: null,
  accessLevel: 'basic',
  isOperator: true,
  isUser: false,
  userId: null,
  externalNumber: null,
  ...more,
});

test('the driver is found by account, otherwise by e-mail, and only if they are an operator', () => {
  const me = { id: 5, email: 'Luis@Example.com', username: '', firstName: null, lastName: null, language: null };
  const byMail = employee(1, { email: 'luis@example.com' });
  const byAccount = employee(2, { userId: 5 });
  expect(ownOperator([byMail, byAccount], me)).toBe(byAccount);
  expect(ownOperator([byMail], me)).toBe(byMail);
  expect(ownOperator([employee(3, { userId: 5, isOperator: false })], me)).toBeUndefined();
});

test('selecting a service fills in its defaults and the driver', () => {
  const fields = formFields(service(), FIELDS);
  expect(initialValues(fields, { operator: employee(4, {}) })).toEqual({ customField_5: [4], customField_6: '10' });
  expect(initialValues(fields, { operator: undefined })).toEqual({ customField_6: '10' });
});

const machine = (id: number, serviceTypeIds: number[]): Equipment => ({
  ...record,
  id,
  name: `M${id}`,
  unitNumber: null,
  serialNumber: null,
  equipmentTypeId: null,
  serviceTypeIds,
});

const job = (id: number, customerId: number): EntryData['openJobs'][number] => ({
  ...record,
  id,
  name: `J${id}`,
  customerId,
  customerName: '',
  status: 'open',
  isPlaceholder: false,
  repeatsJobId: null,
  season: null,
  expected: null,
  updatedBy: null,
});

const customer = (id: number): EntryData['customers'][number] =>
  ({ ...BLANKS['customers'], ...record, id, businessName: `C${id}` }) as EntryData['customers'][number];

const data = (more: Partial<EntryData> = {}): EntryData => ({
  customers: [customer(1)],
  openJobs: [job(2, 1)],
  mayMakeJobs: true,
  services: [service({ customDataFieldIds: [1, 2, 3, 4, 5, 6, 7, 9] })],
  fields: [...FIELDS, field(9, 'Crop', 'select', { options: ['Corn'] })],
  equipment: [machine(8, [70]), machine(9, [70])],
  employees: [employee(4, { userId: 5 }), employee(6, {})],
  isReady: true,
  error: null,
  ...more,
});

const logged: JobEntry = {
  ...(BLANKS['jobEntries'] as JobEntry),
  ...record,
  id: 30,
  jobId: 2,
  customerId: 1,
  serviceTypeId: 70,
  date: '2025-09-17',
  season: '2025',
  equipmentId: 9,
  equipmentIds: [9],
  operatorId: 6,
  operatorIds: [6],
  totalHours: 9.5,
  fuel: 38,
  notes: 'soft gate',
  photos: ['a.jpg'],
  customFieldValues: { Acres: 41, Rain: true, Crop: 'Corn' },
};
const driver = { id: 5, email: 'luis@example.com', username: '', firstName: null, lastName: null, language: null };

test('takes over who and with what from an earlier entry, for a copy the own fields too, and never what was measured', () => {
  const where = { customerId: 1, jobId: 2, serviceTypeId: 70 };
  const crew = { customField_4: [9], customField_5: [6] };
  expect(choicesOf(logged, data(), driver, false)).toEqual({ ...where, values: { ...crew, customField_6: '10' } });
  // Acres begin as in every new entry: 41 were measured.
  const all = { ...crew, customField_6: '10', customField_7: 'yes', customField_9: 'Corn' };
  expect(choicesOf(logged, data(), driver, true)).toEqual({ ...where, values: all });
  // As little as notes: it was that day's.
  const ground = data({ services: [service({ customDataFieldIds: [10] })], fields: [field(10, 'Ground', 'textarea')] });
  const told = { ...logged, customFieldValues: { Ground: 'Crop down after the storm' } };
  expect(choicesOf(told, ground, driver, true)).toEqual({ ...where, values: {} });
});

test('takes over only what still exists: another open job, but no option, machine or person that is gone', () => {
  const gone = data({
    openJobs: [job(3, 1)],
    fields: [...FIELDS, field(9, 'Crop', 'select', { options: ['Oats'] })],
    equipment: [machine(8, [70])],
    employees: [employee(4, { userId: 5 }), employee(6, { isOperator: false })],
  });
  expect(choicesOf(logged, gone, driver, true)).toEqual({
    customerId: 1,
    // The customer's only open job, as if the customer had just been chosen.
    jobId: 3,
    serviceTypeId: 70,
    // The driver in place of an operator who may no longer drive.
    values: { customField_5: [4], customField_6: '10', customField_7: 'yes' },
  });
  const nothing = choicesOf(logged, data({ customers: [], openJobs: [], services: [] }), driver, true);
  expect(nothing).toEqual({ customerId: null, jobId: null, serviceTypeId: null, values: {} });
});

test('takes over no more machines and people than the service wants now', () => {
  const crew = { ...logged, equipmentIds: [8, 9], operatorIds: [6, 4] };
  expect(choicesOf(crew, data(), driver, false).values).toMatchObject({ customField_4: [8], customField_5: [6] });
  const many = service({ customDataFieldIds: [4, 5], equipmentCount: 2, allowMultipleOperators: true });
  expect(choicesOf(crew, data({ services: [many] }), driver, false).values).toEqual({ customField_4: [8, 9], customField_5: [6, 4] });
});

test('hours have a step of 0.1, the rest of 1', () => {
  expect([stepOf('Billable Hours'), stepOf('hours'), stepOf('Fuel')]).toEqual([0.1, 0.1, 1]);
});
