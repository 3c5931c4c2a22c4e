import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { CallOf, Endpoint } from '#shared/endpoint.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { workbookOf } from '#tests/support/workbook.ts';
import { csvOf, fileOf } from './imports-field.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let owner: Member;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  owner = await testApp.owner();
});

const params = () => ({ orgId: owner.orgId });
const refusalOf = async <E extends Endpoint>(member: Person, endpoint: E, call: CallOf<E>) => {
  const { status, body } = await member.try(endpoint, call);
  return { status, detail: body.detail };
};
const customers = () => owner.ok(contract.customers.list, { params: params() });
const make = (body: Parameters<typeof owner.ok<typeof contract.customers.create>>[1]['body']) =>
  owner.ok(contract.customers.create, { params: params(), body });

const LIST = [
  ['Customer list 2025', '', '', ''],
  ['Name', 'No.', 'Street', 'Town', 'ZIP', 'Phone', 'Email', 'Sales rep'],
  ['Aakre Brothers', '1001', '4120 County Rd 9', 'Sleepy Eye', '56085', '507-555-0112', 'office@aakre.example', 'KM'],
  ['Eikenborg Grain', '1003', '9 Elevator St', 'Hanska', '56041', '507-555-0199', 'pay@eikenborg.example', 'MQ'],
  ['Fjelstul Farms', '1005', '', '', '', '', '', 'KM'],
  ['Goossenaar & Sons', '1006', '', 'Fairhollow', '', '', 'goossenaar(at)mail', 'MQ'],
  ['Hernandal Dairy', '1007', '', 'Evan', '', '', '', 'MQ'],
  ['Hernandal Dairy', '1007', '', 'Evan', '', '', '', 'MQ'],
  ['', '1010', '', 'Sleepy Eye', '', '', '', 'KM'],
];

