import { describe, expect, test } from 'vitest';
import type { BillingDocument } from '#shared/billing/document.ts';
import { toQuickBooksCsv, toXeroCsv } from '#server/billing/documents/accounting-csv.ts';
import { toDatev } from '#server/billing/documents/datev.ts';
import { DATEV_COLUMNS } from '#server/billing/documents/datev-columns.ts';
import { exportIn } from '#server/billing/documents/formats.ts';
import { BILL } from './documents.ts';
import { documentOfLaw } from './law-documents.ts';
import { WORKED_LAW } from './worked-law.ts';

const NAMES = { consultant: 29_098, client: 55_003, chart: '03', at: new Date('2026-10-01T08:09:10.123Z') } as const;

const lawOf = (name: string, kind: 'bill' | 'reversal' | 'credit' = 'bill'): BillingDocument => {
  const law = WORKED_LAW.find((each) => each.name === name);
  if (law === undefined) {
    throw new Error(`There is no bill of ${name}.`);
  }
  return documentOfLaw(law, kind);
};

/** The fields of a line; what is in quotes keeps them. */
const fieldsOf = (line: string): string[] => [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)].map(([, field = '']) => field);

/** Each row by the names of columns, without those that are empty. */
const rowsOf = (documents: readonly BillingDocument[], names: Parameters<typeof toDatev>[1] = NAMES): Record<string, string>[] => {
  const [, columns = '', ...rows] = toDatev(documents, names).split('\r\n').slice(0, -1);
  const order = columns.split(';');
  return rows.map((row) =>
    Object.fromEntries(fieldsOf(row).flatMap((field, place) => (field === '' || field === '""' ? [] : [[order[place], field]]))),
  );
};

