import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { statusOf } from '#shared/endpoint.ts';
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
  const { jobId, serviceTypeId, equipmentId, employeeId } = world;
  await boss.send('POST', `/api/jobs/${jobId}/entries`, {
    serviceTypeId,
    date: '2025-06-16',
    equipmentIds: [equipmentId],
    operatorIds: [employeeId],
    customFieldValues: { Moisture: 31.5, Zone: null, tags: ['a', 2] },
  });
  await boss.send('PATCH', `/api/service-types/${serviceTypeId}`, {
    linkedEquipmentIds: [equipmentId],
    requiredFields: { deep: [{ a: null }] },
  });
});

afterAll(() => testApp.close());

const isData = (response: unknown): response is z.ZodMiniType => response !== null && response !== 'file';

describe('an answer holds what the contract lists and nothing else', () => {
  const answering = operations.filter(({ endpoint }) => isData(endpoint.response) && endpoint.scope !== 'public');

  test.each(answering.map((operation) => [operation.id, operation] as const))('%s', async (_, { endpoint, addresses, sample }) => {
    for (const address of addresses) {
      const call = await sample(world);
      const answer = await boss.send(endpoint.method, urlOf(address, call, world.orgId), call.body);
      expect(answer.status).toBe(statusOf(endpoint));
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      const parsed = isData(endpoint.response) ? endpoint.response.parse(answer.body) : undefined;
      // The schema drops what it does not list: equal to the raw answer means that there was nothing more.
      expect(answer.body).toEqual(parsed);
    }
  });

  test('not even a column that a table gains', async () => {
    const own = await createTestApp();
    try {
      const owner = await own.owner();
      await own.db.query({ text: `alter table customers add column secret text default 'hidden'`, values: [] });
      const made = await owner.send('POST', `/api/organizations/${owner.orgId}/customers`, { businessName: 'X' });
      expect(Object.keys(made.body as object).toSorted()).toEqual(
        [
          'address',
          'businessName',
          'createdAt',
          'createdBy',
          'firstName',
          'id',
          'lastName',
          'organizationId',
          'phoneNumber',
          'updatedAt',
          'version',
        ].toSorted(),
      );
    } finally {
      await own.close();
    }
  });
});

test('no answer names a column that is not to leave the server', async () => {
  const addresses = operations.filter(({ endpoint }) => endpoint.method === 'GET' && isData(endpoint.response));
  for (const { endpoint, sample } of addresses) {
    const { body } = await boss.send('GET', urlOf(endpoint.path, await sample(world), world.orgId));
    expect(JSON.stringify(body)).not.toMatch(
      /deletedAt|passwordHash|password_hash|tokenHash|emailVerified|ownerEmployeeId|ownerLevel|emailKey/,
    );
  }
});

test('timestamps are ISO 8601 in UTC', async () => {
  const { body } = await boss.send('GET', `/api/customers/${world.customerId}`);
  expect(body).toMatchObject({
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});