describe('a list of customers', () => {
  beforeEach(async () => {
    await make({ businessName: 'Eikenborg Grain', externalNumber: '1003', phoneNumber: '507-555-0000', town: 'Hanska' });
    await make({ businessName: 'Fjelstul Farms', externalNumber: '1005' });
  });

  test('is read with a fate for every row, and nothing is written', async () => {
    const before = await customers();
    const read = await fileOf(owner, 'customers').read(csvOf(LIST), 'customers-2025.csv');
    expect(read).toMatchObject({
      kind: 'customers',
      fileName: 'customers-2025.csv',
      state: 'read',
      rows: 7,
      written: 0,
      counts: { new: 2, changes: 1, same: 1, twice: 1, refused: 2 },
      heads: ['Name', 'No.', 'Street', 'Town', 'ZIP', 'Phone', 'Email', 'Sales rep'],
    });
    expect(read.options).toMatchObject({
      headRow: 2,
      delimiter: ',',
      encoding: 'utf-8',
      columns: ['businessName', 'externalNumber', 'street', 'town', 'postalCode', 'phoneNumber', 'email', null],
    });
    expect(await fileOf(owner, 'customers').fates(read.id)).toEqual([
      ['new'],
      ['changes'],
      ['same'],
      ['refused', 'Invalid email address'],
      ['new'],
      ['twice'],
      ['refused', 'Business name is required'],
    ]);
    const rows = await fileOf(owner, 'customers').rows(read.id);
    expect(rows.map(({ id: row, changed, reasons }) => [row, changed, reasons.map(({ column }) => column)])).toEqual([
      [3, [], []],
      [4, [2, 4, 5, 6], []],
      [5, [], []],
      [6, [], [6]],
      [7, [], []],
      [8, [], []],
      [9, [], [0]],
    ]);
    expect(await customers()).toEqual(before);
  });

  test('is imported: what is good is in, and what is refused stays out', async () => {
    const done = await fileOf(owner, 'customers').bring(csvOf(LIST));
    expect(done).toMatchObject({ state: 'done', written: 3 });
    const [aakre, eikenborg, ...others] = await customers();
    expect(aakre).toMatchObject({
      businessName: 'Aakre Brothers',
      externalNumber: '1001',
      street: '4120 County Rd 9',
      postalCode: '56085',
      town: 'Sleepy Eye',
      email: 'office@aakre.example',
      address: '4120 County Rd 9\n56085 Sleepy Eye',
    });
    expect(eikenborg).toMatchObject({
      phoneNumber: '507-555-0199',
      email: 'pay@eikenborg.example',
      address: '9 Elevator St\n56041 Hanska',
    });
    expect(others.map(({ businessName }) => businessName)).toEqual(['Fjelstul Farms', 'Hernandal Dairy']);
    const log = await owner.ok(contract.auditLogs.list, { params: params(), query: { entityType: 'customer', limit: '3' } });
    expect(log.map(({ importId }) => importId)).toEqual([done.id, done.id, done.id]);
  });

  test('brings nothing the second time, and of a corrected file only the corrections', async () => {
    const { bring, read } = fileOf(owner, 'customers');
    const first = await bring(csvOf(LIST));
    const there = await customers();
    // Just this file again is the import that was.
    expect(await read(csvOf(LIST))).toEqual(first);
    const again = await read(csvOf(LIST), 'list.csv', true);
    expect(again.counts).toEqual({ new: 0, changes: 0, same: 4, twice: 1, refused: 2 });
    const corrected = csvOf(LIST.map((row) => row.map((cell) => cell.replace('goossenaar(at)mail', 'goossenaar@mail.example'))));
    expect((await read(corrected)).counts).toEqual({ new: 1, changes: 0, same: 4, twice: 1, refused: 1 });
    await bring(corrected);
    expect(await customers()).toHaveLength(there.length + 1);
  });

  test('can leave what is there as it is', async () => {
    const { read, change, run } = fileOf(owner, 'customers');
    const { id } = await read(csvOf(LIST));
    expect((await change(id, { isUpdating: false })).counts).toMatchObject({ new: 2, changes: 0, same: 2 });
    await run(id);
    expect((await customers()).find(({ businessName }) => businessName === 'Eikenborg Grain')?.phoneNumber).toBe('507-555-0000');
  });

  test('can be read otherwise: another row of heads, other columns', async () => {
    const { read, change } = fileOf(owner, 'customers');
    const { id, options } = await read(csvOf(LIST));
    const columns = options.columns.map((column) => (column === 'email' ? 'notes' : column));
    const changed = await change(id, { columns });
    expect([changed.counts.refused, changed.options.columns[6]]).toEqual([1, 'notes']);
    const headless = await change(id, { headRow: 0 });
    expect([headless.rows, headless.heads[1], headless.options.columns[0]]).toEqual([9, 'B', 'businessName']);
  });

  test('does not run while nobody has said which column has the names', async () => {
    const { read, change } = fileOf(owner, 'customers');
    const { id } = await read(csvOf(LIST));
    await change(id, { columns: [null, 'externalNumber'] });
    const refused = await refusalOf(owner, contract.imports.run, { params: { ...params(), id } });
    expect([refused.status, refused.detail]).toEqual([400, 'Say which column holds this: businessName']);
  });

  test('names that several have are refused, not guessed', async () => {
    await make({ businessName: 'Twin Farms', town: 'Evan' });
    await make({ businessName: 'Twin farms', town: 'Cobden' });
    const { read, fates } = fileOf(owner, 'customers');
    const { id } = await read('Name,Town\nTwin Farms,Hanska\n');
    expect(await fates(id)).toEqual([['refused', 'Several are called Twin Farms: a number or an email tells them apart']]);
  });

  test('a name with another number is another customer', async () => {
    const { bring } = fileOf(owner, 'customers');
    await bring('No,Name\n2001,Eikenborg Grain\n');
    expect(
      (await customers())
        .filter(({ businessName }) => businessName === 'Eikenborg Grain')
        .map(({ externalNumber }) => externalNumber)
        .toSorted(),
    ).toEqual(['1003', '2001']);
  });

  test('a formula is text', async () => {
    await fileOf(owner, 'customers').bring('Name,Notes\n"=cmd|\'/C calc\'!A0",@SUM(1)\n');
    expect((await customers())[0]).toMatchObject({ businessName: "=cmd|'/C calc'!A0", notes: '@SUM(1)' });
  });
});

