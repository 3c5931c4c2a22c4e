import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { readBankFile } from '#server/billing/commands/bank/read-bank-file.ts';
import { camtOf, type CamtEntry, type CamtStatement } from '#tests/support/camt.ts';

const read = (
  content: string | Uint8Array,
  { given = null, usual = null }: { given?: CsvMapping | null; usual?: CsvMapping | null } = {},
) => readBankFile({ bytes: new Uint8Array(Buffer.from(content)), currency: 'EUR', given, usual });
const entriesOf = async (entries: readonly CamtEntry[], more?: Parameters<typeof camtOf>[1]) => read(camtOf([{ entries }], more));
const refusalOf = (content: string | Uint8Array, given: CsvMapping | null = null): Promise<string> =>
  read(content, { given }).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

describe('camt', () => {
  test.each([
    ['053', 2],
    ['053', 4],
    ['053', 8],
    ['054', 2],
    ['054', 4],
    ['054', 8],
  ] as const)('.%s version %i says who paid what, when, and for what', async (kind, version) => {
    const { lines, ignored, undated } = await entriesOf(
      [
        {
          amount: '178.50',
          payer: 'Hof Lindner & Söhne',
          payerAccount: 'DE75 5121 0800 1245 1261 99',
          text: 'Rechnung 2026-147',
          reference: 'RF18539007547034',
          bankReference: 'BANK-1',
        },
      ],
      { kind, version },
    );
    expect({ ignored, undated }).toEqual({ ignored: 0, undated: 0 });
    expect(lines).toEqual([
      {
        account: 'DE02120300000000202051',
        bookedOn: '2026-06-12',
        amountCents: 17_850,
        currency: 'EUR',
        payerName: 'Hof Lindner & Söhne',
        payerAccountHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        text: 'Rechnung 2026-147',
        reference: 'RF18539007547034',
        bankReference: 'BANK-1',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('51210800');
  });

  test('is read by local names, whatever stands before them', async () => {
    const prefixed = camtOf([{ entries: [{ amount: '5.00' }] }])
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=');
    expect((await read(prefixed)).lines).toHaveLength(1);
  });

  test('keeps several statements of a file apart by their accounts', async () => {
    const both: CamtStatement[] = [
      { account: 'DE02120300000000202051', entries: [{ amount: '5.00', text: 'A' }] },
      { account: 'DE02500105170137075030', entries: [{ amount: '5.00', text: 'A' }] },
    ];
    const { lines } = await read(camtOf(both));
    expect(lines.map(({ account }) => account)).toEqual(['DE02120300000000202051', 'DE02500105170137075030']);
    expect(new Set(lines.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  test('takes the payments of an entry rather than the entry', async () => {
    const payments = [
      { amount: '10.00', payer: 'One', text: 'A' },
      { amount: '20.00', payer: 'Two', text: 'B' },
    ];
    const { lines } = await entriesOf([{ amount: '30.00', bankReference: 'BATCH', payments }]);
    expect(lines.map(({ amountCents, payerName }) => [amountCents, payerName])).toEqual([
      [1000, 'One'],
      [2000, 'Two'],
    ]);
  });

  test('takes the entry where its payments are in another currency', async () => {
    const payments = [
      { amount: '11.00', currency: 'USD', text: 'A' },
      { amount: '22.00', currency: 'USD', text: 'B' },
    ];
    const { lines } = await entriesOf([{ amount: '30.00', payments }]);
    expect(lines.map(({ amountCents, currency, text }) => [amountCents, currency, text])).toEqual([[3000, 'EUR', 'A B']]);
  });

  test('takes the booking day, else the value day, else the day of the statement', async () => {
    const { lines, undated } = await entriesOf([
      { amount: '1.00', moment: '2026-06-10T23:30:00-05:00' },
      { amount: '2.00', day: null, valueDay: '2026-06-11' },
      { amount: '3.00', day: null },
    ]);
    expect(lines.map(({ bookedOn }) => bookedOn)).toEqual(['2026-06-10', '2026-06-11', '2026-06-15']);
    expect(undated).toBe(1);
  });

  test('reads amounts with up to five decimals, and currencies without cents', async () => {
    const { lines } = await entriesOf([
      { amount: '8.85000' },
      { amount: '8.850' },
      { amount: '2700', currency: 'JPY' },
      { amount: '0.10' },
      { amount: '1.250', currency: 'KWD' },
    ]);
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([885, 885, 270_000, 10, 125]);
    expect(await refusalOf(camtOf([{ entries: [{ amount: '8.85001' }] }]))).toBe(
      'The amount 8.85001 EUR has more than two decimals and cannot be booked.',
    );
  });

  test('keeps only money that came in and stays: no debits, reversals or announcements', async () => {
    const { lines, ignored } = await entriesOf([
      { amount: '1.00', text: 'kept' },
      { amount: '2.00', isDebit: true },
      { amount: '3.00', isReversal: true },
      { amount: '4.00', isDebit: true, isReversal: true },
      { amount: '5.00', status: 'PDNG' },
      { amount: '0.00' },
      { amount: '6.00', isReversal: false, text: 'kept, too' },
    ]);
    expect(lines.map(({ text }) => text)).toEqual(['kept', 'kept, too']);
    expect(ignored).toBe(5);
  });

  test.each(['1', 'true', ' true ', '\n1\n'])('knows a reversal by every way of writing it: %j', async (yes) => {
    const file = camtOf([{ entries: [{ amount: '3.00', isReversal: true }, { amount: '4.00' }] }]);
    const { lines, ignored } = await read(file.replace('<RvslInd>true<', `<RvslInd>${yes}<`));
    expect([lines.map(({ amountCents }) => amountCents), ignored]).toEqual([[400], 1]);
  });

  test('takes what is in two statements of a file once, and what is twice in one of them twice', async () => {
    const referred = { amount: '7.00', bankReference: 'SAME' };
    const alike = { amount: '5.00', payer: 'A', text: 'x' };
    const { lines } = await read(camtOf([{ entries: [referred, alike, alike] }, { entries: [alike, referred] }]));
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([700, 500, 500]);
  });

  test('of an entry with debits among its payments keeps the credits', async () => {
    const file = camtOf([{ entries: [{ amount: '8.00', payments: [{ amount: '10.00' }, { amount: '2.00', text: 'fee' }] }] }]);
    const { lines, ignored } = await read(file.replace(/CRDT(?=<\/CdtDbtInd>(?:(?!CdtDbtInd).)*fee)/, 'DBIT'));
    expect([lines.length, ignored]).toEqual([1, 1]);
  });
});

describe('a zip', () => {
  const zipped = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
    const zip = new ZipFile();
    Object.entries(files).forEach(([name, content]) => zip.addBuffer(Buffer.from(content), name));
    zip.end();
    return buffer(zip.outputStream);
  };

  test('may hold a file for each day', async () => {
    const bytes = await zipped({
      'day1.xml': camtOf([{ entries: [{ amount: '1.00', day: '2026-06-11' }] }]),
      'more/day2.XML': camtOf([{ entries: [{ amount: '2.00' }, { amount: '3.00', isDebit: true }] }], { version: 8 }),
      '__MACOSX/._day1.xml': 'x',
      'readme.txt': 'x',
    });
    const { lines, ignored } = await read(bytes);
    expect([lines.map(({ amountCents }) => amountCents), ignored]).toEqual([[100, 200], 1]);
  });

  test('with the same payment in two files has it once', async () => {
    const day = { amount: '1.00', bankReference: 'R1' };
    const bytes = await zipped({
      'one.xml': camtOf([{ entries: [day, { amount: '2.00' }, { amount: '2.00' }] }]),
      'both.xml': camtOf([{ entries: [{ amount: '2.00' }, { amount: '2.00' }, day, { amount: '3.00' }] }], { version: 8 }),
    });
    const { lines } = await read(bytes);
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([100, 200, 200, 300]);
  });

  test('without any is refused, and so is one that unpacks to more than it may', async () => {
    expect(await refusalOf(await zipped({ 'readme.txt': 'x' }))).toBe('This file has no bank statement in it.');
    const bomb = await zipped({ 'a.xml': Buffer.alloc(61 * 1_048_576, 0x20) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(bomb)).toContain('more than a bank statement can');
    const many = await zipped(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.xml`, 'x'])));
    expect(await refusalOf(many)).toContain('more than a bank statement can');
  });
});

describe('what is no statement', () => {
  test.each([
    ['another message', '<Document><CstmrCdtTrfInitn/></Document>', 'begins with CstmrCdtTrfInitn'],
    ['an interim report', '<Document><BkToCstmrAcctRpt><Rpt/></BkToCstmrAcctRpt></Document>', 'begins with BkToCstmrAcctRpt'],
    ['another XML', '<html><body/></html>', 'begins with html'],
    ['a message without a statement', '<Document><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>', 'no bank statement in it'],
    ['broken XML', camtOf([{ entries: [{ amount: '1.00' }] }]).slice(0, -20), 'is damaged'],
    ['an unknown entity', '<Document><BkToCstmrStmt>&x;</BkToCstmrStmt></Document>', 'is damaged'],
    ['MT940', ':20:STARTUMSE\r\n:25:10010010/111111', 'does not read MT940'],
    ['nothing', '', 'nothing in this file'],
    ['a table without headings', '1;2;3\n4;5;6', 'no columns for date and amount'],
  ])('is refused by name: %s', async (_, content, said) => {
    expect(await refusalOf(content)).toContain(said);
  });

  test('a document type is refused, before anything in it is expanded', async () => {
    const lol = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const laughs = `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY l0 "lol">${lol}]><Document>&l12;</Document>`;
    expect(await refusalOf(laughs)).toContain('declares a document type');
    expect(await refusalOf('<!DOCTYPE Document SYSTEM "file:///etc/passwd"><Document/>')).toContain('declares a document type');
  });

  test('what is nested deeper than any bank nests, or never ends, is refused', async () => {
    expect(await refusalOf(`<Document><BkToCstmrStmt><Stmt>${'<a>'.repeat(100_000)}`)).toContain('more than a bank statement can');
    expect(await refusalOf(`<Document><BkToCstmrStmt><Stmt><Ntry>${'<TxDtls/>'.repeat(100_000)}`)).toContain(
      'more than a bank statement can',
    );
    expect(await refusalOf(`<Document><BkToCstmrStmt><Stmt><Ntry>${'<a/>'.repeat(100_000)}`)).toContain('more than a bank statement can');
  });

  test('twenty megabytes of text end in a line of a thousand letters', async () => {
    const { lines } = await entriesOf([{ amount: '1.00', text: 'x '.repeat(10_000_000) }]);
    expect(lines[0]?.text?.length).toBeLessThanOrEqual(1000);
  });
});

describe('a table of a bank', () => {
  const GERMAN = [
    '"Umsätze Girokonto";"DE02120300000000202051"',
    '',
    '"Buchungstag";"Valuta";"Name Zahlungsbeteiligter";"IBAN Zahlungsbeteiligter";"Verwendungszweck";"Betrag";"Waehrung"',
    '"12.06.2026";"12.06.2026";"Hof Lindner";"DE75512108001245126199";"RE-2026-0147";"1.178,50";"EUR"',
    '"12.06.2026";"12.06.2026";"Landhandel";"DE75512108001245126111";"Diesel";"-99,00";"EUR"',
    '"";"";"";"";"Endsaldo";"5.000,00";"EUR"',
  ].join('\r\n');
  const SPANISH = 'Fecha operación\tConcepto\tAbono\tCargo\n05/06/2026\tFactura 2026-12\t1.200,00\t\n06/06/2026\tRecibo\t\t-30,00\n';
  const AMERICAN = 'Date,Description,Amount\n06/25/2026,"DEPOSIT, PINE RIDGE",2500.00\n06/26/2026,CHECK,-40.00\n';

  test.each([
    ['semicolons, commas and Windows-1252', Buffer.from(GERMAN, 'latin1'), [117_850, '2026-06-12', 'Hof Lindner', 'RE-2026-0147'], 2],
    [
      'UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(GERMAN, 'utf16le')]),
      [117_850, '2026-06-12', 'Hof Lindner', 'RE-2026-0147'],
      2,
    ],
    ['tabs, and a column for what came in', Buffer.from(SPANISH), [120_000, '2026-06-05', null, 'Factura 2026-12'], 1],
    ['commas and the month first', Buffer.from(AMERICAN), [250_000, '2026-06-25', null, 'DEPOSIT, PINE RIDGE'], 1],
  ] as const)('with %s is understood', async (_, bytes, [cents, day, payer, text], ignored) => {
    const file = await read(bytes);
    expect(file.table?.isGuessed).toBe(true);
    expect(file.ignored).toBe(ignored);
    expect(file.lines.map((line) => [line.amountCents, line.bookedOn, line.payerName, line.text])).toEqual([[cents, day, payer, text]]);
  });

  test('is read as it was said, and the next one by itself', async () => {
    const table = 'Wann|Wer|Was|Wieviel|Art\n2026-06-01|A|x|5,00|H\n2026-06-02|B|y|6,00|S\n';
    const given: CsvMapping = {
      delimiter: '|',
      date: 'Wann',
      dateFormat: 'ymd',
      amount: 'Wieviel',
      decimal: ',',
      direction: 'Art',
      payerName: 'Wer',
      payerAccount: null,
      text: 'Was',
      reference: null,
      currency: null,
    };
    const first = await read(table, { given });
    expect(first.lines.map(({ amountCents, payerName }) => [amountCents, payerName])).toEqual([[500, 'A']]);
    const next = await read(table, { usual: given });
    expect(next.table).toMatchObject({ isGuessed: false, mapping: given, headings: ['Wann', 'Wer', 'Was', 'Wieviel', 'Art'] });
    expect(next.lines).toEqual(first.lines);
    // Of another bank it is guessed again.
    expect((await read(AMERICAN, { usual: given })).table?.isGuessed).toBe(true);
    expect(await refusalOf(AMERICAN, given)).toContain('no column Wann');
    expect(await refusalOf(table, { ...given, date: 'Was' })).toContain('No row could be read');
  });

  const MAPPING: CsvMapping = {
    delimiter: ';',
    date: 'Tag',
    dateFormat: 'dmy',
    amount: 'Betrag',
    decimal: ',',
    direction: 'Art',
    payerName: null,
    payerAccount: null,
    text: 'Text',
    reference: null,
    currency: null,
  };
  const withDirections = (words: readonly string[], heading = 'Art') =>
    read([`Tag;Betrag;Text;${heading}`, '12.06.2026;1,00;sure;+', ...words.map((word) => `12.06.2026;5,00;x;${word}`)].join('\n'), {
      given: { ...MAPPING, direction: heading },
    });

  test.each([
    '+',
    'C',
    'CR',
    'Cr.',
    'CRDT',
    'H',
    'Haben',
    'Gutschrift',
    'Eingang',
    'ABONO',
    'Ingreso',
    'Haber',
    'Crédito',
    'credit',
    'In',
    'Deposit',
  ])('takes an amount beside %s as money that came in', async (word) => {
    const { lines, ignored, table } = await withDirections([word]);
    expect([lines.length, ignored, table?.unclear.rows]).toEqual([2, 0, 0]);
  });

  test.each(['-', '–', 'S', 'Soll', 'D', 'DB', 'Dr.', 'DBIT', 'Lastschrift', 'Ausgang', 'Débito', 'Cargo', 'Debit', 'Out', 'Withdrawal'])(
    'leaves an amount beside %s out as money that went out',
    async (word) => {
      const { lines, ignored, table } = await withDirections([word]);
      expect([lines.length, ignored, table?.unclear.rows]).toEqual([1, 1, 0]);
    },
  );

  test('leaves out amounts beside any other word, and says how many and why', async () => {
    const { lines, ignored, table } = await withDirections(['Umbuchung', '', 'Umbuchung', 'A', '?'.repeat(50)]);
    expect([lines.length, ignored]).toEqual([1, 0]);
    expect(table?.unclear).toEqual({ rows: 5, words: ['Umbuchung', '', 'A', '?'.repeat(40)] });
    const none = 'Tag;Betrag;Text;Art\n12.06.2026;1,00;x;Umbuchung\n';
    expect(await refusalOf(none, MAPPING)).toBe(
      'No row was read: Headland does not know which of these in the column Art means money in: Umbuchung.',
    );
  });

  test('knows C as a cargo under Cargo/Abono, and A as an abono', async () => {
    const { lines, ignored, table } = await withDirections(['C', 'A', 'A'], 'Cargo/Abono');
    expect([lines.length, ignored, table?.unclear.rows]).toEqual([3, 1, 0]);
  });
});

describe('fingerprints', () => {
  test('of a table go by its rows, whatever a person says is in them', async () => {
    const table = 'Tag;Valuta;Wer;Was;Betrag;Saldo\n05.06.2026;06.06.2026;A;x;5,00;105,00\n05.06.2026;06.06.2026;A;x;5,00;110,00\n';
    const given: CsvMapping = {
      delimiter: ';',
      date: 'Tag',
      dateFormat: 'dmy',
      amount: 'Betrag',
      decimal: ',',
      direction: null,
      payerName: 'Wer',
      payerAccount: null,
      text: 'Was',
      reference: null,
      currency: null,
    };
    const printsOf = async (content: string, more: Partial<CsvMapping> = {}): Promise<string[]> =>
      (await read(content, { given: { ...given, ...more } })).lines.map(({ fingerprint }) => fingerprint);
    const prints = await printsOf(table);
    expect(new Set(prints).size).toBe(2);
    for (const more of [
      { text: null },
      { payerName: 'Was', text: 'Wer', reference: 'Wer' },
      { date: 'Valuta' },
      { dateFormat: 'mdy' as const },
    ]) {
      expect(await printsOf(table, more)).toEqual(prints);
    }
    // Another balance is no other payment; another text is.
    expect(await printsOf(table.replaceAll('10', '20'))).toEqual(prints);
    expect(await printsOf(table.replaceAll('x', 'y'))).not.toEqual(prints);
  });

  const entry = fc.record({
    amount: fc.constantFrom('10.00', '20.00', '30.00'),
    day: fc.constantFrom('2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13'),
    payer: fc.constantFrom('A', 'B'),
    text: fc.constantFrom('x', 'y'),
    bankReference: fc.option(fc.constantFrom('R1', 'R2', 'R3', 'R4', 'R5', 'R6'), { nil: undefined }),
  });
  const day = ({ day: on = '' }: CamtEntry): string => on ?? '';
  const printsOf = async (entries: readonly object[]): Promise<string[]> =>
    (await entriesOf(entries as readonly CamtEntry[])).lines.map(({ fingerprint }) => fingerprint);

  test('tell all lines of a file apart, and are the same when it is read again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 30 }), async (entries) => {
        const prints = await printsOf(entries);
        expect(new Set(prints).size).toBe(entries.length);
        expect(await printsOf(entries)).toEqual(prints);
      }),
      { numRuns: 60 },
    );
  });

  test('of two statements that overlap by whole days are those of one over all of them', async () => {
    const days = ['2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13'];
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 30 }), fc.nat(3), fc.nat(3), async (entries, one, other) => {
        const [until, from] = [days[Math.max(one, other)] ?? '', days[Math.min(one, other)] ?? ''];
        const all = new Set(await printsOf(entries));
        const early = await printsOf(entries.filter((each) => day(each) <= until));
        const late = await printsOf(entries.filter((each) => day(each) >= from));
        expect(new Set([...early, ...late])).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });
});
