import { expect, test } from 'vitest';
import { csvLine } from '#server/commands/archive/csv.ts';

test('a line of a spreadsheet is what RFC 4180 says', () => {
  expect(csvLine(['a', 1, null, true, 'two, three', 'say "hi"', 'one\r\ntwo'])).toBe(
    'a,1,,true,"two, three","say ""hi""","one\r\ntwo"\r\n',
  );
  expect(csvLine([[1, 2], { a: 1 }, -3.5])).toBe('1; 2,"{""a"":1}",-3.5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1', '=cmd|"/c calc"!A1'])('%j is no formula', (text) => {
  const [cell = ''] = csvLine([text]).replace(/\r\n$/, '').split('\u0000');
  expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
  expect(
    csvLine([[text, 'b']])
      .replace(/^"/, '')
      .startsWith("'"),
  ).toBe(true);
});