test('a workbook of customers, with numbers and countries as people write them', async () => {
  const book = await workbookOf({
    Kunden: [
      ['Kundennummer', 'Firma', 'PLZ', 'Ort', 'Land', 'Zahlungsziel', 'Sprache'],
      [1007, 'Hof Müller', 26121, 'Oldenburg', 'Deutschland', '14 Tage', 'deutsch'],
      [1008, 'Huber KG', '1010', 'Wien', 'AT', 30, 'de-AT'],
      [1009, 'Nirgends', null, null, 'Atlantis', null, 'Latein'],
    ],
  });
  const { bring, fates } = fileOf(owner, 'customers');
  const { id, sheets } = await bring(book);
  expect(sheets).toEqual(['Kunden']);
  expect(await fates(id)).toEqual([
    ['new'],
    ['new'],
    ['refused', 'Atlantis is no country that Headland knows', 'Latein is not one of en, es, de'],
  ]);
  expect((await customers()).map((each) => [each.externalNumber, each.postalCode, each.country, each.paymentDays, each.language])).toEqual([
    ['1007', '26121', 'DE', 14, 'de'],
    ['1008', '1010', 'AT', 30, 'de'],
  ]);
});

describe('how customers are billed', () => {
  const bring = (text: string) => fileOf(owner, 'customers').bring(text);
  const billed = async () =>
    (await customers()).map((each) => ({
      name: each.businessName,
      terms: [each.paymentDays, each.discountPercent, each.discountDays],
      by: each.billWay,
      reference: each.buyerReference,
      contacts: each.contacts,
    }));

  test.each([
    [
      'English',
      'Business Name,Payment Days,Discount Percent,Discount Days,Reference,Bills By,Contact 2 Name,Contact 2 Email\n' +
        'Pine Ridge,30,2,10,PO 4711,On paper,Ann Lee,ann@pine.example\n',
    ],
    [
      'German',
      'Firmenname;Zahlungsziel (Tage);Skontosatz (Prozent);Skontofrist (Tage);Referenz;Rechnungen per;Ansprechpartner 2 Name;Ansprechpartner 2 E-Mail\n' +
        'Pine Ridge;30;2 %;10;PO 4711;Auf Papier;Ann Lee;ann@pine.example\n',
    ],
    [
      'Spanish',
      'Nombre de la empresa;Días de pago;Descuento por ciento;Descuento días;Referencia;Facturas por;Contacto 2 nombre;Contacto 2 correo\n' +
        'Pine Ridge;30;2;10;PO 4711;En papel;Ann Lee;ann@pine.example\n',
    ],
  ])('comes in %s columns', async (_language, text) => {
    await bring(text);
    expect(await billed()).toEqual([
      {
        name: 'Pine Ridge',
        terms: [30, '2', 10],
        by: 'print',
        reference: 'PO 4711',
        contacts: [{ name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: false }],
      },
    ]);
  });

  test('is read from terms as other programs name them, and refused where half of it is missing', async () => {
    const { bring: read, fates } = fileOf(owner, 'customers');
    const { id } = await read('Customer,Terms,Discount,Bills by\nA,2% 10 Net 30,,email\nB,Net 14,3,pigeon\nC,whenever,,\n');
    expect(await fates(id)).toEqual([
      ['new'],
      ['refused', 'pigeon is no way to get bills: say email or paper', 'A discount needs a percentage and days'],
      ['refused', 'whenever is not a number here'],
    ]);
    expect(await billed()).toMatchObject([{ name: 'A', terms: [30, '2', 10], by: 'mail' }]);
  });

  test('the second contact is changed by name, others stay, and the same file changes nothing', async () => {
    const phone = { phoneNumber: '555 0100', getsBills: true };
    const contacts = [
      { name: 'Bo', email: null, ...phone },
      { name: 'Ann Lee', email: 'old@pine.example', ...phone },
    ];
    await owner.ok(contract.customers.create, { params: params(), body: { businessName: 'Pine', contacts } });
    const { bring: read, fates } = fileOf(owner, 'customers');
    const text = 'Customer,Contact 2 Name,Contact 2 Email\nPine,ann lee,ann@pine.example\n';
    const { id } = await read(text);
    expect(await fates(id)).toEqual([['changes']]);
    expect((await billed())[0]?.contacts).toEqual([contacts[0], { name: 'ann lee', email: 'ann@pine.example', ...phone }]);
    expect(await fates((await read(`${text}\n`)).id)).toEqual([['same']]);
  });
});

