import { describe, expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { askedFields, missingOf } from '#shared/domain/missing.ts';

const field = (id: number, name: string, fieldType: CustomDataField['fieldType'], isSystem = false) => ({
  id,
  name,
  fieldType,
  isSystem,
  isActive: true,
});
const [EQUIPMENT, OPERATOR, HOURS, LOADS, NOTES, PHOTOS, FUEL, MOISTURE, IS_DONE, TICKET] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const fields = [
  field(EQUIPMENT, 'Equipment', 'equipment', true),
  field(OPERATOR, 'Operator', 'operator', true),
  field(HOURS, 'Hours', 'number', true),
  field(LOADS, 'Loads', 'number', true),
  field(NOTES, 'Notes', 'text', true),
  field(PHOTOS, 'Attachments', 'attachment', true),
  field(FUEL, 'Fuel', 'number'),
  field(MOISTURE, 'Moisture', 'number'),
  field(IS_DONE, 'Done', 'boolean'),
  field(TICKET, 'Ticket', 'attachment'),
];
const all = fields.map(({ id }) => id);
const serviceOf = (requiredFieldIds: number[], equipmentCount = 1) => ({ customDataFieldIds: all, requiredFieldIds, equipmentCount });

const full = {
  equipmentIds: [11],
  operatorIds: [21],
  totalHours: 8,
  billableHours: null,
  fuel: 32,
  loads: 16,
  notes: 'North end',
  photos: ['one.jpg'],
  customFieldValues: { Moisture: 18, Done: true, Ticket: ['two.jpg'] },
};
const empty = {
  equipmentIds: [],
  operatorIds: [],
  totalHours: null,
  billableHours: null,
  fuel: null,
  loads: null,
  notes: null,
  photos: [],
  customFieldValues: {},
};

describe('what an entry lacks', () => {
  test('is everything that its service requires and it does not hold, in the order of the fields', () => {
    const names = ['Equipment', 'Operator', 'Hours', 'Loads', 'Notes', 'Attachments', 'Fuel', 'Moisture', 'Done', 'Ticket'];
    expect(missingOf(empty, serviceOf(all.toReversed()), fields.toReversed())).toEqual(names);
    expect(missingOf(full, serviceOf(all), fields)).toEqual([]);
  });

  test('is nothing that the service only offers', () => {
    expect(missingOf(empty, serviceOf([]), fields)).toEqual([]);
    expect(missingOf(empty, serviceOf([LOADS]), fields)).toEqual(['Loads']);
  });

  test('is nothing that the service requires but no longer offers', () => {
    expect(missingOf(empty, { ...serviceOf([LOADS]), customDataFieldIds: [HOURS] }, fields)).toEqual([]);
  });

  test('is no field that is switched off or deleted', () => {
    const withoutLoads = fields.map((one) => (one.id === LOADS ? { ...one, isActive: false } : one));
    expect(missingOf(empty, serviceOf([HOURS, LOADS, 99]), withoutLoads)).toEqual(['Hours']);
  });

  test('is nothing if the service is deleted', () => {
    expect(missingOf(empty, undefined, fields)).toEqual([]);
  });

  test.each([
    ['zero', { loads: 0 }, LOADS],
    ['zero in a field of one’s own', { customFieldValues: { Moisture: 0 } }, MOISTURE],
    ['no', { customFieldValues: { Done: false } }, IS_DONE],
    ['one person', { operatorIds: [21] }, OPERATOR],
  ])('is not what was answered with %s', (_what, values, id) => {
    expect(missingOf({ ...empty, ...values }, serviceOf([id]), fields)).toEqual([]);
  });

  test.each([
    ['a blank note', { notes: ' \n' }, 'Notes', NOTES],
    ['a value of null', { customFieldValues: { Moisture: null } }, 'Moisture', MOISTURE],
    ['an emptied list', { customFieldValues: { Ticket: [] } }, 'Ticket', TICKET],
    ['a value under the name of a system field', { customFieldValues: { Loads: 3 } }, 'Loads', LOADS],
  ])('is what holds only %s', (_what, values, name, id) => {
    expect(missingOf({ ...empty, ...values }, serviceOf([id]), fields)).toEqual([name]);
  });

  test('is Equipment while there are fewer machines than the service takes', () => {
    const lacks = (equipmentIds: number[], count: number) => missingOf({ ...full, equipmentIds }, serviceOf([EQUIPMENT], count), fields);
    expect(lacks([11], 2)).toEqual(['Equipment']);
    expect(lacks([11, 11], 2)).toEqual(['Equipment']);
    expect(lacks([11, 12], 2)).toEqual([]);
    expect(lacks([11, 12, 13], 2)).toEqual([]);
    // A service that does not require machines takes as many as there are.
    expect(missingOf({ ...full, equipmentIds: [] }, serviceOf([HOURS], 2), fields)).toEqual([]);
  });
});

test('the fields that a service asks for keep what they were', () => {
  expect(askedFields(serviceOf([FUEL, HOURS]), fields)).toEqual([fields[2], fields[6]]);
});
