import { expect, test } from 'vitest';
import type { Call } from '#bench/calls.ts';
import type { Measured } from '#bench/measure.ts';
import { parseStat } from '#bench/processes.ts';
import { messagesOf, newKey, play, type RecordedStatement, scriptOf } from '#bench/recording.ts';
import { goalsOf, goalTable, ratioTable, verdict } from '#bench/report.ts';
import { planSeason, SIZES } from '#bench/season.ts';
import { median, percentile } from '#bench/statistics.ts';

test('percentiles are values that were measured', () => {
  const values = [5, 1, 4, 2, 3];
  expect(median(values)).toBe(3);
  expect(percentile(values, 0.99)).toBe(5);
  expect(percentile(values, 0)).toBe(1);
  expect(percentile([], 0.5)).toBeNaN();
});

test('a process is read from the line of /proc, whatever its name', () => {
  const line =
    '4711 (node (main) x) S 12 4711 4711 0 -1 4194304 100 200 0 0 150 50 30 20 20 0 11 0 9000 100000000 25600 18446744073709551615 1 1 0 0';
  expect(parseStat(line)).toEqual({ pid: 4711, parent: 12, ownMs: 2_000, endedChildrenMs: 500, residentKb: 102_400 });
});

test('the season has exactly as many entries as it says, in organizations of very different size', () => {
  for (const size of ['full', 'small', 'tiny'] as const) {
    const plan = planSeason(size);
    const { organizations, entries, largest } = SIZES[size];
    expect(plan.length).toBe(organizations);
    expect(plan.reduce((sum, organization) => sum + organization.entries, 0)).toBe(entries);
    expect(plan[0]?.entries).toBe(largest);
    expect(Math.max(...plan.map((organization) => organization.entries))).toBe(largest);
    expect(Math.min(...plan.map((organization) => organization.entries))).toBeGreaterThan(50);
  }
});

const statement = (text: string, values: unknown[], rows: unknown[][] = []): RecordedStatement => ({
  text,
  values,
  rows,
  user: 'headland',
});

test('a request is played again with a key of its own, and with the ids that its own statements gave', () => {
  const keys = [newKey(), newKey()] as const;
  const sent = (key: string, id: number) => [
    statement('insert into entries', [key, 'same', Buffer.from([id, 2])], [[7, id]]),
    statement('insert into audit', [id, [id, 1], new Date(id)]),
  ];
  const script = scriptOf(sent(keys[0], 41), sent(keys[1], 42), keys);
  const [insert, audit] = script.statements;
  expect(insert?.values).toEqual([{ from: 'key' }, { from: 'constant', value: 'same' }, { from: 'chance', bytes: 2 }]);
  const played = audit?.values.map((source) => play(source, 'a new key', [[[7, 99]]]));
  expect(played).toEqual([99, [99, 1], expect.any(Date)]);
});

test('statements of one message are played in one, without the answers to each other', () => {
  const keys = [newKey(), newKey()] as const;
  const sent = (id: number) => [
    statement('begin', [], [[id]]),
    { ...statement('insert into jobs', [id], [[id + 1]]), group: id },
    { ...statement('insert into entries', [id, [id + 1]]), group: id },
    statement('commit', [[id + 1]]),
  ];
  const script = scriptOf(sent(41), sent(51), keys);
  expect(messagesOf(script).map((message) => message.map(({ text }) => text))).toEqual([
    ['begin'],
    ['insert into jobs', 'insert into entries'],
    ['commit'],
  ]);
  const fromBegin = { from: 'answer', statement: 0, row: 0, cell: 0 };
  const fromJob = { from: 'answer', statement: 1, row: 0, cell: 0 };
  expect(script.statements.map(({ values }) => values)).toEqual([
    [],
    [fromBegin],
    [fromBegin, { from: 'list', items: [{ from: 'constant', value: 42 }] }],
    [{ from: 'list', items: [fromJob] }],
  ]);
});

test('requests that asked other statements cannot be played again', () => {
  expect(() => scriptOf([statement('select 1', [])], [statement('select 2', [])], ['a', 'b'])).toThrow(/statements/);
  expect(() => scriptOf([], [], ['a', 'b'])).toThrow(/statements/);
});

const measuredCall = (name: string, program: number, driver: number): Measured => {
  const call: Call = { name, title: name, variants: 1, limit: 'driver', request: () => ({ method: 'GET', path: '/', headers: {} }) };
  const cost = (process: number) => ({ process, database: 1, perSecond: 100 });
  const limits = { driver: cost(driver), http: cost(0.1) };
  return { call, bytes: 1024, statements: 3, p50: 1, p99: 2, rounds: [{ program: cost(program), limits }], missing: [] };
};

test('the report says of each goal whether it was met, and never calls a missing figure met', () => {
  const goals = goalsOf([measuredCall('page', 2, 1.5), measuredCall('search', 9, 1)]);
  const said = goals.map((goal) => `${goal.text}: ${verdict(goal)}`);
  expect(said).toEqual(
    expect.arrayContaining([
      'page: CPU ÷ driver alone: met',
      'search: CPU ÷ driver alone: NOT met',
      'summary: CPU ÷ driver alone: not measured',
    ]),
  );
  expect(verdict({ text: 'as fast as SQLite', wanted: 0.6, atLeast: true, figure: 0.59 })).toBe('NOT met');
  expect(goalTable(goals)).toContain('| page: CPU ÷ driver alone | ≤ 1.5 | 1.20 | met |');
  expect(ratioTable([measuredCall('page', 2, 1.5)])).toContain('| page | 1.20 (1.20–1.20) | 20.00 (20.00–20.00) |');
});