describe('people', () => {
  const people = () => owner.ok(contract.employees.list, { params: params() });

  test('come with names in one column or two, as operators, without access unless the file says so', async () => {
    const { bring } = fileOf(owner, 'employees');
    await bring('Name,Phone\nLuis Ortega,1\n"Stroud, Mia",2\n');
    await bring('Vorname;Name;E-Mail;Zugriffsstufe\nKarl;Meyer;karl@example.com;Manager\n');
    expect(
      (await people())
        .filter(({ accessLevel }) => accessLevel !== 'owner')
        .map((each) => [each.firstName, each.lastName, each.accessLevel, each.isOperator, each.isUser]),
    ).toEqual([
      ['Karl', 'Meyer', 'manager', true, true],
      ['Luis', 'Ortega', 'basic', true, false],
      ['Mia', 'Stroud', 'basic', true, false],
    ]);
  });

  test('a file changes nobody’s level or access', async () => {
    const me = await owner.ok(contract.users.current, {});
    const before = (await people()).find(({ accessLevel }) => accessLevel === 'owner');
    await fileOf(owner, 'employees').bring(
      `First Name,Last Name,Email,Access Level,Application User\nDana,Halvorsen,${me.email},Basic,no\n`,
    );
    const after = (await people()).find(({ email }) => email === me.email);
    expect(after).toMatchObject({ accessLevel: 'owner', isUser: true, id: before?.id });
  });

  test('a manager’s file makes no managers', async () => {
    const manager = await testApp.member(owner, 'manager');
    const { read, fates } = fileOf(manager, 'employees');
    const { id } = await read('First Name,Last Name,Access Level\nA,B,Manager\nC,D,Advanced\nE,F,Boss\n');
    expect(await fates(id)).toEqual([
      ['refused', 'You are not allowed to give the access level manager'],
      ['new'],
      ['refused', 'Boss is no access level. There are owner, admin, manager, advanced, basic, employee.'],
    ]);
  });
});

describe('machines and services', () => {
  const service = (name: string) => owner.ok(contract.serviceTypes.create, { params: params(), body: { name } });

  test('machines name their services, or do all of them', async () => {
    const [chopping, hauling] = [await service('Chopping'), await service('Hauling')];
    const { read, change, run, fates } = fileOf(owner, 'equipment');
    const { id, unknownNames } = await read(
      'Machine,Unit,Serial,Used for\nClaas 970,C-2,49904512,chopping\nTruck 1,T-1,,Hauling; Rolling\nPickup,,,\n',
    );
    expect(unknownNames).toEqual([{ kind: 'serviceType', name: 'Rolling', key: 'serviceType:rolling', rows: 1 }]);
    expect(await fates(id)).toEqual([['new'], ['refused', 'Rolling is not in Headland yet'], ['new']]);
    await change(id, { names: { 'serviceType:rolling': true } });
    expect(await fates(id)).toEqual([['new'], ['new'], ['new']]);
    await run(id);
    const machines = await owner.ok(contract.equipment.list, { params: params() });
    const rolling = (await owner.ok(contract.serviceTypes.list, { params: params() })).find(({ name }) => name === 'Rolling');
    expect(machines.map(({ name, unitNumber, serviceTypeIds }) => [name, unitNumber, serviceTypeIds.toSorted()])).toEqual([
      ['Claas 970', 'C-2', [chopping.id]],
      ['Pickup', null, [chopping.id, hauling.id, rolling?.id]],
      ['Truck 1', 'T-1', [hauling.id, rolling?.id]],
    ]);
    expect(rolling?.requiredFieldIds).toHaveLength(3);
  });

  test('a row that is refused makes no repeat of the next one', async () => {
    const { read, change, fates } = fileOf(owner, 'equipment');
    const { id } = await read('Name,Services\nClaas 970,Ploughing the moon\nClaas 970,\nClaas 970,\n');
    expect(await fates(id)).toEqual([['refused', 'Ploughing the moon is not in Headland yet'], ['new'], ['twice']]);
    expect((await change(id, { columns: ['name', null] })).counts).toMatchObject({ new: 1, twice: 2 });
  });

  test('an implement without any service is refused', async () => {
    const { read, change, fates } = fileOf(owner, 'implements');
    const { id } = await read('Implement\nOrbis 900\n');
    expect(await fates(id)).toEqual([['refused', 'Says no service: an implement needs one']]);
    await service('Mowing');
    await change(id, { doAllServices: true });
    expect(await fates(id)).toEqual([['new']]);
  });

  test('services ask for machine, driver and hours, and what the file names', async () => {
    const { bring, read } = fileOf(owner, 'serviceTypes');
    const { id, unknownNames } = await read('Service,Data Fields,Required Fields\nChopping,Moisture; Loads,Hours\nPlain,,\n');
    expect(unknownNames.map(({ name }) => name)).toEqual(['Moisture']);
    await fileOf(owner, 'serviceTypes').change(id, { names: { 'customDataField:moisture': true } });
    await fileOf(owner, 'serviceTypes').run(id);
    const fields = await owner.ok(contract.customDataFields.list, { params: params() });
    const named = (ids: readonly number[]) => fields.filter((field) => ids.includes(field.id)).map(({ name }) => name);
    const services = await owner.ok(contract.serviceTypes.list, { params: params() });
    expect(services.map((each) => [each.name, named(each.customDataFieldIds), named(each.requiredFieldIds)])).toEqual([
      ['Chopping', ['Hours', 'Loads', 'Moisture'], ['Hours']],
      ['Plain', ['Equipment', 'Hours', 'Operator'], ['Equipment', 'Hours', 'Operator']],
    ]);
    expect((await bring('Service\nPlain\n')).counts.same).toBe(1);
  });
});

