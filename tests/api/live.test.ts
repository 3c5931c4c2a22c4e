import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Ear, listenTo } from '#tests/support/ear.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem, type Member } from './world.ts';

let testApp: TestApp;
let twin: Awaited<ReturnType<TestApp['twin']>>;
const ports = { one: 0, other: 0 };

const listen = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
};

beforeAll(async () => {
  testApp = await createTestApp();
  twin = await testApp.twin();
  ports.one = await listen(testApp.app);
  ports.other = await listen(twin.app);
});

afterAll(async () => {
  await twin.close();
  await testApp.close();
});

const hear = async (who: Person, port = ports.one, headers: Record<string, string> = {}): Promise<Ear> => {
  const ear = await listenTo(port, { cookie: who.cookie, ...headers });
  onTestFinished(() => ear.leave());
  return ear;
};

const seqOf = async (organizationId: number): Promise<number> => {
  const text = 'select seq from organization_seq where organization_id = $1';
  return (await testApp.db.query<{ seq: number }>({ text, values: [organizationId] }))[0]?.seq ?? -1;
};

/** A change by the first process; what is to be heard of it. */
const change = async (member: Member) => {
  const answer = await member.send('POST', `/api/organizations/${member.orgId}/customers`, { businessName: 'Blue Hill' });
  return { organizationId: member.orgId, seq: Number(answer.headers['x-org-seq']) };
};

describe('who listens', () => {
  test('receives at once the number of each of their organizations', async () => {
    const boss = await testApp.owner();
    const { id: second } = await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    await testApp.owner('Of somebody else');
    await change(boss);
    const ear = await hear(boss);
    const expected = [boss.orgId, second].map(async (organizationId) => ({ organizationId, seq: await seqOf(organizationId) }));
    const [one, two] = await Promise.all(expected);
    await ear.hears({ organizationId: second, seq: two?.seq ?? -1 });
    expect(ear.heard()).toHaveLength(2);
    expect(ear.heard()).toEqual(expect.arrayContaining([one, two]));
  });

  test('hears through every process of what any process did', async () => {
    const boss = await testApp.owner();
    const [here, there] = [await hear(boss), await hear(boss, ports.other)];
    for (let round = 0; round < 3; round += 1) {
      const done = await change(boss);
      await Promise.all([here.hears(done), there.hears(done)]);
    }
    const answer = await twin.app.inject({
      method: 'PATCH',
      url: `/api/organizations/${boss.orgId}`,
      headers: { cookie: boss.cookie },
      payload: { name: 'Renamed' },
    });
    const done = { organizationId: boss.orgId, seq: Number(answer.headers['x-org-seq']) };
    await Promise.all([here.hears(done), there.hears(done)]);
    for (const ear of [here, there]) {
      const numbers = ear.heard().map(({ seq }) => seq);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    }
  });

  test('hears nothing of organizations of others', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner('Ortega Harvesting')];
    const ear = await hear(boss);
    await change(other);
    await ear.hears(await change(boss));
    expect(ear.heard().filter(({ organizationId }) => organizationId !== boss.orgId)).toEqual([]);
  });

  test('hears of an organization that they joined since, and no longer of one that they left', async () => {
    const boss = await testApp.owner();
    const helper = await testApp.member(boss, 'basic');
    const ear = await hear(helper, ports.other);
    await ear.hears(await change(boss));
    await boss.ok(contract.employees.remove, { params: { id: helper.employeeId } });
    // Being added to another one is noticed by the same query that finds them gone from this one.
    const next = await testApp.owner('Ortega Harvesting');
    await next.ok(contract.employees.create, {
      params: { orgId: next.orgId },
      body: { firstName: 'Luis', lastName: 'Ortega', email: helper.email, isUser: true },
    });
    await ear.hears({ organizationId: next.orgId, seq: await seqOf(next.orgId) });
    const unheard = await change(boss);
    await ear.hears(await change(next));
    expect(ear.heard()).not.toContainEqual(unheard);
  });

  test('hears nothing further when their session has ended; a program with a key, which hears of one organization, when that is revoked', async () => {
    const boss = await testApp.owner();
    await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    const { id, secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scale house' } });
    const program = await listenTo(ports.one, { authorization: `Bearer ${secret ?? ''}` });
    const ear = await hear(boss);
    await program.hears(await change(boss));
    expect(new Set(program.heard().map(({ organizationId }) => organizationId))).toEqual(new Set([boss.orgId]));
    await boss.ok(contract.apiKeys.revoke, { params: { orgId: boss.orgId, id } });
    await boss.send('POST', '/api/logout');
    await Promise.all([ear.ended, program.ended]);
    expect((await hear(boss)).status).toBe(401);
  });

  test('hears nothing without a session', async () => {
    const answer = await testApp.nobody.send('GET', '/api/live');
    expect(answer.status).toBe(401);
    expectProblem(answer);
  });

  test('hears something at once even without any organization', async () => {
    const answer = await (await testApp.person()).send('GET', '/api/live');
    expect(answer).toMatchObject({ status: 200, body: ':\n\n' });
  });
});

