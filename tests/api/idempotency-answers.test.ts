import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { asReplayed, prepare, type Raw, sendRaw, type Write } from './keyed-writes.ts';
import { buildWorld, fingerprint } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const inNewWorld = async (id: string) => {
  const boss = await testApp.owner();
  const other = await testApp.member(boss, 'admin');
  const world = await buildWorld(boss);
  const key = randomUUID();
  const { write } = await prepare(id, boss, world);
  const send = (): Promise<Raw> => sendRaw(testApp, boss, write, { 'idempotency-key': key });
  return { boss, other, world, key, write, send };
};

const idIn = ({ text }: Raw): number => (JSON.parse(text) as { id: number }).id;

const forgetAnswers = () => testApp.db.query({ text: 'update sync_ops set answer = null', values: [] });

/** Where the record made by a call of the group is found. */
const PATHS: Readonly<Record<string, string>> = {
  customers: 'customers',
  employees: 'employees',
  serviceTypes: 'service-types',
  customDataFields: 'custom-data-fields',
  equipment: 'equipment',
  implements: 'implements',
  daysOff: 'days-off',
  runs: 'runs',
  jobs: 'jobs',
  jobEntries: 'job-entries',
};
const GROUPS = Object.keys(PATHS);
const WRITES = GROUPS.flatMap((group) => [`${group}.create`, `${group}.update`]);

const addressOf = (id: string, first: Raw): string => `/api/${PATHS[id.split('.')[0] ?? '']}/${idIn(first)}`;

describe.each(WRITES)('%s', (id) => {
  test('sent again after another person changed and deleted its record gets its first answer', async () => {
    const { other, send } = await inNewWorld(id);
    const first = await send();
    const url = addressOf(id, first);
    expect((await other.send('DELETE', url)).status).toBe(204);
    const after = await fingerprint(testApp);
    expect(await send()).toEqual(asReplayed(first));
    expect(await fingerprint(testApp)).toEqual(after);
  });

  test('sent again after its answer was forgotten gets the record as it is now, or its id when that is gone', async () => {
    const { boss, other, send } = await inNewWorld(id);
    const first = await send();
    const url = addressOf(id, first);
    await forgetAnswers();
    const now = (await boss.send('GET', url)).body as { version: number };
    const again = await send();
    expect(again).toEqual({ ...asReplayed(first), text: again.text, etag: `"${now.version}"` });
    expect(JSON.parse(again.text)).toEqual(now);

    expect((await other.send('DELETE', url)).status).toBe(204);
    const gone = await send();
    expect(gone).toEqual({ ...asReplayed(first), text: JSON.stringify({ id: idIn(first) }), etag: undefined });
  });
});

test.each(GROUPS.map((group) => `${group}.update`))('%s of a record that is gone is refused, unless it took effect before', async (id) => {
  const { other, send, boss, write } = await inNewWorld(id);
  const first = await send();
  await other.send('DELETE', addressOf(id, first));
  // Another key is another write.
  expect((await sendRaw(testApp, boss, write, { 'idempotency-key': randomUUID() })).status).toBe(404);
  expect((await sendRaw(testApp, boss, write)).status).toBe(404);
});

test.each(GROUPS.map((group) => `${group}.remove`))('%s sent again after it took effect answers 204 again', async (id) => {
  const { send, boss, write } = await inNewWorld(id);
  const first = await send();
  expect(first).toMatchObject({ status: 204, text: '', etag: undefined });
  expect(await send()).toEqual(asReplayed(first));
  await forgetAnswers();
  expect(await send()).toEqual(asReplayed(first));
  expect((await sendRaw(testApp, boss, write, { 'idempotency-key': randomUUID() })).status).toBe(404);
  expect((await sendRaw(testApp, boss, write)).status).toBe(404);
});

test('an entry sent again after its job was deleted gets its first answer', async () => {
  const { other, world, send } = await inNewWorld('jobEntries.create');
  const first = await send();
  await other.ok(contract.jobs.remove, { params: { id: world.jobId } });
  expect(await send()).toEqual(asReplayed(first));
  await forgetAnswers();
  expect(await send()).toMatchObject({ status: 201, text: JSON.stringify({ id: idIn(first) }) });
});

test('the stored answer contains a photo by its name, and the photo is kept once', async () => {
  const { boss, world, send } = await inNewWorld('jobEntries.create');
  const before = await testApp.db.query<{ n: number }>({ text: 'select count(*)::int as n from photos', values: [] });
  const first = await send();
  await send();
  const [stored] = await testApp.db.query<{ answer: string }>({
    text: 'select answer from sync_ops where organization_id = $1 and answer is not null',
    values: [boss.orgId],
  });
  expect(stored?.answer).toBe(first.text);
  expect(stored?.answer).not.toContain('base64');
  const after = await testApp.db.query<{ n: number }>({ text: 'select count(*)::int as n from photos', values: [] });
  expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(1);
  expect(world.photoName).not.toBe('');
});

test('an organization sent again after its answer was forgotten is answered as it is now', async () => {
  const { boss, send } = await inNewWorld('organizations.create');
  const first = await send();
  const now = await boss.ok(contract.organizations.update, { params: { orgId: idIn(first) }, body: { name: 'Renamed' } });
  expect(await send()).toEqual(asReplayed(first));
  await forgetAnswers();
  const again = await send();
  expect({ ...again, body: JSON.parse(again.text) as object }).toMatchObject({ status: 201, replayed: 'true', body: now, etag: '"2"' });
  const renamed = await inNewWorld('organizations.update');
  const of = await renamed.send();
  await forgetAnswers();
  expect(await renamed.send()).toEqual(asReplayed(of));
});

test('an undo and a new API key sent again after their answers were forgotten are done all the same', async () => {
  for (const id of ['auditLogs.undo', 'apiKeys.create']) {
    const { send } = await inNewWorld(id);
    const first = await send();
    await forgetAnswers();
    const after = await fingerprint(testApp);
    expect(await send()).toMatchObject({ status: first.status, replayed: 'true', seq: first.seq });
    expect(await fingerprint(testApp)).toEqual(after);
  }
});

test('the secret of an API key is in its first answer and nowhere in the database', async () => {
  const { send, boss } = await inNewWorld('apiKeys.create');
  const { secret } = JSON.parse((await send()).text) as { secret: string };
  expect(secret).toMatch(/^headland_\d+_[\w-]{43}$/);
  expect(JSON.parse((await send()).text)).toMatchObject({ secret: null });
  await boss.send('GET', `/api/organizations/${boss.orgId}`, undefined, { authorization: `Bearer ${secret}` });
  const tables = await testApp.db.query<{ name: string }>({
    text: `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
            where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE'`,
    values: [],
  });
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    const random = secret.split('_').slice(2).join('_');
    const found = await testApp.db.query({
      text: `select 1 from ${name} as t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`,
      values: [random, Buffer.from(random).toString('hex')],
    });
    expect({ name, found }).toEqual({ name, found: [] });
  }
});

test('a write without a key is a write each time', async () => {
  const { boss } = await inNewWorld('customers.create');
  const write: Write = { method: 'POST', url: `/api/organizations/${boss.orgId}/customers`, body: { businessName: 'Twice' } };
  const answers = [await sendRaw(testApp, boss, write), await sendRaw(testApp, boss, write)];
  expect(answers.map(({ status, key, replayed }) => ({ status, key, replayed }))).toEqual(
    Array.from({ length: 2 }, () => ({ status: 201, key: undefined, replayed: undefined })),
  );
  expect(new Set(answers.map(idIn)).size).toBe(2);
});