describe('past work', () => {
  const WORK = csvOf([
    ['Date', 'Customer', 'Service', 'Machine', 'Driver', 'Hours', 'Loads', 'Moisture', 'Remarks'],
    ['06/14/2024', 'Pine Ridge Farms', 'Chopping', 'Claas 970', 'Luis Ortega', '4.5', '12', '65.5', 'wet'],
    ['06/15/2024', 'Pine Ridge Farms', 'Chopping', 'Claas 970', 'Luis Ortega', '3', '9', '', ''],
    ['06/15/2024', 'Blue Hill Dairy', 'Chopping', '', 'Luis Ortega', '2', '5', '', ''],
    ['02/30/2024', 'Pine Ridge Farms', 'Chopping', '', '', '1', '', '', ''],
    ['06/16/2024', 'Pine Ridge Farms', 'Chopping', '', '', 'one', '', '', ''],
  ]);
  const entries = () => owner.ok(contract.jobEntries.list, { params: params() });
  const jobs = () => owner.ok(contract.jobs.list, { params: params() });

  beforeEach(async () => {
    await make({ businessName: 'Pine Ridge Farms' });
    await owner.ok(contract.customDataFields.create, { params: params(), body: { name: 'Moisture', fieldType: 'number' } });
  });

  const bringAll = async (more: object = {}) => {
    const { read, change, run } = fileOf(owner, 'jobEntries');
    const { id, unknownNames } = await read(WORK);
    await change(id, { names: Object.fromEntries(unknownNames.map(({ key }) => [key, true])), ...more });
    return run(id);
  };

  test('names what it does not know once, and makes it if that is wished', async () => {
    const { read, fates } = fileOf(owner, 'jobEntries');
    const { id, unknownNames, options } = await read(WORK);
    expect(options.dateOrder).toBe('mdy');
    expect(unknownNames.map(({ kind, name, rows }) => [kind, name, rows])).toEqual([
      ['serviceType', 'Chopping', 5],
      ['equipment', 'Claas 970', 2],
      ['employee', 'Luis Ortega', 3],
      ['customer', 'Blue Hill Dairy', 1],
    ]);
    expect((await fates(id)).every(([fate]) => fate === 'refused')).toBe(true);
    const done = await bringAll();
    expect(done).toMatchObject({ state: 'done', written: 3, counts: { new: 3, refused: 2 } });
    expect((await jobs()).map(({ name, customerName, status }) => [name, customerName, status]).toSorted()).toEqual([
      ['Chopping 2024', 'Blue Hill Dairy', 'billed'],
      ['Chopping 2024', 'Pine Ridge Farms', 'billed'],
    ]);
    expect(
      (await entries()).map((each) => [each.date, each.totalHours, each.loads, each.customFieldValues, each.notes, each.operatorNames]),
    ).toEqual([
      ['2024-06-15', 2, 5, {}, null, ['Luis Ortega']],
      ['2024-06-15', 3, 9, {}, null, ['Luis Ortega']],
      ['2024-06-14', 4.5, 12, { Moisture: 65.5 }, 'wet', ['Luis Ortega']],
    ]);
    expect(await owner.ok(contract.unbilledJobs.list, { params: params() })).toEqual([]);
  });

  test('brings nothing the second time, and more rows go on the same jobs', async () => {
    await bringAll();
    const { read, bring } = fileOf(owner, 'jobEntries');
    expect((await read(WORK, 'list.csv', true)).counts).toEqual({ new: 0, changes: 0, same: 3, twice: 0, refused: 2 });
    await bring(`${WORK}\n06/20/2024,Pine Ridge Farms,Chopping,Claas 970,Luis Ortega,8,20,,`);
    expect([(await entries()).length, (await jobs()).length]).toEqual([4, 2]);
  });

  test('of many batches goes on one job for each customer, and only the row that a rule refuses while it is written stays out', async () => {
    await owner.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Chopping' } });
    const rows = Array.from({ length: 45 }, (_, row) => {
      const day = `2024-06-${String(1 + (row % 30)).padStart(2, '0')}`;
      return [
        day,
        row === 29 || row >= 40 ? 'Blue Hill Dairy' : 'Pine Ridge Farms',
        'Chopping',
        row === 29 ? 'Ghost' : '',
        String(1 + row),
      ];
    });
    const { read, change, run, fates } = fileOf(owner, 'jobEntries');
    const { id, unknownNames } = await read(csvOf([['Date', 'Customer', 'Service', 'Machine', 'Hours'], ...rows]));
    const nobody = 2_000_000_000;
    await change(id, { names: Object.fromEntries(unknownNames.map(({ key, kind }) => [key, kind === 'equipment' ? nobody : true])) });
    expect(await run(id)).toMatchObject({ state: 'done', written: 44, counts: { new: 44, refused: 1 } });
    expect((await fates(id))[29]?.[0]).toBe('refused');
    expect((await jobs()).map(({ customerName }) => customerName).toSorted()).toEqual(['Blue Hill Dairy', 'Pine Ridge Farms']);
    const hours = (await entries()).map(({ totalHours }) => Number(totalHours)).toSorted((one, other) => one - other);
    expect(hours).toEqual(rows.flatMap((_, row) => (row === 29 ? [] : [1 + row])));
  });

  test('may still be to be billed', async () => {
    await bringAll({ jobsAre: 'completed' });
    expect(await owner.ok(contract.unbilledJobs.list, { params: params() })).toHaveLength(2);
  });

  test('a job that is finished takes no entries of a file', async () => {
    const [customer] = await customers();
    const body = { name: 'Old corn', customerId: customer?.id ?? 0, status: 'completed' as const };
    await owner.ok(contract.jobs.create, { params: params(), body });
    await owner.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Chopping' } });
    const { read, fates } = fileOf(owner, 'jobEntries');
    const { id } = await read('Date,Customer,Job,Service\n2024-06-14,Pine Ridge Farms,old corn,Chopping\n');
    expect(await fates(id)).toEqual([['refused', 'The job Old corn is completed']]);
  });

  test('reads hours as a clock shows them, and refuses cells with an error', async () => {
    await owner.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Chopping' } });
    const book = await workbookOf({
      Work: [
        ['Date', 'Customer', 'Service', 'Hours'],
        [{ day: 45_822 }, 'Pine Ridge Farms', 'Chopping', '4:30'],
        [45_823, 'Pine Ridge Farms', 'Chopping', { error: '#DIV/0!' }],
      ],
    });
    const { id } = await fileOf(owner, 'jobEntries').bring(book);
    expect(await fileOf(owner, 'jobEntries').fates(id)).toEqual([['new'], ['refused', 'The cell holds an error: #DIV/0!']]);
    expect((await entries()).map(({ date, totalHours }) => [date, totalHours])).toEqual([['2025-06-14', 4.5]]);
  });

  test('asks for the order of dates that read in two ways', async () => {
    await owner.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Chopping' } });
    const { read, change, fates } = fileOf(owner, 'jobEntries');
    const { id, unclearDate } = await read('Date,Customer,Service\n03/04/2024,Pine Ridge Farms,Chopping\n');
    expect(unclearDate).toBe('03/04/2024');
    expect(await fates(id)).toEqual([['refused', 'Say whether the day or the month comes first: 03/04/2024']]);
    expect(await change(id, { dateOrder: 'dmy' })).toMatchObject({ unclearDate: null, counts: { new: 1 } });
  });

  test('taken back, nothing of it is left', async () => {
    const { id } = await bringAll();
    // Three entries, two jobs, and what they name: a service, a machine, a driver, a customer.
    expect(await fileOf(owner, 'jobEntries').takeBack(id)).toEqual({ deleted: 9, restored: 0, stayed: 0 });
    expect([await entries(), await jobs(), (await customers()).length]).toEqual([[], [], 1]);
  });
});

