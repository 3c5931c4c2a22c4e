import { expect, test } from 'vitest';
import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { extraInputs, countOf, include, requireField, typedCount } from './service-form.ts';

const fields = SYSTEM_FIELDS.map((field, index) => ({
  ...field,
  id: index + 1,
  organizationId: 1,
  version: 1,
  createdBy: null,
  createdAt: '2025-06-14T10:00:00Z',
  updatedAt: '2025-06-14T10:00:00Z',
  description: null,
  defaultValue: null,
  isActive: true,
  isSystem: true,
  options: [],
  summary: null,
  usageCount: 0,
}));
const [EQUIPMENT, OPERATOR] = [1, 2];

test('requiring a field includes it; leaving it out un-requires it', () => {
  const required = requireField({ customDataFieldIds: [3], requiredFieldIds: [] }, 5, true);
  expect(required).toEqual({ customDataFieldIds: [3, 5], requiredFieldIds: [5] });
  expect(requireField(required, 5, false)).toEqual({ customDataFieldIds: [3, 5], requiredFieldIds: [] });
  const five = { id: 5, isRequired: false };
  expect(include(required, five, false)).toEqual({ customDataFieldIds: [3], requiredFieldIds: [] });
  expect(include(required, five, true)).toEqual(required);
});

test('a field that is required by itself is required once it is included, and can be un-required', () => {
  const included = include({ customDataFieldIds: [3], requiredFieldIds: [] }, { id: 5, isRequired: true }, true);
  expect(included).toEqual({ customDataFieldIds: [3, 5], requiredFieldIds: [5] });
  expect(requireField(included, 5, false)).toEqual({ customDataFieldIds: [3, 5], requiredFieldIds: [] });
});

test('asks for the count if Equipment is required, for several operators if Operator is included', () => {
  expect(extraInputs(fields, { customDataFieldIds: [EQUIPMENT], requiredFieldIds: [] })).toEqual({
    includesEquipment: true,
    asksCount: false,
    asksOperators: false,
  });
  expect(extraInputs(fields, { customDataFieldIds: [EQUIPMENT, OPERATOR], requiredFieldIds: [EQUIPMENT] })).toEqual({
    includesEquipment: true,
    asksCount: true,
    asksOperators: true,
  });
});

test('the count stays from 1 to 10, and falls back to 1', () => {
  expect(['', '0', '-3', '4', '11', 'two', '2.5'].map(typedCount)).toEqual(['', '1', '1', '4', '10', '1', '1']);
  expect(['', ' ', '4', 'two'].map(countOf)).toEqual([1, 1, 4, 1]);
});
