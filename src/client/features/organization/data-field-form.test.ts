import { expect, test } from 'vitest';
import { bodyOf, formIssues, formOf, keptReason, offeredTypes, optionsOf } from '#client/features/organization/data-field-form.ts';

test('options come one per line or separated by commas, each once, without empty ones', () => {
  expect(optionsOf('Corn, Soybeans\nWheat,,\n  Oats \nCorn')).toEqual(['Corn', 'Soybeans', 'Wheat', 'Oats']);
  expect(optionsOf(' \n,')).toEqual([]);
});

test('only a select has options, and needs one', () => {
  const select = { ...formOf(null), name: 'Crop', fieldType: 'select', options: 'Corn, Oats', defaultValue: 'Corn' } as const;
  expect(formIssues(select)).toEqual([]);
  expect(formIssues({ ...select, options: ' ' })).toEqual([{ path: 'options', message: 'Enter at least one option' }]);
  expect(bodyOf(select)).toMatchObject({ options: ['Corn', 'Oats'], defaultValue: 'Corn' });
  expect(bodyOf({ ...select, options: 'Oats' })).toMatchObject({ options: ['Oats'], defaultValue: null });
  expect(bodyOf({ ...select, fieldType: 'number', defaultValue: '3' })).toMatchObject({ options: [], defaultValue: '3' });
  expect(bodyOf({ ...select, fieldType: 'operator' })).toMatchObject({ options: [], defaultValue: null });
});

test('the default of a number is a number', () => {
  const number = { ...formOf(null), name: 'Moisture', fieldType: 'number' } as const;
  expect(formIssues({ ...number, defaultValue: '12.5' })).toEqual([]);
  expect(formIssues({ ...number, defaultValue: 'wet' })).toEqual([
    { path: 'defaultValue', message: 'Default value must be a valid number' },
  ]);
});

test('an older type is offered where it is stored', () => {
  expect(offeredTypes('dropdown')).toContain('dropdown');
  expect(offeredTypes('text')).not.toContain('dropdown');
  expect(offeredTypes(undefined)).not.toContain('file');
});

test('what is typed goes trimmed, and what is left empty goes as nothing', () => {
  const body = bodyOf({ ...formOf(null), name: ' Moisture ', description: ' ', defaultValue: '' });
  expect(body).toMatchObject({ name: 'Moisture', description: null, defaultValue: null });
  // Whether it is a system field is the server's to know: a change of one must not say that it is none.
  expect(body).not.toHaveProperty('isSystem');
});

test('a field in use stays', () => {
  expect(keptReason({ isActive: true }, 0)).toBeUndefined();
  expect(keptReason({ isActive: true }, 3)).toBe('In use: it cannot be deleted. Deactivate it instead.');
  expect(keptReason({ isActive: false }, 1)).toBe('In use: it cannot be deleted.');
});