describe('taking back', () => {
  test('deletes what was made, and restores what was changed', async () => {
    const kept = await make({ businessName: 'Eikenborg Grain', externalNumber: '1003', phoneNumber: '507-555-0000', address: 'Hanska' });
    const { bring, takeBack } = fileOf(owner, 'customers');
    const { id } = await bring(csvOf(LIST));
    expect(await takeBack(id)).toEqual({ deleted: 3, restored: 1, stayed: 0 });
    const [left, ...others] = await customers();
    expect(others).toEqual([]);
    expect(left).toEqual({ ...kept, version: 3, updatedAt: left?.updatedAt });
    const twice = await refusalOf(owner, contract.imports.undo, { params: { ...params(), id } });
    expect([twice.status, twice.detail]).toEqual([409, 'This import was already undone.']);
    // The file may come again.
    expect((await bring(csvOf(LIST))).written).toBe(4);
  });

  test('leaves what somebody has changed or used since', async () => {
    const { bring, takeBack } = fileOf(owner, 'customers');
    const { id } = await bring('Name\nA\nB\nC\n');
    const [a, b] = await customers();
    await owner.ok(contract.customers.update, { params: { id: a?.id ?? 0 }, body: { town: 'Evan' } });
    await owner.ok(contract.jobs.create, { params: params(), body: { name: 'Corn', customerId: b?.id ?? 0 } });
    expect(await takeBack(id)).toEqual({ deleted: 1, restored: 0, stayed: 2 });
    expect((await customers()).map(({ businessName }) => businessName)).toEqual(['A', 'B']);
  });

  test('is over after 30 days, when the cells are forgotten, too', async () => {
    const { bring } = fileOf(owner, 'customers');
    const { id } = await bring('Name\nA\n');
    await testApp.db.query({ text: `update imports set done_at = now() - interval '31 days' where id = $1`, values: [id] });
    const late = await refusalOf(owner, contract.imports.undo, { params: { ...params(), id } });
    expect(late.detail).toBe('An import can be undone for 30 days.');
    await forgetOld(testApp.db.app, new Date());
    expect([
      await fileOf(owner, 'customers').rows(id),
      (await owner.ok(contract.imports.get, { params: { ...params(), id } })).state,
    ]).toEqual([[], 'done']);
  });
});

