import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { BatchedAnswer, BatchedWrite } from '#shared/domain/batch.ts';
import { madeByInPath } from '#shared/domain/made-by.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { KEYED, prepare, sendRaw, successOf } from './keyed-writes.ts';
import { buildWorld, fingerprint, type Member, UNKNOWN_ID, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const inNewWorld = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const sendAll = (who: Person, orgId: number, writes: readonly object[], headers: Record<string, string> = {}) =>
  who.send('POST', `/api/organizations/${orgId}/batches`, { writes }, headers);

const answersOf = async (who: Member, writes: readonly BatchedWrite[], headers: Record<string, string> = {}): Promise<BatchedAnswer[]> => {
  const answer = await sendAll(who, who.orgId, writes, headers);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return contract.batches.send.response.parse(answer.body).answers;
};

const statuses = (answers: readonly BatchedAnswer[]): number[] => answers.map(({ status }) => status);
const codeIn = ({ body }: BatchedAnswer): unknown => Reflect.get(Object(body), 'code');
const idIn = (answer: BatchedAnswer | undefined): number => Number(Reflect.get(Object(answer?.body), 'id'));

const newEntry = ({ jobId, serviceTypeId }: World, notes: string, more: object = {}): BatchedWrite => ({
  key: randomUUID(),
  method: 'POST',
  path: `/api/jobs/${jobId}/entries`,
  body: { serviceTypeId, date: '2025-06-15', notes, ...more },
});

const newCustomer = ({ orgId }: Member, businessName = 'Blue Hill'): BatchedWrite => ({
  key: randomUUID(),
  method: 'POST',
  path: `/api/organizations/${orgId}/customers`,
  body: { businessName },
});

const change = (path: string, body: object, version?: number): BatchedWrite => ({
  key: randomUUID(),
  method: 'PATCH',
  path,
  body: { ...body },
  ...(version === undefined ? {} : { version }),
});

const notesOf = async (who: Member, jobId: number): Promise<(string | null)[]> =>
  (await who.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).map(({ notes }) => notes).sort();

const SCOPES = new Map<string, Endpoint['scope']>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]: [string, Endpoint]) => [`${group}.${name}`, endpoint.scope] as const),
  ),
);

describe.each(KEYED.filter((id) => SCOPES.get(id) === 'organization' || SCOPES.get(id) === 'record'))('%s', (id) => {
  test('is the same write in a batch and alone', async () => {
    const { boss, world } = await inNewWorld();
    const { write, other } = await prepare(id, boss, world);
    const key = randomUUID();
    const batched = { key, method: write.method, path: write.url, ...(write.body ? { body: { ...write.body } } : {}) } as BatchedWrite;
    const [first] = await answersOf(boss, [batched]);
    expect(first).toMatchObject({ key, status: successOf(id), isReplayed: false, seq: expect.any(Number) });
    const after = await fingerprint(testApp);

    const alone = await sendRaw(testApp, boss, write, { 'idempotency-key': key });
    expect(alone).toMatchObject({ status: successOf(id), replayed: 'true', seq: String(first?.seq) });
    expect(alone.text.replace(/"(secret|token)":null/, '')).toBe(
      first?.body === null ? '' : JSON.stringify(first?.body).replace(/"(secret|token)":"[^"]+"/, ''),
    );
    const [again] = await answersOf(boss, [batched]);
    expect(again).toEqual({ ...first, isReplayed: true, body: alone.text === '' ? null : JSON.parse(alone.text) });
    const [refused] = await answersOf(boss, [
      { key, method: other.method, path: other.url, ...(other.body ? { body: { ...other.body } } : {}) } as BatchedWrite,
    ]);
    expect(refused).toMatchObject({ status: 422, seq: null, body: { code: 'key_reused' } });
    expect(await fingerprint(testApp)).toEqual(after);
  });
});

