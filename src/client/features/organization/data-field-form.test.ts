import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { heldNumber } from '#client/lib/typed-number.ts';
import { bodyOf, formIssues, formOf, keptReason, offeredTypes, takesSummary } from '#client/features/organization/data-field-form.ts';

test('only a select has options, and needs one', () => {
  const select = { ...formOf(null), name: 'Crop', fieldType: 'select', options: 'Corn\nOats, wild', defaultValue: 'Corn' } as const;
  expect(formIssues(select)).toEqual([]);
  expect(formIssues({ ...select, options: ' ' })).toEqual([{ path: 'options', message: 'Enter at least one option' }]);
  expect(bodyOf(select)).toMatchObject({ options: ['Corn', 'Oats, wild'], defaultValue: 'Corn' });
  expect(bodyOf({ ...select, options: 'Oats' })).toMatchObject({ options: ['Oats'], defaultValue: null });
  expect(bodyOf({ ...select, fieldType: 'number', defaultValue: '3' })).toMatchObject({ options: [], defaultValue: '3' });
  expect(bodyOf({ ...select, fieldType: 'operator' })).toMatchObject({ options: [], defaultValue: null });
});

test('the default of a number is a number in the user’s locale', () => {
  const number = { ...formOf(null), name: 'Moisture', fieldType: 'number' } as const;
  const issues = (typed: string, locale: string) => formIssues({ ...number, defaultValue: heldNumber(typed, locale) });
  expect(issues('12.5', 'en-US')).toEqual([]);
  expect(issues('14,5', 'de-DE')).toEqual([]);
  expect(bodyOf({ ...number, defaultValue: heldNumber('14,5', 'de-DE') })).toMatchObject({ defaultValue: '14.5' });
  expect(issues('14,5', 'en-US')).toEqual([{ path: 'defaultValue', message: '14,5 is ambiguous. Write 14.5.' }]);
  expect(issues('wet', 'en-US')).toEqual([{ path: 'defaultValue', message: 'Default Value must be a valid number' }]);
  expect(issues('-1', 'en-US')).toEqual([{ path: 'defaultValue', message: 'Default Value must be zero or more' }]);
});

test('a field whose options contain commas keeps them when it is changed', () => {
  const options = ['2,5 m', '3,0 m', 'Smith, John'];
  const stored = { ...formOf(null), name: 'Width', fieldType: 'select', options } as unknown as CustomDataField;
  expect(bodyOf(formOf(stored)).options).toEqual(options);
});

test('an older type is offered where it is stored', () => {
  expect(offeredTypes('dropdown')).toContain('dropdown');
  expect(offeredTypes('text')).not.toContain('dropdown');
  expect(offeredTypes(undefined)).not.toContain('file');
});

test('input is sent trimmed, and empty input as nothing', () => {
  const body = bodyOf({ ...formOf(null), name: ' Moisture ', description: ' ', defaultValue: '' });
  expect(body).toMatchObject({ name: 'Moisture', description: null, defaultValue: null });
  // Whether it is a system field is for the server to know: a change of one must not say otherwise.
  expect(body).not.toHaveProperty('isSystem');
});

test('summaries treat a number by its name until the user chooses; system fields are added up', () => {
  const number = { ...formOf(null), name: 'Moisture', fieldType: 'number' } as const;
  expect(bodyOf(number).summary).toBeNull();
  expect(bodyOf({ ...number, summary: 'sum' }).summary).toBe('sum');
  expect(bodyOf({ ...number, summary: 'sum', fieldType: 'text' }).summary).toBeNull();
  expect(takesSummary(number, false)).toBe(true);
  expect(takesSummary({ ...number, name: ' fuel ' }, false)).toBe(false);
  expect(takesSummary({ ...number, name: 'Hours' }, true)).toBe(false);
  expect(takesSummary({ ...number, fieldType: 'text' }, false)).toBe(false);
});

test('a field in use cannot be deleted', () => {
  expect(keptReason({ isActive: true }, 0)).toBeUndefined();
  expect(keptReason({ isActive: true }, 3)).toBe("In use, so it can't be deleted. Deactivate it instead.");
  expect(keptReason({ isActive: false }, 1)).toBe("In use, so it can't be deleted.");
});
