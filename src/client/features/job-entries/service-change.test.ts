import { expect, test } from 'vitest';
import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { formBody, formFields, formOfEntry, type FormService } from '#client/features/job-entries/entry-form.ts';
import {
  changeBody,
  clearedFields,
  onlyFieldsOf,
  storedService,
  valuesAfter,
  valuesTaken,
} from '#client/features/job-entries/service-change.ts';

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
  field(1, 'Equipment', 'equipment', { isSystem: true }),
  field(2, 'Operator', 'operator', { isSystem: true }),
  field(3, 'Hours', 'number', { isSystem: true }),
  field(4, 'Loads', 'number', { isSystem: true }),
  field(5, 'Notes', 'text', { isSystem: true }),
  field(6, 'Variety', 'text'),
  field(7, 'Moisture', 'number', { defaultValue: '14' }),
  field(8, 'Left out', 'text', { isActive: false }),
  field(9, 'Bunker', 'text'),
];
const service = (id: number, name: string, customDataFieldIds: number[]): FormService => ({
  id,
  name,
  customDataFieldIds,
  requiredFieldIds: [],
  equipmentCount: 1,
  allowMultipleOperators: false,
});
const CHOPPING = service(70, 'Chopping', [1, 2, 3, 4, 5, 6, 7, 8]);
const HAULING = service(71, 'Hauling', [1, 3, 5, 9]);
const chopping = formFields(CHOPPING, FIELDS);
const hauling = formFields(HAULING, FIELDS);

const ENTRY = {
  ...record,
  id: 5,
  jobId: 2,
  customerId: 1,
  serviceTypeId: 70,
  serviceTypeName: 'Chopping',
  date: '2026-05-04',
  equipmentIds: [11, 12],
  operatorIds: [21],
  totalHours: 3,
  loads: 4,
  fuel: null,
  billableHours: null,
  notes: 'old',
  photos: [],
  customFieldValues: { Variety: 'Ronaldinio', 'Left out': 'stays', Gone: 7, Bunker: 'north' },
} as unknown as JobEntry;

const driver = { id: 21, isOperator: true } as Employee;
/** How a form of the entry began, and one of a new entry. */
const STORED = { fields: FIELDS, entry: ENTRY, own: chopping, likely: { operator: undefined } };
const NEW = { fields: FIELDS, entry: null, own: [], likely: { operator: driver } };
const names = (fields: readonly { field: CustomDataField }[]) => fields.map((one) => one.field.name);

/** The entry's form with the other service chosen, and what would be sent. */
const hauled = () => {
  const form = formOfEntry(ENTRY, chopping);
  const values = valuesAfter(form.values, hauling, ENTRY, { operator: undefined });
  const cleared = clearedFields(values, hauling, STORED);
  return { form: { ...form, values, serviceTypeId: 71 }, values, cleared };
};

test('what both services ask for stays, columns as well as values', () => {
  const { form, cleared } = hauled();
  expect(formBody(form, hauling)).toMatchObject({ equipmentIds: [11, 12], totalHours: 3, notes: 'old' });
  expect(names(cleared)).toEqual(['Operator', 'Loads', 'Variety']);
});

test('a field that is new in the form starts with what the entry has', () => {
  expect(hauled().values['customField_9']).toBe('north');
});

test('only cleared values are sent as empty; what was never shown stays', () => {
  const { form, cleared } = hauled();
  expect(changeBody(formBody(form, hauling, ENTRY.customFieldValues), cleared, ENTRY)).toEqual({
    serviceTypeId: 71,
    date: '2026-05-04',
    equipmentIds: [11, 12],
    totalHours: 3,
    notes: 'old',
    operatorIds: [],
    loads: null,
    customFieldValues: { Variety: null, 'Left out': 'stays', Gone: 7, Bunker: 'north' },
  });
});

test('a value that was emptied before the change is cleared as well', () => {
  const { form } = hauled();
  const values = { ...form.values, customField_6: '' };
  expect(names(clearedFields(values, hauling, STORED))).toContain('Variety');
});

test('going back to the previous service restores everything and clears nothing', () => {
  const { values, form } = hauled();
  const back = valuesAfter(values, chopping, ENTRY, { operator: undefined });
  expect(clearedFields(back, chopping, STORED)).toEqual([]);
  const body = formBody({ ...form, values: back, serviceTypeId: 70 }, chopping, ENTRY.customFieldValues);
  expect(changeBody(body, [], ENTRY)).toMatchObject({ operatorIds: [21], loads: 4, customFieldValues: ENTRY.customFieldValues });
});

test('what only an intermediate service asked for stays in the entry as it was, and is reported if it was entered again', () => {
  const { values } = hauled();
  expect(names(clearedFields({ ...values, customField_9: 'south' }, chopping, STORED))).toEqual(['Bunker']);
});

test('in a new entry a default and the driver are no loss; input is', () => {
  const begun = valuesAfter({}, chopping, null, { operator: driver });
  expect(begun).toEqual({ customField_2: [21], customField_7: '14' });
  expect(clearedFields(begun, hauling, NEW)).toEqual([]);
  const typed = { ...begun, customField_7: '12', customField_3: '6' };
  const after = valuesAfter(typed, hauling, null, { operator: driver });
  expect(names(clearedFields(after, hauling, NEW))).toEqual(['Moisture']);
  expect(onlyFieldsOf({ customerId: 1, jobId: 2, serviceTypeId: 71, date: '', values: after }, hauling).values).toEqual({
    customField_3: '6',
  });
});

test('two fields that fill one column are one: nothing is cleared', () => {
  const fields = [field(31, 'Fuel', 'number'), field(32, 'fuel', 'number')];
  const [large, small] = [formFields(service(1, 'A', [31]), fields), formFields(service(2, 'B', [32]), fields)];
  const entry = { ...ENTRY, fuel: 40 } as JobEntry;
  const values = valuesAfter(formOfEntry(entry, large).values, small, entry, { operator: undefined });
  expect(clearedFields(values, small, { fields, entry, own: large, likely: { operator: undefined } })).toEqual([]);
  expect(values['customField_32']).toBe('40');
});

test('machines and people are taken over; what is filled in already stays', () => {
  const values = { customField_1: [11], customField_3: '6', customField_7: '12', customField_5: '' };
  const taken = { customField_1: [13], customField_2: [21], customField_7: '14', customField_5: 'gate' };
  expect(valuesTaken(values, taken, chopping)).toEqual({
    customField_1: [13],
    customField_2: [21],
    customField_3: '6',
    customField_7: '12',
    customField_5: 'gate',
  });
});

test('a deleted service keeps its name, and the fields that the entry has and those that every entry may have', () => {
  const stored = storedService({ ...ENTRY, customFieldValues: { Variety: 'Ronaldinio', 'Left out': 'stays' } }, FIELDS);
  expect(stored).toMatchObject({ id: 70, name: 'Chopping', requiredFieldIds: [] });
  expect(names(formFields(stored, FIELDS))).toEqual(['Equipment', 'Operator', 'Hours', 'Loads', 'Variety', 'Notes']);
});