describe('a batch', () => {
  test('makes a job and its entries, which name it by the key of its write', async () => {
    const { boss, world } = await inNewWorld();
    const job: BatchedWrite = {
      key: 'a key / with % in it',
      method: 'POST',
      path: `/api/organizations/${boss.orgId}/jobs`,
      body: { name: 'South', customerId: world.customerId },
    };
    const named = { ...job, key: `${randomUUID()}/%41` };
    const entries = Array.from({ length: 50 }, (_, index) => ({
      ...newEntry(world, `entry ${index}`),
      path: `/api/jobs/${madeByInPath(named.key)}/entries`,
    }));
    const move = change(`/api/job-entries/${world.entryId}`, { jobId: { madeBy: named.key } });
    const all = [named, ...entries, move];
    const answers = await answersOf(boss, all);
    expect(statuses(answers)).toEqual([...all.slice(0, -1).map(() => 201), 200]);
    const jobId = idIn(answers[0]);
    expect(await notesOf(boss, jobId)).toHaveLength(51);
    expect(new Set(answers.slice(1).map(({ body }) => Reflect.get(Object(body), 'jobId')))).toEqual(new Set([jobId]));
    // In their order: ids and the numbers of changes.
    const seqs = answers.map(({ seq }) => seq ?? 0);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(all.length);
    const ids = answers.slice(1, -1).map(idIn);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));

    // The same words later, alone with the id, or in a batch of their own with the key.
    const [entry] = entries;
    const after = await fingerprint(testApp);
    const alone = await boss.send('POST', `/api/jobs/${jobId}/entries`, entry?.body, { 'idempotency-key': entry?.key ?? '' });
    expect(alone).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' }, body: answers[1]?.body });
    expect(await answersOf(boss, entries)).toEqual(answers.slice(1, -1).map((answer) => ({ ...answer, isReplayed: true })));
    expect(await fingerprint(testApp)).toEqual(after);
    expect(await answersOf(boss, [{ ...newEntry(world, 'later'), path: `/api/jobs/${madeByInPath(named.key)}/entries` }])).toMatchObject([
      { status: 201, body: { jobId } },
    ]);
  });

  test('of which one write is refused does the others, and leaves its key free', async () => {
    const { boss, world } = await inNewWorld();
    const good = Array.from({ length: 99 }, (_, index) => newEntry(world, `good ${index}`));
    const bad = newEntry(world, 'bad', { equipmentIds: [UNKNOWN_ID] });
    const answers = await answersOf(boss, [...good.slice(0, 40), bad, ...good.slice(40)]);
    expect(statuses(answers).filter((status) => status === 201)).toHaveLength(99);
    expect(answers[40]).toMatchObject({ key: bad.key, status: 400, body: { code: 'invalid_input', issues: [{ path: 'equipmentIds' }] } });
    expect((await notesOf(boss, world.jobId)).filter((notes) => notes?.startsWith('good'))).toHaveLength(99);
    expect(await answersOf(boss, [{ ...bad, body: { ...bad.body, equipmentIds: [] } }])).toMatchObject([
      { status: 201, isReplayed: false },
    ]);
  });

  test('of which one fails for a reason nobody foresaw does the others', async () => {
    const { boss, world } = await inNewWorld();
    await testApp.db.query({
      text: `create or replace function stumble() returns trigger language plpgsql as $$
             begin if new.notes = 'stumble' then raise exception 'this one never works'; end if; return new; end $$`,
      values: [],
    });
    await testApp.db.query({
      text: 'create or replace trigger stumble before insert on job_entries for each row execute function stumble()',
      values: [],
    });
    const customer = newCustomer(boss);
    const writes = [customer, newEntry(world, 'one'), newEntry(world, 'stumble'), newEntry(world, 'two'), newEntry(world, 'three')];
    const answers = await answersOf(boss, writes);
    expect(statuses(answers)).toEqual([201, 201, 500, 201, 201]);
    expect(answers[2]).toMatchObject({ body: { code: 'internal' } });
    expect(JSON.stringify(answers)).not.toContain('never works');
    expect(await notesOf(boss, world.jobId)).toEqual(expect.arrayContaining(['one', 'three', 'two']));
    await testApp.db.query({ text: 'drop trigger stumble on job_entries', values: [] });
    expect(await answersOf(boss, writes)).toMatchObject([201, 201, 201, 201, 201].map((status, at) => ({ status, isReplayed: at !== 2 })));
  });

  test('holds up only what depends on the refused one', async () => {
    const { boss, world } = await inNewWorld();
    const job: BatchedWrite = {
      key: randomUUID(),
      method: 'POST',
      path: `/api/organizations/${boss.orgId}/jobs`,
      body: { name: ' ', customerId: world.customerId },
    };
    const inside = { ...newEntry(world, 'inside'), path: `/api/jobs/${madeByInPath(job.key)}/entries` };
    const answers = await answersOf(boss, [job, inside, newEntry(world, 'beside')]);
    expect(statuses(answers)).toEqual([400, 424, 201]);
    expect(answers[1]).toMatchObject({ body: { code: 'depends_on_other' } });
    // It goes as it is once its job is there.
    const mended = { ...job, body: { ...job.body, name: 'South' } };
    expect(statuses(await answersOf(boss, [mended, inside]))).toEqual([201, 201]);
  });

  test('takes effect once when it arrives twenty times at once, in other orders and other company', async () => {
    const { boss, world } = await inNewWorld();
    const writes = [
      newCustomer(boss),
      ...Array.from({ length: 12 }, (_, index) => newEntry(world, `storm ${index}`)),
      change(`/api/customers/${world.customerId}`, { address: 'Mill Road' }),
      change(`/api/job-entries/${world.entryId}`, { fuel: 12 }),
    ];
    const shuffled = (turn: number): BatchedWrite[] =>
      [...writes.slice(turn), ...writes.slice(0, turn)].slice(0, writes.length - (turn % 3));
    const all = await Promise.all(Array.from({ length: 20 }, (_, turn) => answersOf(boss, shuffled(turn % writes.length))));
    const told = new Map<string, Set<string>>();
    for (const { key, isReplayed: _isReplayed, ...answer } of all.flat()) {
      told.set(key, (told.get(key) ?? new Set()).add(JSON.stringify(answer)));
    }
    expect(told.size).toBe(writes.length);
    expect([...told.values()].map(({ size }) => size)).toEqual(writes.map(() => 1));
    const firsts = all.flat().filter(({ isReplayed }) => !isReplayed);
    expect(firsts.map(({ key }) => key).sort()).toEqual(writes.map(({ key }) => key).sort());
    expect((await notesOf(boss, world.jobId)).filter((notes) => notes?.startsWith('storm'))).toHaveLength(12);
  });

  test('is judged write by write: level, organization, version, what is gone', async () => {
    const { boss, world } = await inNewWorld();
    const stranger = await inNewWorld();
    const driver = await testApp.member(boss, 'basic');
    const own = newEntry(world, 'own');
    expect(
      (await answersOf(driver, [newCustomer(boss), own, change(`/api/customers/${world.customerId}`, { address: 'x' })])).map((answer) => [
        answer.status,
        codeIn(answer),
      ]),
    ).toEqual([
      [403, 'forbidden'],
      [201, undefined],
      [403, 'forbidden'],
    ]);
    const others = await answersOf(boss, [
      { ...newCustomer(boss), path: `/api/organizations/${stranger.boss.orgId}/customers` },
      change(`/api/customers/${stranger.world.customerId}`, { address: 'x' }),
      newEntry(stranger.world, 'foreign'),
      change(`/api/customers/${UNKNOWN_ID}`, { address: 'x' }),
    ]);
    expect(others.map((answer) => [answer.status, codeIn(answer)])).toEqual(others.map(() => [404, 'not_found']));
    const versions = await answersOf(boss, [
      change(`/api/customers/${world.customerId}`, { address: 'first' }, 1),
      change(`/api/customers/${world.customerId}`, { address: 'second' }, 1),
      change(`/api/customers/${world.customerId}`, { address: 'third' }, 2),
      { key: randomUUID(), method: 'DELETE', path: `/api/job-entries/${world.entryId}` },
      change(`/api/job-entries/${world.entryId}`, { notes: 'gone' }),
    ]);
    expect(statuses(versions)).toEqual([200, 412, 200, 204, 404]);
    expect(versions[1]).toMatchObject({ body: { code: 'version_mismatch', current: { address: 'first', version: 2 } } });
    expect(versions[3]).toMatchObject({ body: null, seq: expect.any(Number) });
  });

  test('says what is wrong with an address or content, and does the rest', async () => {
    const { boss, world } = await inNewWorld();
    const answers = await answersOf(boss, [
      { key: randomUUID(), method: 'POST', path: '/api/organizations', body: { name: 'Second Wind' } },
      { key: randomUUID(), method: 'POST', path: `/api/organizations/${boss.orgId}/batches`, body: { writes: [] } },
      { key: randomUUID(), method: 'POST', path: 'https://elsewhere.example/api/customers' },
      change('/api/customers/abc', {}),
      change('/api/customers/madeBy:%', {}),
      { ...newCustomer(boss), body: { businessName: 'a\0b' } },
      newEntry(world, 'fine'),
    ]);
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 400, 201]);
  });

  test('is refused whole where it is no batch, or nobody may send it', async () => {
    const { boss, world } = await inNewWorld();
    const stranger = await testApp.owner();
    const one = newEntry(world, 'one');
    const before = await fingerprint(testApp);
    const refusals = await Promise.all([
      sendAll(boss, boss.orgId, []),
      sendAll(boss, boss.orgId, [one, one]),
      sendAll(
        boss,
        boss.orgId,
        Array.from({ length: 101 }, () => newEntry(world, 'many')),
      ),
      sendAll(boss, boss.orgId, [{ ...one, key: 'with space' }]),
      sendAll(stranger, boss.orgId, [one]),
      sendAll(testApp.nobody, boss.orgId, [one]),
      sendAll(boss, boss.orgId, [one], { 'x-op-user': '1' }),
      sendAll(boss, boss.orgId, [one], { 'x-server-epoch': 'another' }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 401, 409, 409]);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('counts as many writes as it has', async () => {
    const { boss, world } = await inNewWorld();
    const twin = await testApp.twin({ limits: { ...(await import('#server/limits.ts')).DEFAULT_LIMITS, writesPerAccount: 30 } });
    const writes = Array.from({ length: 40 }, (_, index) => newEntry(world, `counted ${index}`));
    const answer = await twin.app.inject({
      method: 'POST',
      url: `/api/organizations/${boss.orgId}/batches`,
      headers: { cookie: boss.cookie },
      payload: { writes },
    });
    await twin.close();
    const answers = contract.batches.send.response.parse(answer.json()).answers;
    expect(statuses(answers)).toEqual([...Array.from({ length: 30 }, () => 201), ...Array.from({ length: 10 }, () => 429)]);
    expect(answers.at(-1)).toMatchObject({ retryAfterSeconds: 60 });
  });
});