describe('a file for DATEV', () => {
  test('begins as DATEV describes it: 31 fields, then the names of 125 columns', () => {
    const file = toDatev([lawOf('Germany')], NAMES);
    const [head = '', columns = '', row = ''] = file.split('\r\n');
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261001080910123;;"RE";"";"";29098;55003;20260101;4;20260930;20260930;"Rechnungen 2026-09-30";"";1;0;0;"EUR";;"";;;"03";;;"";""',
    );
    expect(fieldsOf(head)).toHaveLength(31);
    expect(columns.split(';')).toHaveLength(125);
    expect([columns.split(';')[0], columns.split(';')[113], columns.split(';').at(-1)]).toEqual([
      'Umsatz (ohne Soll/Haben-Kz)',
      'Festschreibung',
      'Abw. Skontokonto',
    ]);
    expect(new Set(columns.split(';')).size).toBe(125);
    expect(fieldsOf(row)).toHaveLength(125);
    expect(file.endsWith('\r\n')).toBe(true);
  });

  test('has text in quotes and nothing else', () => {
    for (const document of [lawOf('Germany'), lawOf('Germany to Austria, reverse charge')]) {
      const row = toDatev([document], NAMES).split('\r\n')[2] ?? '';
      expect(fieldsOf(row).map((field) => field.startsWith('"'))).toEqual(DATEV_COLUMNS.map(({ isText }) => isText));
    }
  });

  test('books a bill with its tax on the account of its rate', () => {
    expect(rowsOf([lawOf('Germany')])).toEqual([
      {
        'Umsatz (ohne Soll/Haben-Kz)': '2677,50',
        'Soll/Haben-Kennzeichen': '"S"',
        'WKZ Umsatz': '"EUR"',
        Konto: '10042',
        'Gegenkonto (ohne BU-Schlüssel)': '8400',
        Belegdatum: '3009',
        'Belegfeld 1': '"RE-2026-7"',
        Buchungstext: '"Hof Wiese"',
        Festschreibung: '0',
        Fälligkeit: '30102026',
      },
    ]);
  });

  test('what takes it back is on the other side, with the number of the bill, so that both are settled', () => {
    for (const kind of ['reversal', 'credit'] as const) {
      expect(rowsOf([lawOf('Germany', kind)])).toMatchObject([
        {
          'Umsatz (ohne Soll/Haben-Kz)': '2677,50',
          'Soll/Haben-Kennzeichen': '"H"',
          'Belegfeld 1': '"RE-2026-1"',
          Buchungstext: '"RE-2026-7 Hof Wiese"',
        },
      ]);
    }
  });

  test('a row for each rate, whether prices include the tax or not', () => {
    // 7 %: -20.00 - 1.40; 19 %: 13,005.43 + 2,471.03 + 2,013.45.
    expect(
      rowsOf([BILL]).map((row) => [
        row['Umsatz (ohne Soll/Haben-Kz)'],
        row['Soll/Haben-Kennzeichen'],
        row['Gegenkonto (ohne BU-Schlüssel)'],
      ]),
    ).toEqual([
      ['21,40', '"H"', '8300'],
      ['17489,91', '"S"', '8400'],
    ]);
    const free = { ...BILL, taxes: [{ taxPercent: '19', taxIncluded: false, cents: 0, taxCents: 0 }] };
    expect(rowsOf([free])).toEqual([]);
  });

  test.each([
    ['Germany, small business', '8195', '4185'],
    ['Germany to Austria, reverse charge', '8336', '4336'],
    ['Germany, average rate of agriculture', '8190', '4180'],
  ])('%s has an account of its own in each chart', (name, first, second) => {
    const accountIn = (chart: '03' | '04') => rowsOf([lawOf(name)], { ...NAMES, chart })[0]?.['Gegenkonto (ohne BU-Schlüssel)'];
    expect([accountIn('03'), accountIn('04')]).toEqual([first, second]);
  });

  test('the VAT number of a customer abroad goes with it', () => {
    expect(rowsOf([lawOf('Germany to Austria, reverse charge')])[0]?.['EU-Land u. UStID (Bestimmung)']).toBe('"ATU12345675"');
  });

  test('a customer without a number of DATEV is on the collective account; signs that DATEV refuses are replaced', () => {
    const document = lawOf('Germany');
    const number = 'Ré 2026/7.1';
    const buyer = { ...document.buyer, name: 'Hof "Süd"\nWiese', number: '7' };
    const row = rowsOf([{ ...document, number, openItem: number, buyer }])[0];
    expect(row).toMatchObject({ Konto: '10000', 'Belegfeld 1': '"Re-2026/7-1"', Buchungstext: '"Hof ""Süd"" Wiese"' });
  });

  test('is Windows-1252', () => {
    const bytes = exportIn('datev', [lawOf('Germany')], NAMES);
    expect(bytes.includes(Buffer.from('Gegenkonto (ohne BU-Schl\u00FCssel)', 'latin1'))).toBe(true);
  });

  test.each([
    ['francs', { currency: 'CHF' }],
    ['a rate that German law does not have', { taxes: [{ taxPercent: '20', taxIncluded: false, cents: 100, taxCents: 20 }] }],
  ])('refuses %s', (_, change) => {
    expect(() => toDatev([{ ...lawOf('Germany'), ...change }], NAMES)).toThrow('Bill RE-2026-7 cannot go to DATEV');
  });

  test('refuses two years, and books of nobody', () => {
    expect(() => toDatev([lawOf('Germany'), { ...lawOf('Germany'), issuedOn: '2025-12-31' }], NAMES)).toThrow('holds bills of one year');
    expect(() => exportIn('datev', [lawOf('Germany')], null)).toThrow('needs the numbers of your tax adviser');
  });
});

describe('Xero and QuickBooks', () => {
  test.each([
    ['Germany', '19%'],
    ['Germany, small business', 'Tax Exempt'],
    ['United Kingdom, reverse charge', 'Reverse Charge'],
    ['United States', 'Tax Exempt'],
  ])('%s: say its tax', (name, words) => {
    expect(toXeroCsv([lawOf(name)])).toContain(`,${words},`);
    expect(toQuickBooksCsv([lawOf(name)])).toContain(`,${words},`);
    const own = { account: '200', taxNames: { AE: 'Domestic Reverse Charge @ 20%', E: 'Exempt Income', '19': 'USt 19', '0': 'Zero' } };
    expect(toXeroCsv([lawOf(name)], own)).not.toContain(`,${words},`);
  });

  test('QuickBooks gets no credit notes', () => {
    expect(
      toQuickBooksCsv([lawOf('Germany', 'credit')])
        .trim()
        .split('\r\n'),
    ).toHaveLength(1);
  });
});
