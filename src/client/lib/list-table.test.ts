import { expect, test } from 'vitest';
import { csvLines, fileNameOf, listTable, namesCell } from './list-table.ts';

const table = listTable<{ readonly name: string; readonly hours: number | null; readonly date: string }>(
  [
    { head: 'Name', valueOf: ({ name }) => name },
    { head: 'Hours', valueOf: ({ hours }) => hours },
    { head: 'Date', valueOf: ({ date }) => ({ day: date }) },
  ],
  [
    { name: 'Meyer, "Hof"', hours: -1.5, date: '2026-05-04' },
    { name: '=HYPERLINK("x")', hours: null, date: '2026-05-05' },
  ],
);

test('cells leave as CSV like the reports: plain numbers and days, quoted text, and no formula', () => {
  expect(csvLines(table)).toEqual(['Name,Hours,Date\r\n', '"Meyer, ""Hof""",-1.5,2026-05-04\r\n', '"\'=HYPERLINK(""x"")",,2026-05-05\r\n']);
});

test('several names share a cell', () => expect(namesCell(['Claas 970', 'Fendt'])).toBe('Claas 970; Fendt'));

test.each([
  [['Job Entries', 'Hof Müller & Söhne', '2026-11-26'], 'job-entries-hof-müller-söhne-2026-11-26'],
  [['Aufträge', '../..\\ "Ç:*?', '2026-01-01'], 'aufträge-ç-2026-01-01'],
  [['List', '///', '2026-01-01'], 'list-2026-01-01'],
  [['x'.repeat(200), 'y'], `${'x'.repeat(60)}-y`],
])('%j is a file name that every system takes', (parts, name) => expect(fileNameOf(parts)).toBe(name));
