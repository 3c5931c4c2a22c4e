import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Statement } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';

// How a transaction's statements travel: several in one message, the beginning with the first, the commit with the last.

let db: TestDatabase;
let pool: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  db = await createTestDatabase();
  // One connection, so that what a failure leaves behind would show.
  pool = openDatabase(db.url, () => undefined, undefined, { poolSize: 1, statementSeconds: 0, lockSeconds: 0, idleSeconds: 0 });
  await pool.query({ text: 'create table notes (id int primary key, words text)', values: [] });
});

afterAll(async () => {
  await pool.close();
  await db.close();
});

const note = (id: number, words = 'x'): Statement => ({
  name: 'note',
  text: 'insert into notes values ($1, $2) returning id',
  values: [id, words],
});
const all: Statement = { name: 'all', text: 'select id, words from notes order by id', values: [] };
const broken = (name?: string): Statement => ({ ...(name === undefined ? {} : { name }), text: 'select 1 / 0', values: [] });
const ids = async (on: Database = pool): Promise<number[]> => (await on.query<{ id: number }>(all)).map(({ id }) => id);
const empty = (): Promise<unknown> => pool.query({ text: 'truncate notes', values: [] });

test('statements in one message are done in their order, the same one twice as well', async () => {
  await empty();
  const rows = await pool.transaction((inside) => inside.queryAll([note(1, 'one'), note(2, 'two'), all]));
  expect(rows).toEqual([
    [{ id: 1 }],
    [{ id: 2 }],
    [
      { id: 1, words: 'one' },
      { id: 2, words: 'two' },
    ],
  ]);
  expect(await ids()).toEqual([1, 2]);
});

test('after one that fails the others are not done, nothing stays, and the connection goes on', async () => {
  await empty();
  const later: Statement = { name: 'later', text: 'select 7 as seven', values: [] };
  await expect(pool.transaction((inside) => inside.queryAll([note(1), broken('broken'), later, note(2)]))).rejects.toThrow(
    'division by zero',
  );
  expect(await ids()).toEqual([]);
  // What was behind the failure was never prepared.
  expect(await pool.transaction((inside) => inside.query(later))).toEqual([{ seven: 7 }]);
  expect(await pool.query(later)).toEqual([{ seven: 7 }]);
  await expect(pool.query(broken('broken'))).rejects.toThrow('division by zero');
});

test('a savepoint undoes what was done since, and only that', async () => {
  await empty();
  await pool.transaction(async (inside) => {
    await inside.query(note(1));
    await expect(
      inside.savepoint(async (part) => {
        await part.query(note(2));
        await part.query(broken());
      }),
    ).rejects.toThrow('division by zero');
    // Without any statement there is nothing to undo.
    await expect(inside.savepoint(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await inside.savepoint((part) => part.query(note(3)));
    await expect(
      inside.savepoint(async (part) => {
        await part.query(note(4));
        throw new Error('refused later');
      }),
    ).rejects.toThrow('refused later');
    await inside.query(note(5));
  });
  expect(await ids()).toEqual([1, 3, 5]);
});

test('the last statement commits; nothing follows it', async () => {
  await empty();
  let kept: Database | undefined;
  const rows = await pool.transaction(async (inside) => {
    kept = inside;
    await inside.query(note(1));
    return inside.queryLast(note(2));
  });
  expect(rows).toEqual([{ id: 2 }]);
  expect(await ids()).toEqual([1, 2]);
  await expect(kept?.query(note(3))).rejects.toThrow('over');
  const sent: string[] = [];
  const watch = watchStatements(({ text }) => void sent.push(text));
  await pool.transaction((inside) => inside.queryLast(note(4)));
  watch.restore();
  expect(sent).toEqual(['BEGIN', note(4).text, 'COMMIT']);
});

test('a last statement that fails keeps nothing', async () => {
  await empty();
  await expect(
    pool.transaction(async (inside) => {
      await inside.query(note(1));
      return inside.queryLast(note(1));
    }),
  ).rejects.toThrow('duplicate key');
  expect(await ids()).toEqual([]);
});

test('a transaction that failed quietly is not taken for committed', async () => {
  await empty();
  const quietly = (inside: Database): Promise<unknown> => inside.query(broken()).catch(() => undefined);
  await expect(
    pool.transaction(async (inside) => {
      await inside.query(note(1));
      await quietly(inside);
    }),
  ).rejects.toThrow('failed before its end');
  await expect(
    pool.transaction(async (inside) => {
      await quietly(inside);
      return inside.queryLast(note(2));
    }),
  ).rejects.toThrow('current transaction is aborted');
  expect(await ids()).toEqual([]);
});

test('several at once at the very beginning come after it, and the builder does as well', async () => {
  await empty();
  await pool.transaction(async (inside) => {
    await Promise.all([inside.query(note(1)), inside.query(note(2)), inside.orm.execute('insert into notes values (3, null)')]);
  });
  expect(await ids()).toEqual([1, 2, 3]);
  await expect(
    pool.transaction(async (inside) => {
      await inside.orm.execute('insert into notes values (4, null)');
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await ids()).toEqual([1, 2, 3]);
});
