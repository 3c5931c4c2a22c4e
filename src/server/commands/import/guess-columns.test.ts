import { expect, test } from 'vitest';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { guessColumns, guessHeadRow } from '#server/commands/import/guess-columns.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';

const rowOf = (row: number, line: string): FileRow => ({ row, cells: line.split(',') });

const columnsOf = (kind: ImportKind, heads: string, ownFields: { id: number; name: string }[] = []) =>
  guessColumns(kind, rowOf(1, heads), { rows: [], columns: heads.split(',').length, ownFields });

// Heads as other programs export them.
test.each([
  [
    'customers',
    'Client Name,Client Number,Client Phone,Client Street,Client City,Client State/Province,Client Postal Code,Client Country,Client VAT Number,Contact First Name,Contact Last Name,Contact Email,Balance',
    'businessName,externalNumber,phoneNumber,street,town,region,postalCode,country,taxNumber,firstName,lastName,email,-',
  ],
  ['customers', 'Company,Address,Terms,Website', 'businessName,address,paymentDays,-'],
  [
    'customers',
    'Kundennr.,Name 1,Straße,PLZ,Ort,Telefon,E-Mail-Adresse,USt-IdNr.',
    'externalNumber,businessName,street,postalCode,town,phoneNumber,email,taxNumber',
  ],
  [
    'customers',
    'Razón social,NIF/CIF,Dirección,Código postal,Población,Teléfono',
    'businessName,taxNumber,address,postalCode,town,phoneNumber',
  ],
  ['employees', 'Vorname,Name,Handy', 'firstName,lastName,phoneNumber'],
  ['employees', 'Employee,Role,Mobile', 'fullName,accessLevel,phoneNumber'],
  ['equipment', 'Asset Name,Serial Number,Unit #,Category', 'name,serialNumber,unitNumber,-'],
  [
    'jobEntries',
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,Duration',
    'operators,-,customer,job,service,notes,-,date,-,totalHours',
  ],
  ['jobEntries', 'Date,Client,Project,Task,Notes,Hours,First Name', 'date,customer,job,service,notes,totalHours,-'],
  ['jobEntries', 'Datum,Kunde,Leistung,Maschine,Fahrer,Stunden (h),Fuhren', 'date,customer,service,equipment,operators,totalHours,loads'],
] as const)('%s under %s', (kind, heads, fields) => {
  expect(
    columnsOf(kind, heads)
      .map((field) => field ?? '-')
      .join(','),
  ).toBe(fields);
});

test('own data fields are known by their names', () => {
  expect(columnsOf('jobEntries', 'Date,Moisture (%)', [{ id: 7, name: 'Moisture' }])).toEqual(['date', 'own:7']);
  expect(columnsOf('customers', 'Name,Moisture', [{ id: 7, name: 'Moisture' }])).toEqual(['businessName', null]);
});

test('the row of the heads is the one with most of them; a list without any has none', () => {
  const titled = ['Customer list,,', 'As of May,,', 'Name,Town,Phone', 'Aakre,Evan,507'].map((line, index) => rowOf(index + 1, line));
  expect(guessHeadRow('customers', titled)).toBe(3);
  const bare = ['Aakre Brothers,507-555-0112', 'Bar T,507-555-0155'].map((line, index) => rowOf(index + 1, line));
  expect(guessHeadRow('customers', bare)).toBe(0);
  expect(guessColumns('customers', undefined, { rows: bare, columns: 2, ownFields: [] })).toEqual(['businessName', null]);
});
