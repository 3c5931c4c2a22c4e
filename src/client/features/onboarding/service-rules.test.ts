import { expect, test } from 'vitest';
import { measuresOfWork } from '#shared/domain/work-measures.ts';
import { de } from '#client/locales/de/index.ts';
import { es } from '#client/locales/es/index.ts';
import { wizardExtraInputs, EXAMPLE_SERVICES, serviceBody } from './service-rules.ts';

const FIELDS = ['Equipment', 'Operator', 'Hours', 'Loads', 'Notes', 'Second equipment'].map((name, index) => ({ id: index + 1, name }));

test('asks for the count if a field with equipment in its name is required, for several operators if one with operator is included', () => {
  expect(wizardExtraInputs(FIELDS, { customDataFieldIds: [1, 3], requiredFieldIds: [3] })).toEqual({ count: false, operators: false });
  expect(wizardExtraInputs(FIELDS, { customDataFieldIds: [6], requiredFieldIds: [6] })).toEqual({ count: true, operators: false });
  expect(wizardExtraInputs(FIELDS, { customDataFieldIds: [2], requiredFieldIds: [] })).toEqual({ count: false, operators: true });
});

test('a service is sent with its flags; what was not asked falls back', () => {
  const form = { name: ' Mowing ', customDataFieldIds: [1, 3], requiredFieldIds: [1], equipmentCount: '3', allowMultipleOperators: true };
  expect(serviceBody(FIELDS, form)).toEqual({
    name: 'Mowing',
    customDataFieldIds: [1, 3],
    requiredFieldIds: [1],
    showEquipment: true,
    showOperator: false,
    showTotalHours: true,
    showLoads: false,
    showNote: false,
    showEquipmentCount: true,
    requiredFields: ['Equipment'],
    equipmentCount: 3,
    allowMultipleOperators: false,
  });
  expect(serviceBody(FIELDS, { ...form, requiredFieldIds: [] }).equipmentCount).toBe(1);
  expect(serviceBody(FIELDS, { ...form, equipmentCount: '' }).equipmentCount).toBe(1);
});

test.each([
  ['English', (name: (typeof EXAMPLE_SERVICES)[number]) => name],
  ['German', (name: (typeof EXAMPLE_SERVICES)[number]) => de[name]],
  ['Spanish', (name: (typeof EXAMPLE_SERVICES)[number]) => es[name]],
])('the examples are known work in %s, counted in the same', (_, named) => {
  expect(Object.fromEntries(EXAMPLE_SERVICES.map((name) => [name, measuresOfWork(named(name))?.join(' ')]))).toEqual({
    Mowing: 'area',
    Hauling: 'loads',
    Chopping: 'area loads',
    Spreading: 'area loads',
    Planting: 'area',
    Harvesting: 'area loads',
    Tillage: 'area',
    Spraying: 'area',
    Fertilizing: 'area',
    Baling: 'bales',
    Cultivating: 'area',
  });
});
