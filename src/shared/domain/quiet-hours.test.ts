import { expect, test } from 'vitest';
import { quietUntil } from '#shared/domain/quiet-hours.ts';

const NIGHT = { from: '20:00', to: '06:00' };
const endOf = (zone: string, moment: string, quiet: Parameters<typeof quietUntil>[0] = NIGHT) =>
  quietUntil(quiet, zone, new Date(moment))?.toISOString() ?? null;

test.each([
  // Central time, in summer five hours behind UTC: the evening, the last minute before, the morning and the first minute after.
  ['America/Chicago', '2026-06-21T01:00:00Z', '2026-06-21T11:00:00.000Z'],
  ['America/Chicago', '2026-06-21T00:59:59Z', null],
  ['America/Chicago', '2026-06-21T10:59:30Z', '2026-06-21T11:00:00.000Z'],
  ['America/Chicago', '2026-06-21T11:00:00Z', null],
  // The same moment, where it is noon.
  ['Asia/Tokyo', '2026-06-21T03:00:00Z', null],
  // Clocks go forward, and back, in the night: it is nine hours long, and eleven.
  ['America/Chicago', '2026-03-08T02:00:00Z', '2026-03-08T11:00:00.000Z'],
  ['America/Chicago', '2026-11-01T01:00:00Z', '2026-11-01T12:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T19:00:00Z', '2026-03-29T04:00:00.000Z'],
  // Three quarters of an hour off.
  ['Asia/Kathmandu', '2026-06-15T15:00:00Z', '2026-06-16T00:15:00.000Z'],
  ['Not/AZone', '2026-06-15T21:00:00Z', '2026-06-16T06:00:00.000Z'],
])('in %s at %s it is quiet until %s', (zone, moment, end) => {
  expect(endOf(zone, moment)).toBe(end);
});

test('hours within a day, none, and hours that begin when they end', () => {
  expect(endOf('UTC', '2026-06-15T12:30:00Z', { from: '12:00', to: '13:07' })).toBe('2026-06-15T13:07:00.000Z');
  expect(endOf('UTC', '2026-06-15T11:59:00Z', { from: '12:00', to: '13:07' })).toBeNull();
  expect(endOf('UTC', '2026-06-15T23:00:00Z', null)).toBeNull();
  expect(endOf('UTC', '2026-06-15T08:00:00Z', { from: '08:00', to: '08:00' })).toBeNull();
});
