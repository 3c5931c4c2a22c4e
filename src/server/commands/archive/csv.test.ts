import { expect, test } from 'vitest';
import { valuesLine } from '#server/commands/archive/csv.ts';

test('values of any shape make one line of a table', () => {
  expect(valuesLine(['a', 1, null, true, 'two, three', [1, 2], { a: 1 }, -3.5])).toBe('a,1,,true,"two, three",1; 2,"{""a"":1}",-3.5\r\n');
});

test('a list whose first word looks like a formula is text', () => {
  expect(valuesLine([['=1+1', 'b']])).toBe("'=1+1; b\r\n");
});
