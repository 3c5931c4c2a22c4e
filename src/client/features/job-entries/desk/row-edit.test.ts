import { expect, test } from 'vitest';
import { rowWith } from './desk-fixtures.ts';
import { editedPatch, editedValues } from './row-edit.tsx';

const row = rowWith({ id: 1, totalHours: 9.5, fuel: 380, customFieldValues: { Acres: 12, Crop: 'Corn' } });
const columns = [
  { key: 'totalHours', digits: 1 },
  { key: 'fuel', digits: 0 },
  { key: 'loads', digits: 0 },
  { key: 'own:Acres', digits: 0 },
] as const;
const before = editedValues(row, columns, () => false);

test('what the row has, and what its service offers, can be changed', () => {
  expect(Object.keys(before)).toEqual(['date', 'totalHours', 'fuel', 'own:Acres']);
  expect(editedValues(row, columns, (key) => key === 'loads')).toMatchObject({ loads: '' });
});

test('only what is different is sent; own values keep their neighbours', () => {
  expect(editedPatch(row, before, before)).toEqual({});
  expect(editedPatch(row, before, { ...before, fuel: '38', 'own:Acres': '' })).toEqual({
    fuel: 38,
    customFieldValues: { Acres: null, Crop: 'Corn' },
  });
  expect(editedPatch(row, before, { ...before, totalHours: '' })).toEqual({ totalHours: null });
});

test('what cannot be read changes nothing', () => {
  expect(editedPatch(row, before, { ...before, fuel: 'twelve' })).toBeNull();
  expect(editedPatch(row, before, { ...before, fuel: '-3' })).toBeNull();
  expect(editedPatch(row, before, { ...before, date: '' })).toBeNull();
});
