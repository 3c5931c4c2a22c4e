import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

test('creates a customer and reads it', async () => {
  const boss = await testApp.owner();
  const body = { businessName: ' Pine Ridge ', address: '12 Mill Road', phoneNumber: '555 0100', firstName: 'Ann', lastName: 'Lee' };
  const made = await boss.ok(contract.customers.create, { params: boss, body });
  expect(made).toMatchObject({ ...body, businessName: 'Pine Ridge', organizationId: boss.orgId, version: 1, createdBy: boss.userId });
  expect(made.updatedAt).toBe(made.createdAt);
  expect(await boss.ok(contract.customers.get, { params: made })).toEqual(made);
});

test('keeps empty text as null, for create and change alike', async () => {
  const boss = await testApp.owner();
  const made = await boss.ok(contract.customers.create, {
    params: boss,
    body: { businessName: 'Pine Ridge', address: '', phoneNumber: '  ' },
  });
  expect(made).toMatchObject({ address: null, phoneNumber: null, firstName: null, lastName: null });
  const moved = await boss.ok(contract.customers.update, { params: made, body: { address: '1 Hill Road', phoneNumber: null } });
  expect(moved).toMatchObject({ address: '1 Hill Road', phoneNumber: null, version: 2 });
  expect((await boss.ok(contract.customers.update, { params: made, body: { address: '' } })).address).toBeNull();
});

test.each([
  ['a missing business name', {}, 'businessName', 'Business name is required'],
  ['a blank business name', { businessName: ' \t' }, 'businessName', 'Business name is required'],
  ['a business name that is no text', { businessName: 7 }, 'businessName', 'Business name is required'],
  ['an endless address', { businessName: 'X', address: 'a'.repeat(301) }, 'address', 'Must be at most 300 characters'],
  ['an address that is no text', { businessName: 'X', address: ['a'] }, 'address', 'Must be text'],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  const before = await fingerprint(testApp);
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, body)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('keeps names of any script as they are', async () => {
  const boss = await testApp.owner();
  const businessName = `Ærø "Grøn" <b>& Søn's</b> 農場 🚜 \\'; drop table customers; --`;
  const made = await boss.ok(contract.customers.create, { params: boss, body: { businessName } });
  expect((await boss.ok(contract.customers.get, { params: made })).businessName).toBe(businessName);
});

test('lists customers by name, in whatever case, and those of the same name in the order they came', async () => {
  const boss = await testApp.owner();
  const ids: number[] = [];
  for (const businessName of ['blue Hill', 'Zeta', 'alpha', 'Blue hill', 'Mill']) {
    ids.push((await boss.ok(contract.customers.create, { params: boss, body: { businessName } })).id);
  }
  const list = await boss.ok(contract.customers.list, { params: boss });
  expect(list.map(({ businessName }) => businessName)).toEqual(['alpha', 'blue Hill', 'Blue hill', 'Mill', 'Zeta']);
  expect(list.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[3], ids[4], ids[1]]);
});

test('changes a customer at both addresses', async () => {
  const boss = await testApp.owner();
  const { id } = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine' } });
  const nested = await boss.send('PATCH', `/api/organizations/${boss.orgId}/customers/${id}`, { businessName: 'Pine Ridge' });
  expect(nested).toMatchObject({ status: 200, body: { id, businessName: 'Pine Ridge', version: 2 } });
  const direct = await boss.send('GET', `/api/customers/${id}`);
  expect(direct.body).toEqual(nested.body);
  expect((await boss.send('GET', `/api/organizations/${boss.orgId}/customers/${id}`)).body).toEqual(nested.body);
});

test('cannot lose its name', async () => {
  const boss = await testApp.owner();
  const { id } = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine' } });
  const message = 'Business name is required';
  expect(await boss.send('PATCH', `/api/customers/${id}`, { businessName: '' })).toMatchObject(refusedFor('businessName', message));
  expect(await boss.send('PATCH', `/api/customers/${id}`, { businessName: null })).toMatchObject(refusedFor('businessName', message));
});

test('the version grows only on a real change', async () => {
  const boss = await testApp.owner();
  const made = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine', address: 'Road' } });
  const before = await fingerprint(testApp);
  for (const body of [{}, { businessName: 'Pine' }, { businessName: ' Pine ', address: 'Road', phoneNumber: '' }]) {
    expect(await boss.ok(contract.customers.update, { params: made, body })).toEqual(made);
  }
  expect(await fingerprint(testApp)).toEqual(before);
  expect((await boss.ok(contract.customers.update, { params: made, body: { address: 'Lane' } })).version).toBe(2);
});

test('of many changes at once each counts', async () => {
  const boss = await testApp.owner();
  const made = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine' } });
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => boss.ok(contract.customers.update, { params: made, body: { address: `Road ${index}` } })),
  );
  expect((await boss.ok(contract.customers.get, { params: made })).version).toBe(13);
});

test('lists the jobs of a customer, newest first', async () => {
  const boss = await testApp.owner();
  const [one, other] = [
    await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'One' } }),
    await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Other' } }),
  ];
  const addJob = (name: string, customerId: number) => boss.ok(contract.jobs.create, { params: boss, body: { name, customerId } });
  const early = await addJob('First', one.id);
  await addJob('Not theirs', other.id);
  const late = await addJob('Second', one.id);
  await boss.ok(contract.jobs.update, { params: late, body: { status: 'completed' } });
  const jobs = await boss.ok(contract.customers.jobs, { params: one });
  expect(jobs.map(({ id, name, status }) => [id, name, status])).toEqual([
    [late.id, 'Second', 'completed'],
    [early.id, 'First', 'open'],
  ]);
});

test('knows nothing of the customers of others', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const made = await other.ok(contract.customers.create, { params: other, body: { businessName: 'Theirs' } });
  expect(await boss.ok(contract.customers.list, { params: boss })).toEqual([]);
  const answer = await boss.try(contract.customers.update, { params: made, body: { businessName: 'Mine' } });
  expect(answer).toMatchObject({ status: 404, body: { detail: 'Customer not found' } });
  expect((await other.ok(contract.customers.get, { params: made })).businessName).toBe('Theirs');
});

test('a deleted customer is gone from lists and pickers, while its jobs go on showing its name', async () => {
  const boss = await testApp.owner();
  const made = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Gone Farms' } });
  const job = await boss.ok(contract.jobs.create, { params: boss, body: { name: 'Silage', customerId: made.id } });
  await testApp.db.query({ text: 'update customers set deleted_at = now() where id = $1', values: [made.id] });
  expect(await boss.ok(contract.customers.list, { params: boss })).toEqual([]);
  expect(await boss.try(contract.customers.get, { params: made })).toMatchObject({ status: 404, body: { detail: 'Customer not found' } });
  expect((await boss.ok(contract.jobs.get, { params: job })).customerName).toBe('Gone Farms');
});
