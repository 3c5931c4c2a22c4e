import { expect, test } from 'vitest';
import { csvLine } from '#shared/lib/csv.ts';
import { csvFile } from '#client/lib/download.ts';

test('a CSV file begins with the UTF-8 byte order mark', async () => {
  const file = csvFile([csvLine(['ä'])]);
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa4, 0x0d, 0x0a]);
  expect(file.type).toBe('text/csv');
});
