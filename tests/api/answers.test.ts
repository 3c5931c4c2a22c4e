import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWorld, isData } from '#tests/conformance/call.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { operations, urlOf } from './samples.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  await fillWorld(boss, world);
});

afterAll(() => testApp.close());

test('an answer contains what the contract lists, and not even a column that is added to the table', async () => {
  const own = await createTestApp();
  try {
    const owner = await own.owner();
    await own.db.query({ text: `alter table customers add column secret text default 'hidden'`, values: [] });
    const made = await owner.send('POST', `/api/organizations/${owner.orgId}/customers`, { businessName: 'X' });
    const listed =
      'address billGrouping billWay businessName buyerReference contacts country createdAt createdBy discountDays discountPercent email ' +
      'externalNumber firstName hasAnnex id isReminded language lastName notes organizationId paymentDays phoneNumber postalCode region ' +
      'street taxNote taxNumber taxTreatment town updatedAt version';
    expect(Object.keys(made.body as object).toSorted()).toEqual(listed.split(' '));
  } finally {
    await own.close();
  }
});

test('no answer names a column that is not to leave the server', async () => {
  const addresses = operations.filter(({ endpoint }) => endpoint.method === 'GET' && isData(endpoint.response));
  for (const { id, endpoint, sample } of addresses) {
    const { body } = await boss.send('GET', urlOf(endpoint.path, await sample(world), world.orgId));
    expect(JSON.stringify(body)).not.toMatch(/deletedAt|passwordHash|password_hash|tokenHash|ownerEmployeeId|ownerLevel|emailKey/);
    // Only the person themselves sees that.
    expect([id, JSON.stringify(body).includes('emailVerified')]).toEqual([id, id === 'account.get']);
  }
});

test('timestamps are ISO 8601 in UTC', async () => {
  const { body } = await boss.send('GET', `/api/customers/${world.customerId}`);
  expect(body).toMatchObject({
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});
