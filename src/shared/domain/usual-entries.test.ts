import { expect, test } from 'vitest';
import { usualEntries } from './usual-entries.ts';

const entry = (id: number, date: string, jobId: number, more: object = {}) => ({
  id,
  date,
  jobId,
  customerId: 1,
  awaitsJob: false,
  serviceTypeId: 1,
  equipmentIds: [4],
  ...more,
});

const among =
  (...ids: readonly number[]) =>
  (id: number) =>
    ids.includes(id);
const choosable = { customer: among(1), openJob: among(1, 2, 3, 4), service: among(1, 2), machine: among(4, 5) };
const today = '2025-10-09';

const idsOf = (entries: ReturnType<typeof entry>[]) => usualEntries(entries, today, choosable).map(({ id }) => id);

test('the likeliest work comes first: what was logged often and lately, each by its latest entry', () => {
  const hauling = [entry(1, '2025-10-06', 1), entry(5, '2025-10-09', 1), entry(3, '2025-10-08', 1)];
  expect(idsOf([entry(2, '2025-10-08', 2), ...hauling])).toEqual([5, 2]);
});

test('what is done this week goes before what was done more often last month', () => {
  const lastMonth = Array.from({ length: 6 }, (_, index) => entry(index + 1, '2025-09-15', 2));
  expect(idsOf([...lastMonth, entry(9, '2025-10-08', 1), entry(10, '2025-10-09', 1)])).toEqual([10, 6]);
});

test('another machine, service or job is other work; the order of machines is not', () => {
  const both = [entry(1, today, 1, { equipmentIds: [4, 5] }), entry(2, today, 1, { equipmentIds: [5, 4] })];
  expect(idsOf([...both, entry(3, today, 1), entry(4, today, 1, { serviceTypeId: 2 })])).toEqual([2, 4, 3]);
});

test('what can no longer be chosen is not offered: a closed job, a deleted service, a sold machine', () => {
  expect(
    idsOf([
      entry(1, today, 9),
      entry(2, today, 1, { serviceTypeId: 9 }),
      entry(3, today, 1, { equipmentIds: [4, 9] }),
      entry(4, '2025-10-01', 1),
    ]),
  ).toEqual([4]);
});

test('work without a job is that of its customer, as long as there is the customer', () => {
  const waiting = { awaitsJob: true };
  expect(idsOf([entry(1, today, 77, waiting), entry(2, today, 78, waiting)])).toEqual([2]);
  expect(idsOf([entry(1, today, 77, { ...waiting, customerId: 9 })])).toEqual([]);
});

test('at most three are offered', () => {
  expect(idsOf([1, 2, 3, 4].map((job) => entry(job, today, job)))).toEqual([4, 3, 2]);
});

test('a run of many customers leaves room for other work; who only drives runs has their stops', () => {
  const stops = [11, 12, 13].map((id) => entry(id, today, id - 10, { runId: 5 }));
  const before = [entry(1, '2025-10-07', 4), entry(2, '2025-10-06', 1, { serviceTypeId: 2 })];
  expect(idsOf([...stops, ...before])).toEqual([13, 1, 2]);
  expect(idsOf([...stops, entry(1, '2025-10-07', 4)])).toEqual([13, 1, 12]);
  expect(idsOf(stops)).toEqual([13, 12, 11]);
  // Work that is also done alone is no stop.
  expect(idsOf([...stops, entry(3, '2025-10-01', 1), entry(1, '2025-10-07', 4)])).toEqual([11, 13, 1]);
});

test('a date to come weighs as today does', () => {
  expect(idsOf([entry(1, '2026-10-09', 1), entry(2, today, 2), entry(3, today, 2)])).toEqual([3, 1]);
});
