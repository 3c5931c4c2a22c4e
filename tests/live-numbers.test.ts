import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createLiveNumbers } from '#server/commands/live-numbers.ts';
import type { Credential } from '#server/ports/session.ts';
import type { Database, Statement } from '#server/db/database.ts';
import { eventsIn } from './support/ear.ts';
import { createTestApp, type Person, type TestApp } from './support/test-app.ts';
import type { Member } from './api/world.ts';

// The look at the database by itself, with times of its own.

const TIMES = { pollMs: 10, recheckMs: 50, pingMs: 25_000, endWithinMs: 1000 };

let testApp: TestApp;
let boss: Member;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  boss = await testApp.owner();
});
afterAll(() => testApp.close());

/** Everything to look with: what was asked, and a switch that takes the database away. */
const open = (times = TIMES, seats = { seats: 200, seatsOfUser: 10 }) => {
  const said: string[] = [];
  const asked: string[] = [];
  const state = { isLost: false };
  const db: Database = {
    ...testApp.db.app,
    query: async (statement) => {
      asked.push(statement.name ?? '');
      if (state.isLost) {
        throw new Error('Connection terminated unexpectedly');
      }
      return testApp.db.app.query(statement);
    },
  };
  const live = createLiveNumbers({ db, now: () => new Date(), say: (line) => said.push(line), seats }, times);
  onTestFinished(() => live.stop());
  const asks = (name: string) => asked.filter((each) => each === name).length;
  return { live, said, asked, asks, state, look: () => waitForMore(() => asks('live-numbers'), 3) };
};

/** Waits until this number has grown by so much. */
const waitForMore = async (count: () => number, more: number): Promise<void> => {
  const before = count();
  await vi.waitUntil(() => count() >= before + more, { timeout: 30_000, interval: 5 });
};

const credentialOf = async ({ userId }: Person): Promise<Credential> => {
  const text = 'select token_hash as "tokenHash" from sessions where user_id = $1';
  const [row] = await testApp.db.query<{ tokenHash: Buffer }>({ text, values: [userId] });
  return { kind: 'session', tokenHash: row?.tokenHash ?? Buffer.alloc(0) };
};

const collect = (stream: Readable) => {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, text: () => text, heard: () => eventsIn(text) };
};

const listen = async ({ live }: ReturnType<typeof open>, who: Person, userId = who.userId, address = '127.0.0.1') =>
  collect(await live.listen({ userId, credential: await credentialOf(who), address }));

const change = async (member: Member) => {
  const answer = await member.send('POST', `/api/organizations/${member.orgId}/customers`, { businessName: 'Blue Hill' });
  return { organizationId: member.orgId, seq: Number(answer.headers['x-org-seq']) };
};

test('however many listen, one statement asks for all of them', async () => {
  const opened = open({ ...TIMES, recheckMs: 60_000 });
  const people = await Promise.all(Array.from({ length: 8 }, () => testApp.owner()));
  const ears = await Promise.all(people.map((each) => listen(opened, each)));
  opened.asked.length = 0;
  await opened.look();
  expect(new Set(opened.asked)).toEqual(new Set(['live-numbers']));
  expect(opened.asked.length).toBeLessThan(people.length);
  const done = await Promise.all(people.map(change));
  await vi.waitUntil(() => ears.every(({ heard }, index) => heard().some(({ seq }) => seq === done[index]?.seq)), { timeout: 30_000 });
});

test('a former member hears nothing once their membership was checked again', async () => {
  const opened = open();
  const helper = await testApp.member(boss, 'basic');
  const [stays, goes] = [await listen(opened, boss), await listen(opened, helper)];
  await boss.ok(contract.employees.remove, { params: { id: helper.employeeId } });
  await waitForMore(() => opened.asks('live-organizations'), 2);
  const done = await change(boss);
  await vi.waitUntil(() => stays.heard().some(({ seq }) => seq === done.seq), { timeout: 30_000 });
  await opened.look();
  expect(goes.heard()).not.toContainEqual(done);
  expect(goes.stream.destroyed).toBe(false);
});

test('a session that has ended ends the stream; that of the same user in another browser goes on', async () => {
  const opened = open();
  const ended = await listen(opened, boss);
  const again = await testApp.owner();
  const other = await listen(opened, again);
  await boss.send('POST', '/api/logout');
  await vi.waitUntil(() => ended.stream.closed, { timeout: 30_000 });
  expect(other.stream.destroyed).toBe(false);
});

