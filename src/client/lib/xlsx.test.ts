import { expect, test } from 'vitest';
import { parseXmlDocument } from 'slimdom';
import { readXlsx } from '#tests/support/read-xlsx.ts';
import type { TableCell } from '#shared/lib/workbook.ts';
import { xlsxFile } from './xlsx.ts';

const bookOf = async (title: string, heads: readonly string[], rows: readonly (readonly TableCell[])[]) =>
  readXlsx(Buffer.from(await (await xlsxFile(title, { heads, rows })).arrayBuffer()));

test('numbers and days can be counted with, text is text, and nothing is no cell', async () => {
  const { rows, sheet } = await bookOf(
    'Einträge',
    ['Name', 'Hours', 'Date'],
    [
      ['Hof <Müller> & "Söhne"', -1.25, { day: '2026-05-04' }],
      ['', null, { day: '1900-01-02' }],
    ],
  );
  expect(sheet).toBe('Einträge');
  expect(rows).toEqual([
    { A: 'Name', B: 'Hours', C: 'Date' },
    // As LibreOffice and Excel count days.
    { A: 'Hof <Müller> & "Söhne"', B: -1.25, C: { serial: 46146 } },
    { C: '1900-01-02' },
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1+1'])('%j is no formula, and stays text if it is edited', async (text) => {
  const { rows, files } = await bookOf('List', ['Name'], [[text]]);
  expect(rows[1]).toEqual({ A: text });
  expect(files['xl/worksheets/sheet1.xml']).not.toContain('<f');
  expect(files['xl/worksheets/sheet1.xml']).toContain('<c r="A2" s="3" t="inlineStr">');
  expect(files['xl/styles.xml']).toContain('quotePrefix="1"');
});

test('the row of heads is bold and fixed, and columns are as wide as what is in them', async () => {
  const { files } = await bookOf('List', ['Name', 'Notes'], [['x'.repeat(20), 'y'.repeat(500)]]);
  const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('<col min="1" max="1" width="22" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/>');
});

test('whatever people write, every part is XML', async () => {
  const written = 'a\u0000\u000B\uFFFF\uD800b _x0041_ ]]> \n\t🚜';
  const { files, rows } = await bookOf('a/b\\c [x]:*? '.repeat(9), [written], [[written], ['z'.repeat(40_000)]]);
  expect(Object.keys(files).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(Object.values(files).map((xml) => parseXmlDocument(xml).documentElement?.localName)).not.toContain(undefined);
  expect(rows[1]).toEqual({ A: 'ab _x0041_ ]]> \n\t🚜' });
  expect(files['xl/worksheets/sheet1.xml']).toContain('_x005F_x0041_');
  expect(rows[2]).toEqual({ A: 'z'.repeat(32_767) });
});

test.each([
  ['Active Jobs', 'Active Jobs'],
  ["'Bale: 2026/27' [all]", "Bale  2026 27'  all"],
  ['x'.repeat(40), 'x'.repeat(31)],
  ['///', '1'],
])('a list called %j has a sheet called %j', async (title, sheet) => expect((await bookOf(title, ['Name'], [])).sheet).toBe(sheet));

test('a sheet has as many columns and rows as it takes', async () => {
  const { rows } = await bookOf(
    'List',
    Array.from({ length: 60 }, (_, index) => `Column ${index}`),
    Array.from({ length: 1201 }, (_, row) => Array.from({ length: 60 }, (_column, index) => row * 100 + index)),
  );
  expect(rows.length).toBe(1202);
  expect(rows[1201]).toMatchObject({ A: 120_000, Z: 120_025, AA: 120_026, BH: 120_059 });
});
