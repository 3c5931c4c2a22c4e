import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';

// P2-6: what holds a connection of the database has an end.

const FOR_EVER = { poolSize: 10, statementSeconds: 0, lockSeconds: 0, idleSeconds: 0 };

let testApp: TestApp;
let boss: Person & { orgId: number };
beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
});
afterAll(() => testApp.close());

describe('a write that waits for another transaction', () => {
  test.each([
    ['waits for a lock no longer than set', { ...FOR_EVER, lockSeconds: 1 }],
    ['takes no longer than a statement may', { ...FOR_EVER, statementSeconds: 1 }],
  ])('%s, and is answered with when to retry; nothing is half done', async (_, limits) => {
    const process = await testApp.twin({}, limits);
    const write = () =>
      process.app.inject({
        method: 'POST',
        url: `/api/organizations/${boss.orgId}/customers`,
        headers: { cookie: boss.cookie, 'idempotency-key': `held-${limits.lockSeconds}` },
        payload: { businessName: `Held ${limits.lockSeconds}` },
      });
    const count = async () => {
      const text = 'select count(*)::int as n from customers where business_name = $1';
      const [row] = await testApp.db.query<{ n: number }>({ text, values: [`Held ${limits.lockSeconds}`] });
      return row?.n;
    };
    try {
      await testApp.db.transaction(async (db) => {
        await db.query({ text: 'select from organization_seq where organization_id = $1 for update', values: [boss.orgId] });
        const refused = await write();
        expect(refused.statusCode).toBe(503);
        expect(refused.headers['retry-after']).toBe('10');
        expect(refused.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('Try again in a moment.') });
        expect(await count()).toBe(0);
      });
      // The same key: it was not used up.
      expect((await write()).statusCode).toBe(201);
      expect(await count()).toBe(1);
    } finally {
      await process.close();
    }
  });
});

test('a transaction that says nothing is ended, and its connection serves others', async () => {
  const pool = openDatabase(testApp.db.url, () => undefined, inject('role'), { ...FOR_EVER, poolSize: 1, idleSeconds: 1 });
  try {
    const silent = pool.transaction(async (db) => {
      await db.query({ text: 'select 1', values: [] });
      for (let tries = 0; tries < 600; tries += 1) {
        // Another connection sees when it is gone.
        const text = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
        if ((await testApp.db.query({ text, values: [] })).length === 0) {
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return db.query({ text: 'select 2', values: [] });
    });
    await expect(silent).rejects.toThrow(/terminat|idle-in-transaction|not queryable/i);
    expect(await pool.query({ text: 'select 3 as three', values: [] })).toEqual([{ three: 3 }]);
  } finally {
    await pool.close();
  }
});

test('what reads or writes a whole organization may take its time, within its transaction only', async () => {
  const pool = openDatabase(testApp.db.url, () => undefined, inject('role'), { ...FOR_EVER, poolSize: 1, statementSeconds: 30 });
  const timeout = async (db: Pick<typeof pool, 'query'>) => (await db.query({ text: 'show statement_timeout', values: [] }))[0];
  try {
    await pool.transaction(async (db) => {
      await db.patient();
      expect(await timeout(db)).toEqual({ statement_timeout: '0' });
    });
    expect(await timeout(pool)).toEqual({ statement_timeout: '30s' });
  } finally {
    await pool.close();
  }
});

test('there are as many connections as set', async () => {
  const pool = openDatabase(testApp.db.url, () => undefined, inject('role'), { ...FOR_EVER, poolSize: 3 });
  try {
    let enter = (): void => undefined;
    const open = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const held = Array.from({ length: 5 }, () => pool.transaction(() => open));
    await expect.poll(() => pool.pool()).toEqual({ size: 3, used: 3, waiting: 2 });
    enter();
    await Promise.all(held);
    expect(pool.pool()).toMatchObject({ used: 0, waiting: 0 });
  } finally {
    await pool.close();
  }
});