describe('while the database is away', () => {
  test('streams stay open, it is said once, and they go on when it is back', async () => {
    const opened = open();
    const ear = await listen(opened, boss);
    opened.state.isLost = true;
    await waitForMore(() => opened.asked.length, 5);
    const done = await change(boss);
    await waitForMore(() => opened.asked.length, 5);
    expect(opened.said).toEqual(['Live numbers wait for the database: Connection terminated unexpectedly']);
    expect(ear.stream.destroyed).toBe(false);
    opened.state.isLost = false;
    await vi.waitUntil(() => ear.heard().some(({ seq }) => seq === done.seq), { timeout: 30_000 });
    expect(opened.said).toHaveLength(2);
    expect(opened.said[1]).toBe('Live numbers go on: the database answers again.');

    opened.state.isLost = true;
    await waitForMore(() => opened.asked.length, 5);
    expect(opened.said).toHaveLength(3);
  });

  test('nobody new is taken in, and no place is lost by that', async () => {
    const opened = open();
    opened.state.isLost = true;
    for (let round = 0; round < 12; round += 1) {
      await expect(listen(opened, boss)).rejects.toThrow('Connection terminated');
    }
    opened.state.isLost = false;
    const ear = await listen(opened, boss);
    await vi.waitUntil(() => ear.heard().length === 1, { timeout: 30_000 });
  });
});

test('two hundred listen in a process, and no more', async () => {
  const opened = open();
  const ears = await Promise.all(Array.from({ length: 200 }, (_, index) => listen(opened, boss, index + 1)));
  await expect(listen(opened, boss, 999)).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 30 });
  ears[0]?.stream.destroy();
  await vi.waitUntil(() => ears[0]?.stream.closed === true, { timeout: 30_000 });
  const ear = await listen(opened, boss, 999);
  await vi.waitUntil(() => ear.heard().length === 1, { timeout: 30_000 });
});

/** A database of one member in one organization that changes with each look; it needs no connection, and so no timers of its own. */
const openRestless = (times: Partial<typeof TIMES>) => {
  let seq = 0;
  const answer = (name: string | undefined): object[] => {
    seq += 1;
    return name === 'live-organizations' ? [{ place: 1, organizationId: 1 }] : [{ organizationId: 1, seq }];
  };
  const db: Database = { ...testApp.db.app, query: async <Row>({ name }: Statement) => answer(name) as Row[] };
  const live = createLiveNumbers({ db, now: () => new Date(), say: () => undefined }, { ...TIMES, recheckMs: 3_600_000, ...times });
  onTestFinished(() => live.stop());
  return { live, listen: () => live.listen({ userId: 1, credential: { kind: 'key', organizationId: 1, id: 1 }, address: '127.0.0.1' }) };
};

test('a client that reads nothing of what is sent is disconnected, and nobody else waits for it', async () => {
  const restless = openRestless({ pollMs: 0 });
  const stream = await restless.listen();
  const other = collect(await restless.listen());
  await vi.waitUntil(() => stream.destroyed, { timeout: 30_000 });
  const before = other.heard().length;
  expect(before).toBeGreaterThan(100);
  await vi.waitUntil(() => other.heard().length > before + 10, { timeout: 30_000 });
  expect(other.stream.destroyed).toBe(false);
});

describe('a clock that the test moves', () => {
  const freeze = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  test('silence is broken every 25 seconds', async () => {
    const restless = openRestless({ pollMs: 3_600_000 });
    freeze();
    const ear = collect(await restless.listen());
    vi.advanceTimersByTime(24_999);
    await new Promise(setImmediate);
    expect(
      ear
        .text()
        .split('\n\n')
        .filter((part) => part === ':'),
    ).toHaveLength(1);
    vi.advanceTimersByTime(25_001);
    await new Promise(setImmediate);
    expect(
      ear
        .text()
        .split('\n\n')
        .filter((part) => part === ':'),
    ).toHaveLength(3);
  });

  test('nothing is left to do when the last has left, or everything was stopped', async () => {
    const { live, listen: join } = openRestless({});
    freeze();
    const [one, two] = [await join(), await join()];
    expect(vi.getTimerCount()).toBe(2);
    one.destroy();
    await new Promise(setImmediate);
    expect(vi.getTimerCount()).toBe(2);
    two.destroy();
    await new Promise(setImmediate);
    expect(vi.getTimerCount()).toBe(0);

    const last = collect(await join());
    await live.stop();
    expect([vi.getTimerCount(), last.stream.closed]).toEqual([0, true]);
    await expect(join()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
