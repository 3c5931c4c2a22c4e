import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { type EntryForm, formBody, formErrors, formFields, formOfEntry } from '#client/features/job-entries/entry-form.ts';
import { heldNumber } from '#client/lib/typed-number.ts';

const numberField = (id: number, name: string, isSystem: boolean): CustomDataField => ({
  id,
  name,
  isSystem,
  organizationId: 1,
  version: 1,
  createdBy: null,
  createdAt: '',
  updatedAt: '',
  fieldType: 'number',
  description: null,
  defaultValue: null,
  isRequired: false,
  isActive: true,
  options: [],
  summary: null,
  usageCount: 0,
});

const SERVICE = { id: 70, customDataFieldIds: [3, 6], requiredFieldIds: [3], equipmentCount: 1 } as unknown as ServiceType;
const FIELDS = formFields(SERVICE, [numberField(3, 'Hours', true), numberField(6, 'Moisture', false)]);

const form = (hours: string, moisture = ''): EntryForm & { serviceTypeId: number } => ({
  customerId: 1,
  jobId: 2,
  serviceTypeId: 70,
  date: '2025-09-18',
  values: { customField_3: hours, customField_6: moisture },
});

test.each([
  ['ten', 'Hours must be a valid number'],
  ['1,5', '1,5 is ambiguous. Write 1.5.'],
  ['12,50', '12,50 is ambiguous. Write 12.50.'],
  ['1.250,5', '1.250,5 is ambiguous. Write 1,250.5.'],
  ['-1', 'Hours must be zero or more'],
  ['1234567890123456', 'Hours can have at most 15 digits'],
])('does not take %s as a number, and says why', (typed, why) => {
  expect(formErrors(form(heldNumber(typed, 'en-US')), SERVICE, FIELDS)).toEqual({ customField_3: why });
});

test('sends the number that was typed, to its last decimal', () => {
  expect(formBody(form(heldNumber('1.250,75', 'de-DE'), heldNumber('0,1', 'de-DE')), FIELDS)).toMatchObject({
    totalHours: 1250.75,
    customFieldValues: { Moisture: 0.1 },
  });
  expect(formBody(form(heldNumber('1,250', 'en-US')), FIELDS)).toMatchObject({ totalHours: 1250, customFieldValues: { Moisture: null } });
});

test('an old negative number stays on its entry as long as it is not touched', () => {
  const stored = { totalHours: 8, customFieldValues: { Moisture: -5 } } as unknown as JobEntry;
  const errors = (moisture: string, of: JobEntry | null) => formErrors(form('8', moisture), SERVICE, FIELDS, of);
  expect(errors('-5', stored)).toEqual({});
  expect(errors('-6', stored)).toEqual({ customField_6: 'Moisture must be zero or more' });
  expect(errors('-5', null)).toEqual({ customField_6: 'Moisture must be zero or more' });
});

test('a stored number of any size goes through the form unchanged', () => {
  const stored = { totalHours: 1e-7, customFieldValues: { Moisture: 1e25 } } as unknown as JobEntry;
  const { values } = formOfEntry(stored, FIELDS);
  expect(formErrors({ ...form(''), values }, SERVICE, FIELDS, stored)).toEqual({});
  expect(formBody({ ...form(''), values }, FIELDS)).toMatchObject({ totalHours: 1e-7, customFieldValues: { Moisture: 1e25 } });
});

test('a draft that an earlier version kept opens: its numbers have a point, in any language', () => {
  expect(formBody(form('1250.5', '.5'), FIELDS)).toMatchObject({ totalHours: 1250.5, customFieldValues: { Moisture: 0.5 } });
  expect(formErrors(form('1.234.5'), SERVICE, FIELDS)).toEqual({ customField_3: 'Hours must be a valid number' });
});
