import { expect, test } from 'vitest';
import { csvLine, numberText } from '#shared/lib/csv.ts';

test('a line of CSV keeps commas, quotes and line ends', () => {
  expect(csvLine(['a', 'b, c', 'say "no"', 'two\nlines', 'Müller', ''])).toBe('a,"b, c","say ""no""","two\nlines",Müller,\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠A', '=cmd|"/c calc"!A1'])(
  '%j is text to a spreadsheet, not a formula',
  (text) => {
    const [cell = ''] = csvLine([text]).replace(/\r\n$/, '').split('\u0000');
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test('numbers stay numbers, and nothing is nothing', () => {
  expect(csvLine([0, -5.25, 1234.5, null, numberText('-12.50')])).toBe('0,-5.25,1234.5,,-12.50\r\n');
});
