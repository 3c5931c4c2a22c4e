import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Job } from '#shared/domain/job.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { entryWith } from './desk-fixtures.ts';
import { deskRows, type DeskSources, NO_ROWS } from './desk-rows.ts';

const hours = { id: 1, name: 'Hours', fieldType: 'number', isSystem: true, isActive: true, version: 1 } as CustomDataField;
const hauling = { id: 1, version: 1, customDataFieldIds: [1], requiredFieldIds: [1], equipmentCount: 1 } as unknown as ServiceType;
const job = (id: number, status: Job['status'] = 'open') => ({ id, status, createdAt: '2026-01-01T00:00:00.000Z' }) as Job;

const tilled = { date: '2026-11-20', equipmentIds: [7], totalHours: 8 };
const entries = [
  entryWith({ id: 1, ...tilled }),
  entryWith({ id: 2, date: '2026-11-19', totalHours: null, notes: 'wet', customFieldValues: { Ticket: 4711 } }),
  entryWith({ id: 3, date: '2026-11-18', jobId: 2, totalHours: 4 }),
];
const sources = (more: Partial<DeskSources> = {}): DeskSources => ({
  entries,
  jobs: new Map([
    [1, job(1)],
    [2, job(2)],
  ]),
  services: new Map([[1, hauling]]),
  fields: [hours],
  stats: STATS,
  today: '2026-11-26',
  ...more,
});
const STATS: DeskSources['stats'] = [];

test('rows come by date, with what they lack, and are found by all that is written on them', () => {
  const { rows } = deskRows(sources(), NO_ROWS);
  expect(rows.map(({ entry, missing }) => [entry.id, missing])).toEqual([
    [3, []],
    [2, ['Hours']],
    [1, []],
  ]);
  expect(rows[1]?.text).toContain('wet');
  expect(rows[1]?.text).toContain('4711');
});

test('read again, what did not change stays the same row', () => {
  const first = deskRows(sources(), NO_ROWS);
  const again = deskRows(sources({ entries: entries.map((entry) => ({ ...entry })) }), first);
  expect(again.rows.every((row, at) => row === first.rows[at])).toBe(true);
});

test('a changed entry gets a new row, and so do those of its day whose hints it changes', () => {
  const first = deskRows(sources(), NO_ROWS);
  const twice = entryWith({ id: 4, ...tilled, createdAt: '2026-11-20T09:00:00.000Z' });
  const then = deskRows(sources({ entries: [...entries, twice] }), first);
  expect(then.byId.get(4)?.hints.map(({ kind }) => kind)).toEqual(['duplicate']);
  expect(then.byId.get(1)).toBe(first.byId.get(1));
  // What was logged first is gone: the other one is no duplicate any more.
  const last = deskRows(sources({ entries: [...entries.slice(1), twice] }), then);
  expect(last.byId.get(4)?.hints).toEqual([]);
  expect(last.byId.get(3)).toBe(first.byId.get(3));
});

test('what a service asks for now counts, and whether the job is billed', () => {
  const first = deskRows(sources(), NO_ROWS);
  const lenient = { ...hauling, version: 2, requiredFieldIds: [] };
  const then = deskRows(
    sources({
      services: new Map([[1, lenient]]),
      jobs: new Map([
        [1, job(1, 'billed')],
        [2, job(2)],
      ]),
    }),
    first,
  );
  expect(then.byId.get(2)).toMatchObject({ missing: [], isBilled: true });
});
