import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { asReplayed, prepare, type Raw, sendRaw, type Write } from './keyed-writes.ts';
import { buildWorld, fingerprint, type Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const send = (person: Person, write: Write, key: string, headers: Record<string, string> = {}): Promise<Raw> =>
  sendRaw(testApp, person, write, { 'idempotency-key': key, ...headers });

const inNewWorld = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss), key: randomUUID() };
};

const newCustomer = ({ orgId }: { orgId: number }, businessName = 'Blue Hill'): Write => ({
  method: 'POST',
  url: `/api/organizations/${orgId}/customers`,
  body: { businessName },
});

const namesOf = async (boss: Member): Promise<string[]> =>
  (await boss.ok(contract.customers.list, { params: boss })).map(({ businessName }) => businessName);

describe('a refusal uses up no key', () => {
  const refused = async (answer: Promise<Raw>, status: number): Promise<void> => {
    expect(await answer).toMatchObject({ status });
  };
  const taken = async (answer: Promise<Raw>): Promise<void> => {
    const { status, text, replayed } = await answer;
    expect({ taken: status < 300, text, replayed }).toEqual({ taken: true, text, replayed: undefined });
  };

  test('400: the corrected content goes with the same key', async () => {
    const { boss, key } = await inNewWorld();
    await refused(send(boss, newCustomer(boss, ' '), key), 400);
    await taken(send(boss, newCustomer(boss), key));
  });

  test('403: the same write goes through once it is allowed', async () => {
    const { boss, key } = await inNewWorld();
    const helper = await testApp.member(boss, 'basic');
    await refused(send(helper, newCustomer(boss), key), 403);
    await boss.ok(contract.employees.update, { params: { id: helper.employeeId }, body: { accessLevel: 'manager' } });
    await taken(send(helper, newCustomer(boss), key));
  });

  test('404: the same write goes through once the record is back', async () => {
    const { boss, world, key } = await inNewWorld();
    const entry: Write = {
      method: 'POST',
      url: `/api/jobs/${world.jobId}/entries`,
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-15' },
    };
    const rename: Write = { method: 'PATCH', url: `/api/jobs/${world.jobId}`, body: { name: 'Renamed' } };
    await boss.ok(contract.jobs.remove, { params: { id: world.jobId } });
    await refused(send(boss, entry, key), 404);
    await refused(send(boss, rename, `${key}-2`), 404);
    const [log] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
    await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: log?.id ?? 0 } });
    await taken(send(boss, entry, key));
    await taken(send(boss, rename, `${key}-2`));
  });

  test('409: the same entry goes in once its job is open again', async () => {
    const { boss, world, key } = await inNewWorld();
    const { write } = await prepare('jobEntries.create', boss, world);
    const setStatus = (status: 'open' | 'completed') => boss.ok(contract.jobs.update, { params: { id: world.jobId }, body: { status } });
    await setStatus('completed');
    await refused(send(boss, write, key), 409);
    await setStatus('open');
    await taken(send(boss, write, key));
  });

  test('412: the same change goes through with the version that is', async () => {
    const { boss, world, key } = await inNewWorld();
    const { write } = await prepare('customers.update', boss, world);
    await refused(send(boss, write, key, { 'if-match': '"7"' }), 412);
    await taken(send(boss, write, key, { 'if-match': '"1"' }));
  });

  test('and leaves nothing behind', async () => {
    const { boss, world, key } = await inNewWorld();
    const helper = await testApp.member(boss, 'basic');
    const { write } = await prepare('customers.update', boss, world);
    const before = await fingerprint(testApp);
    await refused(send(boss, newCustomer(boss, ' '), key), 400);
    await refused(send(helper, write, key), 403);
    await refused(send(boss, write, key, { 'if-match': '"7"' }), 412);
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

describe('whose key it is', () => {
  test('the same key of another user is another key', async () => {
    const { boss, key } = await inNewWorld();
    const helper = await testApp.member(boss, 'manager');
    const [first, second] = await Promise.all([send(boss, newCustomer(boss), key), send(helper, newCustomer(boss), key)]);
    expect([first.status, second.status, first.replayed, second.replayed]).toEqual([201, 201, undefined, undefined]);
    expect((await namesOf(boss)).filter((name) => name === 'Blue Hill')).toHaveLength(2);
  });

  test('the same key in another organization is another key', async () => {
    const { boss, key } = await inNewWorld();
    const { id: orgId } = await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    const first = await send(boss, newCustomer(boss), key);
    const second = await send(boss, newCustomer({ orgId }), key);
    expect(second).toMatchObject({ status: 201, replayed: undefined });
    expect(second.text).not.toBe(first.text);
    expect(await send(boss, newCustomer({ orgId }), key)).toEqual(asReplayed(second));
    expect(await send(boss, newCustomer(boss), key)).toEqual(asReplayed(first));
  });

  test('a person who lost their membership gets 404 and not the stored answer', async () => {
    const { boss, world, key } = await inNewWorld();
    const helper = await testApp.member(boss, 'manager');
    const { write } = await prepare('jobs.update', boss, world);
    const writes = [newCustomer(boss), write];
    for (const [index, each] of writes.entries()) {
      expect((await send(helper, each, `${key}-${index}`)).status).toBeLessThan(300);
    }
    await boss.ok(contract.employees.remove, { params: { id: helper.employeeId } });
    for (const [index, each] of writes.entries()) {
      const answer = await send(helper, each, `${key}-${index}`);
      expect(answer).toMatchObject({ status: 404, replayed: undefined });
      expect(answer.text).not.toContain('Pine Ridge');
      expect(answer.text).not.toContain('Blue Hill');
    }
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(201)],
    ['with a space', 'a b'],
    ['with a tab', 'a\tb'],
    ['not ASCII', 'clé'],
  ])('a key that is %s is refused before anything is done', async (_, key) => {
    const boss = await testApp.owner();
    const before = await fingerprint(testApp);
    const answer = await send(boss, newCustomer(boss), key);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'malformed', detail: expect.stringContaining('idempotency-key') });
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('a key of 200 visible characters is accepted and sent back', async () => {
    const boss = await testApp.owner();
    const key = '!~'.repeat(100);
    expect(await send(boss, newCustomer(boss), key)).toMatchObject({ status: 201, key });
  });
});

describe('a failure between the write and its commit', () => {
  const failAtCommit = async (table: string): Promise<() => Promise<void>> => {
    const run = (text: string) => testApp.db.query({ text, values: [] });
    await run(`create or replace function fail_at_commit() returns trigger language plpgsql as $$ begin raise 'the disk is gone'; end $$`);
    await run(`create constraint trigger fail_at_commit after insert or update on ${table}
               deferrable initially deferred for each row execute function fail_at_commit()`);
    return async () => {
      await run(`drop trigger fail_at_commit on ${table}`);
    };
  };

  test.each(['customers', 'audit_logs', 'changes', 'sync_ops'])('in %s leaves no row, no key, no audit and no change', async (table) => {
    const { boss, key } = await inNewWorld();
    const before = await fingerprint(testApp);
    const heal = await failAtCommit(table);
    const failed = await send(boss, newCustomer(boss), key);
    await heal();
    expect(failed).toMatchObject({ status: 500, seq: undefined, etag: undefined, replayed: undefined });
    expect(failed.text).not.toContain('disk');
    expect(await fingerprint(testApp)).toEqual(before);

    const first = await send(boss, newCustomer(boss), key);
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    expect(await send(boss, newCustomer(boss), key)).toEqual(asReplayed(first));
    expect((await namesOf(boss)).filter((name) => name === 'Blue Hill')).toHaveLength(1);
  });
});
