import { describe, expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { fieldsToMake, shownFields, usualTicks } from './usual-fields.ts';

const field = (id: number, values: Pick<CustomDataField, 'name' | 'fieldType'> & Partial<CustomDataField>): CustomDataField => ({
  id,
  organizationId: 1,
  version: 1,
  createdBy: null,
  createdAt: '',
  updatedAt: '',
  description: null,
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  options: [],
  summary: null,
  usageCount: 0,
  ...values,
});
const SIX = SYSTEM_FIELDS.map((each, index) => field(index + 1, { ...each, isSystem: true }));
const WORK = { units: 'us', isSetUp: false } as const;

/** Names of the ticked fields, required ones with an asterisk. */
const ticked = (known: readonly CustomDataField[], name: string, how: Parameters<typeof usualTicks>[2] = WORK): string[] => {
  const { fields, ticks } = shownFields(known, usualTicks(known, name, how), how.units);
  const nameOf = (id: number) => fields.find((each) => each.id === id)?.name ?? `nothing ${id}`;
  return ticks.customDataFieldIds.map((id) => (ticks.requiredFieldIds.includes(id) ? `${nameOf(id)} *` : nameOf(id)));
};
const NEEDED = ['Equipment *', 'Operator *', 'Hours *'];

describe('a new service starts with', () => {
  test.each([
    ['Mowing', ['Acres', 'Fuel']],
    ['Harvesting', ['Acres', 'Loads', 'Fuel']],
    ['Hauling', ['Loads', 'Fuel']],
    ['Baling', ['Bales', 'Fuel']],
  ])('%s: machine, operator and hours required, and what it is counted in', (name, counted) => {
    expect(ticked(SIX, name)).toEqual([...NEEDED, ...counted]);
  });

  test('any other: machine and operator required, and hours; during setup also Fuel', () => {
    expect(ticked(SIX, 'Snow removal')).toEqual(['Equipment *', 'Operator *', 'Hours']);
    expect(ticked(SIX, '', { units: 'us', isSetUp: true })).toEqual(['Equipment *', 'Operator *', 'Hours', 'Fuel']);
  });

  test('hectares if the organization measures in them', () => {
    expect(ticked(SIX, 'Mowing', { units: 'metric', isSetUp: false })).toEqual([...NEEDED, 'Hectares', 'Fuel']);
  });

  test('an existing field, whatever its name, preferring that of its units', () => {
    const own = [field(7, { name: 'Acres Covered', fieldType: 'number' }), field(8, { name: 'FUEL', fieldType: 'number' })];
    expect(ticked([...SIX, ...own], 'Mowing')).toEqual([...NEEDED, 'Acres Covered', 'FUEL']);
    const both = [field(7, { name: 'Hectares', fieldType: 'number' }), field(8, { name: 'Acres', fieldType: 'number' })];
    expect(ticked([...SIX, ...both], 'Mowing')).toEqual([...NEEDED, 'Acres', 'Fuel']);
  });

  test('neither a deactivated field nor one of another type under the same name', () => {
    const own = [field(7, { name: 'Acres', fieldType: 'number', isActive: false }), field(8, { name: 'Fuel', fieldType: 'text' })];
    expect(ticked([...SIX, ...own], 'Mowing')).toEqual(NEEDED);
    expect(fieldsToMake([...SIX, ...own], 'us').map(({ name }) => name)).toEqual(['Bales']);
  });
});

test('a field created since its tick is ticked under its own id, and not created again', () => {
  const ticks = usualTicks(SIX, 'Mowing', WORK);
  const acres = field(7, { name: 'acres', fieldType: 'number' });
  const { fields, ticks: settled } = shownFields([...SIX, acres], ticks, 'us');
  expect(settled.customDataFieldIds).toContain(7);
  expect(fields.map(({ name }) => name)).toEqual([...SIX.map(({ name }) => name), 'acres', 'Fuel']);
});
