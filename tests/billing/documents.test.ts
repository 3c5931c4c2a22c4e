import { expect, test } from 'vitest';
import { toIif, windowsBytes } from '#server/billing/documents/iif.ts';
import { toQuickBooksCsv, toXeroCsv } from '#server/billing/documents/accounting-csv.ts';
import { csvText } from '#server/billing/documents/csv-cells.ts';
import { toLinesCsv, toRecordsCsv } from '#server/billing/documents/csv.ts';
import { writtenIn } from '#server/billing/documents/numbers.ts';
import { toPdf } from '#tests/support/draw-pdf.ts';
import { toUbl } from '#server/billing/documents/ubl.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import { BILL, REVERSAL } from '#tests/billing/documents.ts';

/** RFC 4180 read back. */
const parse = (csv: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') {
      rows.push([]);
    }
  }
  return rows.slice(0, -1);
};
const records = (csv: string): Record<string, string>[] => {
  const [head = [], ...rows] = parse(csv);
  return rows.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, place) => [name, row[place] ?? '']));
  });
};
const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
const add = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

test('net lines add up to the net amount, also where prices include tax', () => {
  expect(add(netLines(BILL).map(({ netCents }) => netCents))).toBe(BILL.netCents);
  const lines = [1, 1, 1].flatMap(() => BILL.lines.slice(2, 3).map((line) => ({ ...line, cents: 100 })));
  const taxes = [{ taxPercent: '19', taxIncluded: true, cents: 300, taxCents: 48 }];
  expect(netLines({ lines, taxes, currency: 'EUR' }).map(({ netCents }) => netCents)).toEqual([84, 84, 84]);
});

test('CSV: one row for each line, one for each record; names stay words', () => {
  const lines = records(toLinesCsv([BILL, REVERSAL]));
  expect(lines).toHaveLength(10);
  expect(lines[1]).toMatchObject({
    customer: `'=cmd("Peña, S.A.")`,
    text: 'Hauling,\n"far"',
    quantity: '12.5',
    unit: 'bins',
    amount: '15.43',
  });
  expect(add(lines.map(({ amount }) => cents(amount)))).toBe(0);
  expect(add(lines.slice(0, 5).map(({ netAmount }) => cents(netAmount)))).toBe(BILL.netCents);
  const [bill, reversal] = records(toRecordsCsv([BILL, REVERSAL]));
  expect(bill).toMatchObject({ number: '2025-0147', status: 'live', net: '14677.40', tax: '2791.11', gross: '17468.51', currency: 'EUR' });
  expect(reversal).toMatchObject({ reverses: '2025-0147', gross: '-17468.51' });
});

test.each(['=1', '+1', '-1', '@A1', '\t=1', '＝1', '＋1', '－1', '＠A1'])('CSV: the words %j are no formula', (words) => {
  expect(csvText([[words]])).toBe(`'${words}\r\n`);
});

test('Xero and QuickBooks Online: quantity times price is the amount of each line', () => {
  const xero = records(toXeroCsv([BILL]));
  expect(xero[0]).toMatchObject({
    '*ContactName': `'=cmd("Peña, S.A.")`,
    '*InvoiceNumber': '2025-0147',
    '*InvoiceDate': '19/09/2025',
    '*DueDate': '19/10/2025',
    '*Quantity': '34',
    '*UnitAmount': '385',
    '*AccountCode': '200',
    '*TaxType': '19%',
    Currency: 'EUR',
  });
  expect(xero[2]).toMatchObject({ '*Quantity': '1', '*UnitAmount': '1691.97' });
  expect(xero[2]?.['*Description']).toContain('(15,5 ha)');
  expect(add(xero.map((row) => cents(String(Number(row['*Quantity']) * Number(row['*UnitAmount'])))))).toBe(BILL.netCents);
  const quickBooks = records(toQuickBooksCsv([{ ...BILL, units: 'us' }, REVERSAL]));
  expect(quickBooks).toHaveLength(5);
  expect(quickBooks[0]).toMatchObject({ '*InvoiceNo': '2025-0147', '*InvoiceDate': '09/19/2025', ItemRate: '385', '*ItemTaxCode': '19%' });
  expect(add(quickBooks.map((row) => cents(row['*ItemAmount'])))).toBe(BILL.netCents);
  // Its reversal cannot be imported.
  expect(records(toQuickBooksCsv([{ ...BILL, status: { kind: 'void', reversedBy: '2025-0148' } }, REVERSAL]))).toEqual([]);
});

