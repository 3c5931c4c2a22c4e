import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '#tests/support/proof-size.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { asReplayed, KEYED, prepare, type Raw, sendRaw, successOf, type Write } from './keyed-writes.ts';
import { buildWorld, fingerprint } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const inNewWorld = async (id: string) => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const send = (write: Write, key: string): Promise<Raw> => sendRaw(testApp, boss, write, { 'idempotency-key': key });
  return { boss, send, ...(await prepare(id, boss, world)), key: randomUUID() };
};

/** Told once, and never again. */
const withoutSecret = (answer: Raw): Raw => ({ ...answer, text: answer.text.replace(/"(secret|token)":"[^"]+"/, '"$1":null') });

describe.each(KEYED)('%s', (id) => {
  test('sent again with its key returns the first answer to the byte and writes nothing', async () => {
    const { send, write, elsewhere, key } = await inNewWorld(id);
    const before = await fingerprint(testApp);
    const first = await send(write, key);
    expect(first).toMatchObject({ status: successOf(id), key, replayed: undefined, seq: expect.stringMatching(/^\d+$/) });
    const after = await fingerprint(testApp);
    expect(after).not.toEqual(before);

    const again = await send(write, key);
    expect(again).toEqual(asReplayed(withoutSecret(first)));
    // The other address means the same write.
    for (const same of elsewhere) {
      expect(await send(same, key)).toEqual(again);
    }
    expect(await fingerprint(testApp)).toEqual(after);
  });

  test('refuses its key for other content, and says so', async () => {
    const { send, write, other, key } = await inNewWorld(id);
    const first = await send(write, key);
    const after = await fingerprint(testApp);
    const refused = await send(other, key);
    expect({ status: refused.status, body: JSON.parse(refused.text) as object }).toMatchObject({
      status: 422,
      body: { code: 'key_reused', detail: expect.stringContaining('Idempotency-Key') },
    });
    expect(await fingerprint(testApp)).toEqual(after);
    // The refusal has not spoilt the key either.
    expect((await send(write, key)).status).toBe(first.status);
  });
});

/** At a push one call of each kind of record and a third of the others. */
const STORMED = sampled(
  KEYED,
  3,
  (id) => id,
  (id) => id.split('.')[0] ?? id,
);

describe.each(STORMED)('%s', (id) => {
  test('takes effect once when twenty of it arrive at once, and all twenty hear the same', async () => {
    const { boss, send, write, elsewhere, key } = await inNewWorld(id);
    const addresses = [write, ...elsewhere];
    const before = await rowsOf(boss.orgId);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(addresses[index % addresses.length] ?? write, key)));
    const plain = new Set(answers.map((answer) => JSON.stringify(asReplayed(withoutSecret(answer)))));
    expect(plain.size).toBe(1);
    expect(answers[0]?.status).toBe(successOf(id));
    expect(answers.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);

    // Another write of the same kind, sent once, leaves just as many rows.
    const grown = minus(await rowsOf(boss.orgId), before);
    const alone = await inNewWorld(id);
    const beforeAlone = await rowsOf(alone.boss.orgId);
    await alone.send(alone.write, alone.key);
    expect(grown).toEqual(minus(await rowsOf(alone.boss.orgId), beforeAlone));
  });
});

const minus = (now: Record<string, number>, before: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(now).map(([name, rows]) => [name, rows - (before[name] ?? 0)]));

/** How many rows each table has that a write could add to. */
const rowsOf = async (orgId: number): Promise<Record<string, number>> => {
  const tables = [
    'customers',
    'employees',
    'service_types',
    'custom_data_fields',
    'equipment',
    'implements',
    'days_off',
    'jobs',
    'runs',
    'job_entries',
  ];
  const counts = [...tables, 'api_keys', 'invitations', 'audit_logs', 'changes']
    .map((name) => `select '${name}' as name, count(*)::int as rows from ${name} where organization_id = ${orgId}`)
    .concat(`select 'organizations', count(*)::int from organizations`, `select 'sync_ops', count(*)::int from sync_ops`);
  const rows = await testApp.db.query<{ name: string; rows: number }>({ text: counts.join(' union all '), values: [] });
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
};
