import { expect, test } from 'vitest';
import { outTodayOf } from './out-today.ts';

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
const work = { equipmentNames: ['Chopper 12'], jobName: 'North Quarter silage' };
const mia = { operatorIds: [4], operatorNames: ['Mia Stroud'] };

test('a person is there once, with all hours of the day and what they do last', () => {
  const entries = [
    { id: 9, ...mia, equipmentNames: ['Truck 9', 'Truck 7'], jobName: 'Lagoon', totalHours: 2.25 },
    { id: 8, ...mia, ...work, totalHours: 0.1 },
    { id: 7, operatorIds: [3], operatorNames: ['Cal Nyberg'], equipmentNames: [], jobName: 'Section 14 hay', totalHours: null },
  ];
  expect(outTodayOf(entries, compare)).toEqual([
    { id: 3, name: 'Cal Nyberg', work: ['Section 14 hay'], hours: 0, isWaiting: false },
    { id: 4, name: 'Mia Stroud', work: ['Truck 9', 'Lagoon'], hours: 2.35, isWaiting: false },
  ]);
});

test('hours of several people are theirs together, and what names nobody comes last', () => {
  const entries = [
    { id: 2, operatorIds: [], operatorNames: [], ...work, totalHours: 3 },
    { id: 1, operatorIds: [4, 3], operatorNames: ['Mia Stroud', 'Cal Nyberg'], ...work, totalHours: 7 },
  ];
  expect(outTodayOf(entries, compare).map(({ id, hours }) => [id, hours])).toEqual([
    [3, 3.5],
    [4, 3.5],
    [null, 3],
  ]);
});

test('who has anything on this device only is waiting', () => {
  const entries = [
    { id: 2, ...mia, ...work, totalHours: 1 },
    { id: -1, ...mia, ...work, totalHours: 1, sync: 'waiting' },
  ];
  expect(outTodayOf(entries, compare)).toMatchObject([{ isWaiting: true }]);
});