test('IIF: a transaction adds up to zero, and a reversal is a credit memo', () => {
  const rows = toIif([BILL, REVERSAL])
    .split('\r\n')
    .map((row) => row.split('\t'));
  expect(rows.slice(0, 3).map(([name]) => name)).toEqual(['!TRNS', '!SPL', '!ENDTRNS']);
  const [bill, reversal] = [rows.slice(3, 11), rows.slice(11, 19)];
  for (const transaction of [bill, reversal]) {
    expect(transaction.at(-1)).toEqual(['ENDTRNS']);
    expect(add(transaction.slice(0, -1).map((row) => cents(row[5])))).toBe(0);
  }
  expect(bill[0]?.slice(0, 7)).toEqual([
    'TRNS',
    'INVOICE',
    '09/19/25',
    'Accounts Receivable',
    "=cmd('Peña, S.A.')",
    '17468.51',
    '2025-0147',
  ]);
  expect(bill[1]?.slice(8, 12)).toEqual(['-34', '385', 'Chopping', 'Y']);
  expect(bill[6]?.at(-1)).toBe('AUTOSTAX');
  expect(reversal[0]?.[1]).toBe('CREDIT MEMO');
  // A due date is for bills and invoices only.
  expect([bill[0]?.at(-1), reversal[0]?.at(-1)]).toEqual(['10/19/25', '']);
});

test('the columns are those that the vendors publish, in their order', () => {
  const head = (csv: string): string[] => parse(csv)[0] ?? [];
  // Xero's template for sales invoices.
  const contact =
    '*ContactName EmailAddress POAddressLine1 POAddressLine2 POAddressLine3 POAddressLine4 POCity PORegion POPostalCode POCountry';
  const invoice =
    '*InvoiceNumber Reference *InvoiceDate *DueDate Total InventoryItemCode *Description *Quantity *UnitAmount Discount *AccountCode';
  const rest = '*TaxType TaxAmount TrackingName1 TrackingOption1 TrackingName2 TrackingOption2 Currency BrandingTheme';
  expect(head(toXeroCsv([])).join(' ')).toBe([contact, invoice, rest].join(' '));
  // Intuit's sample of an import of invoices, with the columns of companies that track tax and currencies.
  expect(head(toQuickBooksCsv([])).join(',')).toBe(
    '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,*ItemTaxCode,ItemTaxAmount,Currency,Service Date',
  );
  // Intuit's reference of transactions in import files; the order is free, the first column is the keyword.
  const [transaction, line, end] = toIif([])
    .split('\r\n')
    .map((row) => row.split('\t'));
  expect(transaction).toEqual('!TRNS TRNSTYPE DATE ACCNT NAME AMOUNT DOCNUM MEMO TOPRINT ADDR1 ADDR2 ADDR3 ADDR4 ADDR5 DUEDATE'.split(' '));
  expect(line).toEqual('!SPL TRNSTYPE DATE ACCNT NAME AMOUNT DOCNUM MEMO QNTY PRICE INVITEM TAXABLE EXTRA'.split(' '));
  expect(end).toEqual(['!ENDTRNS']);
});

test('IIF: words contain nothing that the program refuses, in letters that it reads', () => {
  const [, , , head = ''] = toIif([{ ...BILL, jobNames: ['North; "far"', 'South\tend'] }]).split('\r\n');
  expect(head.split('\t')[7]).toBe("North, 'far', South end");
  expect(windowsBytes('Müller – 5 € „ŷ“ 水\u0081').toString('hex')).toBe(
    Buffer.from('M\u00FCller \u0096 5 \u0080 \u0084y\u0093 ??', 'latin1').toString('hex'),
  );
});

const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, text = '']) => text);
const one = (xml: string, name: string): number => cents(all(xml, name)[0] ?? '0');

