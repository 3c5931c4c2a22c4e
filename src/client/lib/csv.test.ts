import { expect, test } from 'vitest';
import { csvFile, csvLine } from '#client/lib/csv.ts';

test('a line of CSV keeps commas, quotes and line ends, and no spreadsheet takes a text of it for a formula', () => {
  expect(csvLine(['a', 'b, c', 'say "no"', '=1+1', '-5', ''])).toBe('a,"b, c","say ""no""",\'=1+1,\'-5,\r\n');
  expect(csvLine(['@x', '+1', '\tx', 'two\nlines', 'Müller'])).toBe("'@x,'+1,'\tx,\"two\nlines\",Müller\r\n");
});

test('numbers stay numbers, and nothing is nothing', () => {
  expect(csvLine([0, -5.25, 1234.5, null])).toBe('0,-5.25,1234.5,\r\n');
});

test('a file begins with the mark of UTF-8', async () => {
  const file = csvFile([csvLine(['ä'])]);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4, 0x0d, 0x0a]);
  expect(file.type).toBe('text/csv');
});
