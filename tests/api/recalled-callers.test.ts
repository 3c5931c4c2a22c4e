import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, type World } from './world.ts';

// A process remembers who asked, and what it remembers is confirmed in the message that does the work (decision 0057). Whatever changed
// since, every request is answered as if the caller had been asked for first, and nothing is kept of what was begun.

let testApp: TestApp;
let owner: Member;
let world: World;
let caller: Person & { readonly orgId: number; readonly employeeId: number };

beforeAll(async () => {
  testApp = await createTestApp();
  owner = await testApp.owner();
  world = await buildWorld(owner);
});
afterAll(() => testApp.close());
afterEach(() => vi.restoreAllMocks());

const run = (text: string, values: readonly unknown[]): Promise<object[]> => testApp.db.query({ text, values });
const send = (method: string, path: string, body?: object): ReturnType<Person['send']> =>
  caller.send(method, `/api/organizations/${owner.orgId}/${path}`, body, method === 'GET' ? {} : { 'idempotency-key': randomUUID() });

interface Call {
  readonly what: string;
  readonly make: () => ReturnType<Person['send']>;
}

const READS: readonly Call[] = [
  { what: 'a page', make: () => send('GET', 'customers?limit=5') },
  { what: 'a whole list', make: () => send('GET', 'customers') },
  { what: 'a list that is computed', make: () => send('GET', 'members') },
  { what: 'one record', make: () => send('GET', `customers/${world.customerId}`) },
  { what: 'the list of a record', make: () => send('GET', `jobs/${world.jobId}/entries?limit=5`) },
  { what: 'changes', make: () => send('GET', 'changes?limit=5') },
  { what: 'a report', make: () => send('GET', 'reports?by=week') },
];
const WRITES: readonly Call[] = [
  { what: 'a new record', make: () => send('POST', 'customers', { businessName: `New ${randomUUID()}` }) },
  { what: 'a change', make: () => send('PATCH', `customers/${world.customerId}`, { businessName: `Changed ${randomUUID()}` }) },
  {
    what: 'a new entry',
    make: () => send('POST', `jobs/${world.jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-14' }),
  },
];
const CALLS = [...READS, ...WRITES];

/** All that a write would leave. */
const traces = async (): Promise<unknown> =>
  run(
    `select (select count(*) from customers) as customers, (select count(*) from job_entries) as entries,
            (select count(*) from audit_logs) as logs, (select count(*) from sync_ops) as outcomes, (select sum(seq) from organization_seq) as seq`,
    [],
  );

/** As often as it takes until the caller was seen, and is remembered where the calls lead. */
const makeKnown = async (): Promise<void> => {
  for (let time = 0; time < 3; time += 1) {
    for (const { make } of CALLS) {
      await make();
    }
  }
};

beforeEach(async () => {
  caller = await testApp.member(owner, 'manager');
  await makeKnown();
});

interface Change {
  readonly what: string;
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
  readonly status: number;
  readonly code: string;
}

const setMember = (set: string) => () => run(`update employees set ${set} where id = $1`, [caller.employeeId]);
const setOrganization = (set: string) => () => run(`update organizations set ${set} where id = $1`, [owner.orgId]);
const setSession = (set: string) => () => run(`update sessions set ${set} where user_id = $1`, [caller.userId]);

const CHANGES: readonly Change[] = [
  {
    what: 'their session has expired',
    make: setSession(`expires_at = now() - interval '1 day'`),
    undo: setSession(`expires_at = now() + interval '1 day'`),
    status: 401,
    code: 'unauthenticated',
  },
  {
    what: 'they are no member any more',
    make: setMember('is_user = false'),
    undo: setMember('is_user = true'),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'the organization is to be deleted',
    make: setOrganization(`deletion_due_at = now() + interval '1 day'`),
    undo: setOrganization('deletion_due_at = null'),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a second step is required of them',
    make: async () => {
      await setOrganization('requires_second_step = true')();
      await setMember(`access_level = 'admin'`)();
    },
    undo: async () => {
      await setOrganization('requires_second_step = false')();
      await setMember(`access_level = 'manager'`)();
    },
    status: 401,
    code: 'second_step_needed',
  },
];

describe.each(CHANGES)('once $what', ({ make, undo, status, code }) => {
  test.each(CALLS)('$what is refused and leaves nothing; when it is undone it is done', async (call) => {
    const before = await traces();
    await make();
    try {
      expect(await call.make()).toMatchObject({ status, body: { code } });
      expect(await traces()).toEqual(before);
    } finally {
      await undo();
    }
    expect((await call.make()).status).toBeLessThan(300);
  });
});

test.each(CALLS)('whose session is gone is not signed in, asking for $what', async ({ make }) => {
  const before = await traces();
  const [ours] = await caller.ok(contract.account.sessions, {});
  await run('delete from sessions where user_id = $1', [caller.userId]);
  expect(ours).toBeDefined();
  expect((await make()).status).toBe(401);
  expect(await traces()).toEqual(before);
});

describe('levels', () => {
  test.each(WRITES.slice(0, 2))('who may not write any more does not write: $what', async ({ make }) => {
    await setMember(`access_level = 'basic'`)();
    const before = await traces();
    expect(await make()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await traces()).toEqual(before);
  });

  test.each(WRITES.slice(0, 2))('who may write now is not refused for what they were: $what', async ({ make }) => {
    await setMember(`access_level = 'basic'`)();
    await makeKnown();
    expect((await make()).status).toBe(403);
    await setMember(`access_level = 'manager'`)();
    expect((await make()).status).toBeLessThan(300);
  });
});

test('a malformed request of someone whose session has ended says that it has ended', async () => {
  expect((await send('POST', 'customers', { businessName: 7 })).status).toBe(400);
  await run('delete from sessions where user_id = $1', [caller.userId]);
  expect((await send('POST', 'customers', { businessName: 7 })).status).toBe(401);
});

test('a record that was deleted meanwhile is gone, for who read it before as well', async () => {
  const id = await world.fresh.customer();
  const read = () => send('GET', `customers/${id}`);
  expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
  await run('update customers set deleted_at = now() where id = $1', [id]);
  expect((await read()).status).toBe(404);
});

test('a write of someone whose name has changed takes effect once', async () => {
  await run(`update users set first_name = 'Renamed' where id = $1`, [caller.userId]);
  const before = (await run('select id from customers', [])).length;
  const made = await send('POST', 'customers', { businessName: 'Once' });
  expect(made.status).toBe(201);
  expect((await run('select id from customers', [])).length).toBe(before + 1);
});

describe('messages', () => {
  const messagesOf = async (make: Call['make']): Promise<number> => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await make();
    const { length } = sent.mock.calls;
    sent.mockRestore();
    expect(status).toBeLessThan(300);
    return length;
  };

  test('a page takes one, a new entry two: who asks travels with what they ask for', async () => {
    expect(await messagesOf(READS[0]?.make as Call['make'])).toBe(1);
    expect(await messagesOf(WRITES[2]?.make as Call['make'])).toBe(2);
  });

  test('if a caller is not confirmed, they are asked for, and the page is read again', async () => {
    await setSession(`is_strong = not is_strong`)();
    expect(await messagesOf(READS[0]?.make as Call['make'])).toBe(3);
  });
});
