import { expect, test } from 'vitest';
import { pressHead, sortRows } from '#client/ui/sorted-rows.ts';

const byText = (texts: readonly (string | null)[], isDescending = false) => sortRows(texts, (text) => text, isDescending);

test('texts are sorted as people read them, in either direction', () => {
  expect(byText(['Field 10', 'field 9', 'Alder', 'Field 1'])).toEqual(['Alder', 'Field 1', 'field 9', 'Field 10']);
  expect(byText(['Field 10', 'field 9', 'Alder'], true)).toEqual(['Field 10', 'field 9', 'Alder']);
});

test('numbers are sorted by value', () => {
  expect(sortRows([9, 10.5, 1, -3], (value) => value, false)).toEqual([-3, 1, 9, 10.5]);
});

test('rows without a value come last either way, and equal ones keep their order', () => {
  expect(byText([null, 'b', '', 'a'])).toEqual(['a', 'b', null, '']);
  expect(byText([null, 'b', '', 'a'], true)).toEqual(['b', 'a', null, '']);
  const rows = [1, 2, 3].map((id) => ({ id, name: 'same' }));
  expect(sortRows(rows, ({ name }) => name, true).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('a press on a header sorts by it, the next one reverses the order', () => {
  const first = pressHead({ head: 'Created', isDescending: true }, 'Customer');
  expect(first).toEqual({ head: 'Customer', isDescending: false });
  expect(pressHead(first, 'Customer')).toEqual({ head: 'Customer', isDescending: true });
  expect(pressHead({ head: 'Created', isDescending: true }, 'Created')).toEqual({ head: 'Created', isDescending: false });
});
