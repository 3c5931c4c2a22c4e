import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('what travels with the next message', () => {
  const stop = (): never => {
    throw new Error('not this one');
  };

  test('is done before it, and its rows are seen before any others', async () => {
    await empty();
    const seen: unknown[] = [];
    const sent: string[] = [];
    const watch = watchStatements(({ text }) => void sent.push(text));
    await pool.transaction(async (inside) => {
      inside.sendWithNext([note(1), all], (rows) => seen.push(rows));
      inside.sendWithNext([note(2)]);
      expect(sent).toEqual([]);
      seen.push(await inside.query(all));
    });
    watch.restore();
    const one = { id: 1, words: 'x' };
    expect(seen).toEqual([
      [[{ id: 1 }], [one]],
      [one, { id: 2, words: 'x' }],
    ]);
    expect(sent).toEqual(['BEGIN', note(1).text, all.text, note(2).text, all.text, 'COMMIT']);
  });

  test('ends with the transaction if nothing follows, and is asked before anything is kept', async () => {
    await empty();
    await pool.transaction((inside) => Promise.resolve(inside.sendWithNext([note(1)])));
    expect(await ids()).toEqual([1]);
    await expect(pool.transaction((inside) => Promise.resolve(inside.sendWithNext([note(2)], stop)))).rejects.toThrow('not this one');
    await expect(pool.transaction((inside) => Promise.resolve(inside.sendWithNext([note(1)])))).rejects.toThrow('duplicate key');
    await expect(
      pool.transaction((inside) => {
        inside.sendWithNext([note(3)], stop);
        return inside.queryLast(note(4));
      }),
    ).rejects.toThrow('not this one');
    expect(await ids()).toEqual([1]);
  });

  test('ends the transaction by what it throws, whatever the work makes of that, and whatever fails behind it', async () => {
    await empty();
    await expect(
      pool.transaction(async (inside) => {
        inside.sendWithNext([note(1)], stop);
        await inside.query(note(2)).catch(() => undefined);
        await inside.query(note(3)).catch(() => undefined);
      }),
    ).rejects.toThrow('not this one');
    await expect(
      pool.transaction(async (inside) => {
        inside.sendWithNext([note(1)], stop);
        await inside.query(broken());
      }),
    ).rejects.toThrow('not this one');
    await expect(
      pool.transaction(async (inside) => {
        inside.sendWithNext([note(1)], stop);
        await inside.orm.execute('insert into notes values (2, null)');
      }),
    ).rejects.toThrow('not this one');
    expect(await ids()).toEqual([]);
  });

  test('belongs to its savepoint', async () => {
    await empty();
    await pool.transaction(async (inside) => {
      inside.sendWithNext([note(1)]);
      await expect(inside.savepoint((part) => Promise.resolve(part.sendWithNext([note(2), broken()])))).rejects.toThrow('division');
      const unsent = inside.savepoint(async (part) => {
        await part.query(note(3));
        part.sendWithNext([note(4)]);
        throw new Error('refused');
      });
      await expect(unsent).rejects.toThrow('refused');
      await inside.savepoint((part) => Promise.resolve(part.sendWithNext([note(5)])));
    });
    expect(await ids()).toEqual([1, 5]);
  });
});

test('values that cannot be sent fail alone: nothing of their message is, and the connection goes on', async () => {
  await empty();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const unsendable: Statement = { name: 'unsendable', text: 'insert into notes values (9, $1)', values: [circle] };
  await expect(pool.transaction((inside) => inside.queryAll([note(1), unsendable, note(2)]))).rejects.toThrow('circular');
  await expect(pool.query(unsendable)).rejects.toThrow('circular');
  await pool.query({ ...unsendable, values: ['fine'] });
  expect(await ids()).toEqual([9]);
});

test('a prepared statement is described once, and its rows are read alike ever after', async () => {
  await empty();
  const kinds: Statement = {
    name: 'kinds',
    text: `select $1::int as id, 1.50::numeric as amount, date '2025-06-01' as date, null as nothing, array[1, 2] as list`,
    values: [7],
  };
  const expected = [{ id: 7, amount: 1.5, date: '2025-06-01', nothing: null, list: [1, 2] }];
  expect(await pool.query(kinds)).toEqual(expected);
  expect(await pool.query(kinds)).toEqual(expected);
  const three = await pool.transaction((inside) => inside.queryAll([kinds, note(1), { ...kinds, values: [8] }]));
  expect(three).toEqual([expected, [{ id: 1 }], [{ ...expected[0], id: 8 }]]);
  expect(await pool.query({ name: 'nothing', text: 'delete from notes where id = $1', values: [1] })).toEqual([]);
  expect(await pool.query({ name: 'nothing', text: 'delete from notes where id = $1', values: [1] })).toEqual([]);
});

test('a name belongs to one statement: another one under it is refused, together or later, and the connection goes on', async () => {
  await empty();
  const one: Statement = { name: 'namesake', text: 'select 1 as one', values: [] };
  const other: Statement = { name: 'namesake', text: 'select 2 as two', values: [] };
  await expect(pool.queryAll([note(1), one, other])).rejects.toThrow('Two statements are called namesake');
  expect(await ids()).toEqual([]);
  expect(await pool.query(one)).toEqual([{ one: 1 }]);
  await expect(pool.query(other)).rejects.toThrow('Two statements are called namesake');
  expect(await pool.query(one)).toEqual([{ one: 1 }]);
});

test('a row that cannot be read fails its own statement, and the connection goes on', async () => {
  await empty();
  const never: Statement = { name: 'never', text: `select timestamptz 'infinity' as at`, values: [] };
  await expect(pool.query(never)).rejects.toThrow('Invalid time value');
  await expect(pool.transaction((inside) => inside.queryAll([note(1), never, note(2)]))).rejects.toThrow('Invalid time value');
  expect(await ids()).toEqual([]);
});
