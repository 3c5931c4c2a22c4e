import { describe, expect, test } from 'vitest';
import { rowWith } from './desk-fixtures.ts';
import { deskLines, inDeskOrder, isGroup, rowsIn } from './desk-lines.ts';

const rows = [
  rowWith({ id: 4, date: '2026-11-19', jobId: 1, totalHours: 2, operatorNames: ['Élan'] }),
  rowWith({ id: 2, date: '2026-11-20', jobId: 1, totalHours: null, operatorNames: ['Ben'] }),
  rowWith({ id: 3, date: '2026-11-20', jobId: 2, jobName: 'Creek', totalHours: 12.5, operatorNames: ['Ben'] }),
  rowWith({ id: 1, date: '2026-11-21', jobId: 2, jobName: 'Creek', totalHours: 8, operatorNames: ['Mia'] }),
];
const idsIn = (order: Parameters<typeof inDeskOrder>[1]) => inDeskOrder(rows, order).map(({ entry }) => entry.id);

describe('order', () => {
  test('by date, then as logged; newest first the other way round', () => {
    expect(idsIn({ group: 'none', sort: 'date', isDescending: false })).toEqual([4, 2, 3, 1]);
    expect(idsIn({ group: 'none', sort: 'date', isDescending: true })).toEqual([1, 3, 2, 4]);
  });
  test('by a number: rows without it come last both ways', () => {
    expect(idsIn({ group: 'none', sort: 'hours', isDescending: false })).toEqual([4, 1, 3, 2]);
    expect(idsIn({ group: 'none', sort: 'hours', isDescending: true })).toEqual([3, 1, 4, 2]);
  });
  test('by name as the alphabet has it', () => {
    expect(idsIn({ group: 'none', sort: 'operator', isDescending: false })).toEqual([2, 3, 4, 1]);
  });
});

describe('groups', () => {
  test('stand in the order of their first rows, and their rows below them', () => {
    const lines = deskLines(inDeskOrder(rows, { group: 'job', sort: 'date', isDescending: false }), 'job');
    expect(lines.map((line) => (isGroup(line) ? line.title : line.entry.id))).toEqual(['north', 4, 2, 'Creek', 3, 1]);
    expect(rowsIn(lines).map(({ entry }) => entry.id)).toEqual([4, 2, 3, 1]);
  });
  test('entries without a machine are together', () => {
    const [head] = deskLines(rows, 'machine');
    expect(head).toMatchObject({ title: null, rows });
  });
  test('none', () => {
    expect(deskLines(rows, 'none')).toEqual(rows);
  });
});
