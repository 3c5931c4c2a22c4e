import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '#shared/kinds/registry.ts';
import { collectionOf } from '#shared/kinds/spellings.ts';
import { type Operation, operations } from '#tests/api/samples.ts';
import { buildWorld, expectProblem, fingerprint, type Member, nameInWorld, UNKNOWN_ID, type World } from '#tests/api/world.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { WIDE_LIMITS } from '#tests/support/wide-limits.ts';
import { callAt, fieldsOfAnswer, type Place, PLACES, placesWhere, successesOf } from './call.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const ofRecord = placesWhere(({ endpoint }) => endpoint.scope === 'record');

const entityOf = ({ endpoint }: Operation): Entity => {
  if (endpoint.scope !== 'record') {
    throw new Error('The call is about no record.');
  }
  return endpoint.entity;
};

const named = (id: string): Place => {
  const operation = operations.find((each) => each.id === id);
  if (!operation) {
    throw new Error(`There is no ${id}.`);
  }
  return { operation, address: operation.endpoint.path };
};
const beside = (operation: Operation, name: string): Place => named(`${operation.id.split('.')[0]}.${name}`);
/** The call of this name of the record that a call is about. */
const ofItsRecord = (operation: Operation, name: string): Place =>
  operation.endpoint.scope === 'record' ? named(`${collectionOf(entityOf(operation))}.${name}`) : beside(operation, name);

describe('a record that was deleted', () => {
  test.each(ofRecord)('is for %s %s as if it had never been', async (_method, _address, place) => {
    const kind = entityOf(place.operation);
    const id = await world.fresh[nameInWorld(kind)]();
    expect((await callAt(boss, named(`${collectionOf(kind)}.remove`), world.orgId, { params: { id } })).status).toBe(204);
    const { body, query } = await place.operation.sample(world);
    const before = await fingerprint(testApp);
    const ask = (asked: number) =>
      callAt(boss, place, world.orgId, { params: { id: asked }, ...(body ? { body } : {}), ...(query ? { query } : {}) });
    const [gone, never] = [await ask(id), await ask(UNKNOWN_ID)];
    expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(gone.body).toEqual(never.body);
    expectProblem(gone);
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

const changing = placesWhere(
  ({ endpoint, id }) => id === 'organizations.update' || (endpoint.scope === 'record' && /^(PATCH|DELETE)$/.test(endpoint.method)),
);

describe('a change that was made from an old version', () => {
  /** The record that the sample is about, as it reads now. */
  const read = async (operation: Operation, params: Readonly<Record<string, string | number>> | undefined) =>
    callAt(boss, ofItsRecord(operation, 'get'), world.orgId, { params: params ?? {} });

  test.each(changing)('%s %s is refused, with the record as it is', async (_method, _address, place) => {
    const { operation } = place;
    const call = await operation.sample(world);
    const first = await read(operation, call.params);
    const stale = { headers: { 'if-match': String(first.headers['etag']) } };
    // Another person changes it in between.
    const meanwhile = ofItsRecord(operation, 'update');
    const { body } = await meanwhile.operation.sample(world);
    expect((await callAt(boss, meanwhile, world.orgId, { params: call.params ?? {}, ...(body ? { body } : {}) })).status).toBe(200);
    const current = await read(operation, call.params);
    expect(current.headers['etag']).not.toBe(first.headers['etag']);
    const before = await fingerprint(testApp);
    const answer = await callAt(boss, place, world.orgId, call, stale);
    expect(answer).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
    expectProblem(answer);
    expect(fieldsOfAnswer(answer)['current']).toEqual(current.body);
    expect(await fingerprint(testApp)).toEqual(before);
    for (const malformed of ['1', 'abc', '"0"', '"1", "2"', '']) {
      expect(await callAt(boss, place, world.orgId, call, { headers: { 'if-match': malformed } })).toMatchObject({
        status: 400,
        body: { code: 'malformed' },
      });
    }
    const fresh = { headers: { 'if-match': String(current.headers['etag']) } };
    expect(successesOf(operation)).toContain((await callAt(boss, place, world.orgId, call, fresh)).status);
  });

  test.each(changing)('%s %s goes through for callers that accept any version', async (_method, _address, place) => {
    const call = await place.operation.sample(world);
    const answer = await callAt(boss, place, world.orgId, call, { headers: { 'if-match': '*' } });
    expect(successesOf(place.operation)).toContain(answer.status);
  });
});

describe('a change that another person made on the same device', () => {
  test.each(PLACES)('%s %s is not accepted in the name of the signed-in person', async (_method, _address, place) => {
    const call = await place.operation.sample(world);
    const before = await fingerprint(testApp);
    const answer = await callAt(boss, place, world.orgId, call, { headers: { 'x-op-user': String(UNKNOWN_ID) } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'user_mismatch' } });
    expectProblem(answer);
    expect(await fingerprint(testApp)).toEqual(before);
    const own = await callAt(boss, place, world.orgId, call, { headers: { 'x-op-user': String(boss.userId) } });
    expect(successesOf(place.operation)).toContain(own.status);
  });
});

describe('a change of the time before a backup was restored', () => {
  test.each(PLACES)('%s %s waits until what was lost is offered again', async (_method, _address, place) => {
    const call = await place.operation.sample(world);
    const before = await fingerprint(testApp);
    const answer = await callAt(boss, place, world.orgId, call, { headers: { 'x-server-epoch': 'another' } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'epoch_changed' } });
    expectProblem(answer);
    expect(await fingerprint(testApp)).toEqual(before);
    const again = await callAt(boss, place, world.orgId, call, {
      headers: { 'x-server-epoch': String(answer.headers['x-server-epoch']) },
    });
    expect(successesOf(place.operation)).toContain(again.status);
  });
});