test.each([BILL, REVERSAL])('UBL of $number keeps the rules of EN 16931', (document) => {
  const xml = toUbl(document);
  const totals = /<cac:LegalMonetaryTotal>.*<\/cac:LegalMonetaryTotal>/.exec(xml)?.[0] ?? '';
  const lines = [...xml.matchAll(/<cac:(?:Invoice|CreditNote)Line>.*?<\/cac:(?:Invoice|CreditNote)Line>/gs)].map(([text]) => text);
  const subtotals = [...xml.matchAll(/<cac:TaxSubtotal>.*?<\/cac:TaxSubtotal>/gs)].map(([text]) => text);
  // BR-01, 02, 03, 04, 05: specification, number, date, type, currency.
  expect(all(xml, 'CustomizationID')).toEqual(['urn:cen.eu:en16931:2017']);
  expect(all(xml, 'ID')[0]).toBe(document.number);
  expect(all(xml, 'DocumentCurrencyCode')).toEqual(['EUR']);
  // BR-06, 07, 09, 11: names and countries.
  expect(all(xml, 'RegistrationName')).toEqual(['Müller &amp; Söhne &quot;Lohn&quot;', '=cmd(&quot;Peña, S.A.&quot;)']);
  expect(all(xml, 'IdentificationCode')).toEqual(['DE', 'ES']);
  // BR-CO-10, 13, 15, 16: sums.
  expect(lines).toHaveLength(4);
  expect(add(lines.map((line) => one(line, 'LineExtensionAmount')))).toBe(one(totals, 'LineExtensionAmount'));
  expect(one(totals, 'LineExtensionAmount') - one(totals, 'AllowanceTotalAmount') + one(totals, 'ChargeTotalAmount')).toBe(
    one(totals, 'TaxExclusiveAmount'),
  );
  const tax = one(xml, 'TaxAmount');
  expect(one(totals, 'TaxExclusiveAmount') + tax).toBe(one(totals, 'TaxInclusiveAmount'));
  expect(one(totals, 'PayableAmount')).toBe(Math.abs(document.grossCents));
  // BR-CO-14, 17, BR-S-08: tax by rate.
  expect(add(subtotals.map((each) => one(each, 'TaxAmount')))).toBe(tax);
  for (const each of subtotals) {
    const percent = all(each, 'Percent')[0];
    const net = add(lines.filter((line) => all(line, 'Percent')[0] === percent).map((line) => one(line, 'LineExtensionAmount')));
    expect(net - (percent === '19' ? one(totals, 'AllowanceTotalAmount') - one(totals, 'ChargeTotalAmount') : 0)).toBe(
      one(each, 'TaxableAmount'),
    );
    expect(Math.abs(one(each, 'TaxAmount') - (one(each, 'TaxableAmount') * Number(percent)) / 100)).toBeLessThan(1.5);
  }
  // BR-27: no price below zero. BR-55: reversals.
  expect(all(xml, 'PriceAmount').every((price) => !price.startsWith('-'))).toBe(true);
  expect(xml.includes('<cac:BillingReference>')).toBe(document === REVERSAL);
});

test('an e-invoice says what it lacks', () => {
  expect(() => toUbl({ ...BILL, buyer: { ...BILL.buyer, country: null } })).toThrow('the country of the customer');
});

test('numbers as people write them; currencies without cents show none', () => {
  expect(writtenIn('de', 'metric', 'EUR').money(1_746_851)).toBe('17.468,51\u00A0€');
  expect(writtenIn('es', 'metric', 'EUR').money(1_746_851)).toBe('17.468,51\u00A0€');
  expect(writtenIn('en', 'us', 'USD').money(-50)).toBe('-$0.50');
  expect(writtenIn('en', 'us', 'JPY').money(125_000)).toBe('¥1,250');
  expect(writtenIn('de', 'metric', 'EUR').number('12.345')).toBe('12,345');
});

test('PDF: the same bytes for the same bill, and pages for the annex', async () => {
  const [first, again] = [await toPdf(BILL, { hasAnnex: true }), await toPdf(BILL, { hasAnnex: true })];
  expect(first.equals(again)).toBe(true);
  expect(first.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
});