test('who may not write a kind neither reads files of it nor sees those of others', async () => {
  const advanced = await testApp.member(owner, 'advanced');
  const { id } = await fileOf(owner, 'employees').read('Name\nLuis Ortega\n');
  const refused = await refusalOf(advanced, contract.imports.read, {
    params: params(),
    query: { kind: 'employees', fileName: 'x.csv' },
    body: Buffer.from('Name\nLuis Ortega\n'),
  });
  expect(refused.status).toBe(403);
  expect((await refusalOf(advanced, contract.imports.rows, { params: { ...params(), id } })).status).toBe(403);
  expect(await advanced.ok(contract.imports.list, { params: params() })).toEqual([]);
  const stranger = await testApp.owner('Ortega Harvesting');
  expect((await refusalOf(stranger, contract.imports.get, { params: { orgId: stranger.orgId, id } })).status).toBe(404);
});

test('one import of a kind runs at a time, and pages of rows follow one another', async () => {
  const { read, run } = fileOf(owner, 'customers');
  const first = await read(`Name\n${Array.from({ length: 30 }, (_, index) => `A${index}`).join('\n')}\n`);
  const second = await read('Name\nB\n');
  await testApp.db.query({ text: `update imports set state = 'running' where id = $1`, values: [first.id] });
  const refused = await refusalOf(owner, contract.imports.run, { params: { ...params(), id: second.id } });
  expect([refused.status, refused.detail]).toEqual([409, 'Another import of the same kind is running. Wait until it is done.']);
  await run(first.id);
  expect((await run(second.id)).written).toBe(1);
  const page = await owner.ok(contract.imports.rows, { params: { ...params(), id: first.id }, query: { limit: '10' } });
  expect(page.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => index + 2));
});