test('nothing on the way keeps the events back', async () => {
  const ear = await hear(await testApp.owner(), ports.one, { 'accept-encoding': 'br, gzip, deflate' });
  expect(ear.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-server-epoch': expect.stringMatching(/\w/),
  });
  expect(ear.headers).not.toHaveProperty('content-encoding');
  expect(ear.headers).not.toHaveProperty('content-length');
});

describe('of one user', () => {
  test('ten listen at a time; the next is refused until one of them leaves', async () => {
    const boss = await testApp.owner();
    const ears = await Promise.all(Array.from({ length: 10 }, () => hear(boss)));
    expect(ears.map(({ status }) => status)).toEqual(ears.map(() => 200));
    const refused = await boss.send('GET', '/api/live');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' }, headers: { 'retry-after': '30' } });
    expectProblem(refused);
    expect((await hear(await testApp.owner())).status).toBe(200);
    ears[0]?.leave();
    await vi.waitUntil(async () => (await hear(boss)).status === 200, { timeout: 30_000 });
  });

  test('ten listen, however many come at once', async () => {
    const boss = await testApp.owner();
    const ears = await Promise.all(Array.from({ length: 30 }, () => hear(boss)));
    expect(ears.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(ears.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

/** Waits until no connection is left to this app. */
const allHaveLeft = ({ server }: FastifyInstance): Promise<boolean> =>
  vi.waitUntil(() => new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count === 0))), { timeout: 30_000 });

test('when the last has left, the database is no longer queried', async () => {
  // What is watched is all of this process: nobody may listen elsewhere.
  await Promise.all([allHaveLeft(testApp.app), allHaveLeft(twin.app)]);
  const alone = await createTestApp();
  try {
    const port = await listen(alone.app);
    const boss = await alone.owner();
    const asked: string[] = [];
    const watch = watchStatements(({ text }) => {
      asked.push(text);
      return undefined;
    });
    onTestFinished(() => watch.restore());
    const looks = () => asked.filter((text) => text.includes('from organization_seq')).length;
    const ears = [await listenTo(port, { cookie: boss.cookie }), await listenTo(port, { cookie: boss.cookie })];
    await vi.waitUntil(() => looks() >= 4, { timeout: 30_000 });
    ears.forEach((ear) => ear.leave());
    // The look that was under way, if there was one, is the last. Five would fit into the time.
    await allHaveLeft(alone.app);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = looks();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(looks()).toBe(before);
  } finally {
    await alone.close();
  }
});

test('when the program stops, the streams end at once, including those that nobody reads', async () => {
  const stopping = await createTestApp();
  const boss = await stopping.owner();
  const port = await listen(stopping.app);
  const ears = [await listenTo(port, { cookie: boss.cookie }), await listenTo(port, { cookie: boss.cookie })];
  ears[1]?.stall();
  const started = performance.now();
  await stopping.app.close();
  // Ten seconds are all that the program has; what is measured is far below one.
  expect(performance.now() - started).toBeLessThan(8000);
  await ears[0]?.ended;
  await stopping.close();
  ears[1]?.leave();
});
