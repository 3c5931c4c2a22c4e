import { expect, test } from 'vitest';
import { readFile } from '#server/commands/import/read-file.ts';
import { workbookOf } from '#tests/support/workbook.ts';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';

const textOf = (text: string) => new TextEncoder().encode(text);
const cellsOf = async (bytes: Uint8Array, options = {}) =>
  (await readFile({ bytes, options })).rows.map(({ row, cells }) => [row, ...cells]);

const TABLE = 'Name;Ort;Notiz\nMüller;Köln;"eins; ""zwei""\r\ndrei"\n';
const CELLS = [
  [1, 'Name', 'Ort', 'Notiz'],
  [2, 'Müller', 'Köln', 'eins; "zwei"\r\ndrei'],
];

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ['UTF-8', textOf(TABLE), 'utf-8'],
  ['UTF-8 with its mark', textOf(`\uFEFF${TABLE}`), 'utf-8'],
  ['UTF-16', utf16(TABLE, false), 'utf-16le'],
  ['UTF-16, big end first', utf16(TABLE, true), 'utf-16be'],
  ['Windows-1252', Buffer.from(TABLE, 'latin1'), 'windows-1252'],
])('CSV in %s', async (_, bytes, encoding) => {
  const { options } = await readFile({ bytes, options: {} });
  expect(options).toEqual({ sheet: 0, delimiter: ';', encoding });
  expect(await cellsOf(bytes)).toEqual(CELLS);
});

test.each([',', ';', '\t', '|'])('cells parted by %j', async (delimiter) => {
  const text = [
    ['Name', 'Town'],
    ['Aakre', 'Evan'],
    ['Bar T', 'Cobden'],
  ]
    .map((cells) => cells.join(delimiter))
    .join('\n');
  expect((await readFile({ bytes: textOf(text), options: {} })).options.delimiter).toBe(delimiter);
  expect(await cellsOf(textOf(text))).toEqual([
    [1, 'Name', 'Town'],
    [2, 'Aakre', 'Evan'],
    [3, 'Bar T', 'Cobden'],
  ]);
});

test('blank rows and blank ends of rows are left out, and the others keep their numbers', async () => {
  expect(await cellsOf(textOf('a,b,,\n,,\n\n  ,\nc,,d,\n'))).toEqual([
    [1, 'a', 'b'],
    [5, 'c', '', 'd'],
  ]);
});

test('a workbook: days, formulas, errors, truth, empty rows, hidden columns, and a merged head', async () => {
  const book = await workbookOf(
    {
      Empty: [],
      Work: [
        ['Work 2025', null, null],
        [],
        ['Date', 'Hours', 'Note', 'Done'],
        [{ day: 45_822 }, 2.5, 'wet', true],
        [{ day: 45_823.75 }, { formula: 'B4*2', value: 5 }, { error: '#REF!' }, false],
      ],
    },
    { more: '<mergeCells count="1"><mergeCell ref="A1:C1"/></mergeCells>' },
  );
  const { sheets, options } = await readFile({ bytes: book, options: {} });
  expect([sheets, options]).toEqual([['Empty', 'Work'], { sheet: 1, delimiter: null, encoding: null }]);
  expect(await cellsOf(book)).toEqual([
    [1, 'Work 2025'],
    [3, 'Date', 'Hours', 'Note', 'Done'],
    [4, { day: '2025-06-14' }, 2.5, 'wet', true],
    [5, { day: '2025-06-15' }, 5, '#REF!', false],
  ]);
});

test('a workbook that counts its days from 1904', async () => {
  expect(await cellsOf(await workbookOf({ Work: [[{ day: 44_360 }]] }, { is1904: true }))).toEqual([[1, { day: '2025-06-14' }]]);
});

const zipOf = async (files: Readonly<Record<string, Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, bytes] of Object.entries(files)) {
    zip.addBuffer(bytes, path);
  }
  zip.end();
  return buffer(zip.outputStream);
};

const refusalOf = async (bytes: Uint8Array): Promise<string> => {
  try {
    await readFile({ bytes, options: {} });
    return 'read';
  } catch (error) {
    return error instanceof Error && 'messageCode' in error ? String(error.messageCode) : String(error);
  }
};

test('what is no table is refused with what to do', async () => {
  expect(await refusalOf(textOf(''))).toBe('importEmpty');
  expect(await refusalOf(textOf(' \n , \n'))).toBe('importEmpty');
  expect(await refusalOf(Buffer.from([0x89, 0x50, 0, 0, 1, 2]))).toBe('importNotATable');
  expect(await refusalOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('importOldFormat');
  expect(await refusalOf(Buffer.from('PK\u0003\u0004broken'))).toBe('importNotAWorkbook');
  expect(await refusalOf(await zipOf({ 'notes.txt': Buffer.from('x') }))).toBe('importNotAWorkbook');
  expect(await refusalOf(await zipOf({ mimetype: Buffer.from('x'), 'content.xml': Buffer.from('x') }))).toBe('importOldFormat');
});

test('more than an import may hold is refused before it is read', async () => {
  const row = `${'a,'.repeat(101)}b\n`;
  expect(await refusalOf(textOf(row))).toBe('importTooManyColumns');
  expect(await refusalOf(textOf(`Name\n${'x'.repeat(10_001)}\n`))).toBe('importCellTooLong');
  expect(await refusalOf(textOf('Name\n'.repeat(20_200)))).toBe('importTooManyRows');
  // 300 MB of nothing, in a few hundred kB.
  const nothing = Buffer.alloc(50 * 1_048_576);
  const bomb = await zipOf({
    '[Content_Types].xml': nothing,
    'xl/workbook.xml': nothing,
    'a.xml': nothing,
    'b.xml': nothing,
    'c.xml': nothing,
    'd.xml': nothing,
  });
  expect(bomb.length).toBeLessThan(1_048_576);
  expect(await refusalOf(bomb)).toBe('importTooMuch');
});

test('a part that unpacks to more than its directory says is refused', async () => {
  const zip = await workbookOf({ Work: [['x'.repeat(5_000)]] });
  const directory = zip.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
  // The size that the directory tells, made smaller.
  zip.writeUInt32LE(10, directory + 24);
  expect(await refusalOf(zip)).toBe('importNotAWorkbook');
});

test('entities of a document type stay words', async () => {
  const head = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const book = await workbookOf({ Work: [['Name'], ['x']] }, { head });
  const told = (await refusalOf(book)) === 'read' ? JSON.stringify(await cellsOf(book)) : '';
  expect(told).not.toMatch(/aaaaaaaaaa|root:/);
});
