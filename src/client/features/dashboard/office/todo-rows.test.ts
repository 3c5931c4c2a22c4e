import { expect, test } from 'vitest';
import type { Office } from '#shared/domain/office.ts';
import { todoRowsOf } from './todo-rows.ts';

const NOTHING: Office = {
  unchecked: { count: 0, thisWeek: 0, oldest: null },
  missing: { count: 0, fields: [] },
  hints: { count: 0, kinds: [] },
  unbilled: { jobs: 0, customers: 0, netCents: null, currency: 'USD', isMore: false, oldestDays: null },
  bills: {
    currency: 'USD',
    openCount: 0,
    openCents: 0,
    overdueCount: 0,
    overdueCents: 0,
    overdueCustomers: 0,
    oldestDays: null,
    ages: { notDue: 0, to30: 0, to60: 0, over60: 0 },
  },
  answers: { count: 0, oldestAt: null },
  questions: { count: 0, oldestAt: null },
  devices: { count: 0, changes: 0, first: null },
};
const idsOf = (office: Office, before: Parameters<typeof todoRowsOf>[1] = new Set()): string[] =>
  todoRowsOf(office, before).map(({ id }) => id);

test('what is zero is not there, unless it has been more in this visit', () => {
  expect(idsOf(NOTHING)).toEqual([]);
  expect(idsOf({ ...NOTHING, questions: { count: 2, oldestAt: '2026-11-26T08:00:00Z' } })).toEqual(['questions']);
  expect(idsOf({ ...NOTHING, answers: { count: 2, oldestAt: '2026-11-26T08:00:00Z' } })).toEqual(['answers']);
  expect(idsOf(NOTHING, new Set(['devices', 'unchecked']))).toEqual(['unchecked', 'devices']);
});

test('money is only there for those who may see it, even if it has been before', () => {
  const before = new Set(['unbilled', 'overdue'] as const);
  expect(idsOf(NOTHING, before)).toEqual(['unbilled', 'overdue']);
  expect(idsOf({ ...NOTHING, unbilled: null, bills: null }, before)).toEqual([]);
});

test('jobs without a price have no amount, and a count says when it is not the whole', () => {
  const unbilled = { jobs: 40, customers: 36, netCents: null, currency: 'USD', isMore: false, oldestDays: 50 };
  expect(todoRowsOf({ ...NOTHING, unbilled }, new Set())[0]).not.toHaveProperty('money');
  const [row] = todoRowsOf({ ...NOTHING, unbilled: { ...unbilled, netCents: 41_238_820, isMore: true } }, new Set());
  expect(row).toMatchObject({ count: 40, isMore: true, money: { cents: 41_238_820, currency: 'USD' } });
  const [unchecked] = todoRowsOf({ ...NOTHING, unchecked: { count: 1000, thisWeek: 3, oldest: '2026-10-06' } }, new Set());
  expect(unchecked).toMatchObject({ count: 999, isMore: true });
});
