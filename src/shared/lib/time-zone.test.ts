import { expect, test } from 'vitest';
import { daysBetween } from '#shared/lib/dates.ts';
import { isTimeZone } from '#shared/lib/is-time-zone.ts';
import { dayIn } from '#shared/lib/time-zone.ts';

const at = (moment: string) => new Date(moment);

test.each([
  // Across the date line: one moment, three dates.
  ['Pacific/Kiritimati', '2026-06-15T10:30:00Z', '2026-06-16'],
  ['UTC', '2026-06-15T10:30:00Z', '2026-06-15'],
  ['Pacific/Pago_Pago', '2026-06-15T10:30:00Z', '2026-06-14'],
  // The last half hour of a year.
  ['America/Chicago', '2027-01-01T05:30:00Z', '2026-12-31'],
  ['America/Chicago', '2027-01-01T06:00:00Z', '2027-01-01'],
  ['Europe/Berlin', '2026-12-31T23:00:00Z', '2027-01-01'],
  // In UTC, midnight comes an hour earlier once summer begins, and later again once it ends.
  ['America/Chicago', '2026-03-08T05:59:59Z', '2026-03-07'],
  ['America/Chicago', '2026-03-08T06:00:00Z', '2026-03-08'],
  ['America/Chicago', '2026-03-09T04:59:59Z', '2026-03-08'],
  ['America/Chicago', '2026-03-09T05:00:00Z', '2026-03-09'],
  ['America/Chicago', '2026-11-02T05:59:59Z', '2026-11-01'],
  ['America/Chicago', '2026-11-02T06:00:00Z', '2026-11-02'],
  // A zone whose clocks change at midnight, and one with an offset of a quarter of an hour.
  ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05'],
  ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
  ['Asia/Kathmandu', '2026-06-15T18:14:59Z', '2026-06-15'],
  ['Asia/Kathmandu', '2026-06-15T18:15:00Z', '2026-06-16'],
])('in %s it is at %s the %s', (zone, moment, day) => {
  expect(dayIn(zone, at(moment))).toBe(day);
});

test('Samoa went from Thursday to Saturday', () => {
  expect(dayIn('Pacific/Apia', at('2011-12-30T09:59:59Z'))).toBe('2011-12-29');
  expect(dayIn('Pacific/Apia', at('2011-12-30T10:00:00Z'))).toBe('2011-12-31');
});

// A seeded generator, so that a failure can be repeated.
const randoms = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test('in every zone a day is at most one away from the day in UTC, never goes back, and is what the zone’s clock shows', () => {
  const random = randoms(20_261);
  const zones = Intl.supportedValuesOf('timeZone');
  for (let turn = 0; turn < 2000; turn += 1) {
    const zone = zones[Math.floor(random() * zones.length)] ?? 'UTC';
    const moment = new Date(Date.UTC(1990, 0, 1) + Math.floor(random() * 60 * 365 * 86_400_000));
    // Where clocks go back at midnight, the last hour of a day comes twice.
    const later = new Date(moment.getTime() + Math.floor((2 + random() * 48) * 3_600_000));
    const [day = '', then = ''] = [dayIn(zone, moment), dayIn(zone, later)];
    expect(Math.abs(daysBetween(moment.toISOString().slice(0, 10), day)), `${zone} ${moment.toISOString()}`).toBeLessThanOrEqual(1);
    expect(then >= day, `${zone} ${moment.toISOString()} ${later.toISOString()}`).toBe(true);
    const clock = Date.parse(`${moment.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`);
    expect(new Date(clock).toISOString().slice(0, 10)).toBe(day);
  }
});

test('a zone is a known name, in any case', () => {
  expect(['America/Chicago', 'europe/berlin', 'UTC', 'Etc/GMT+6'].map(isTimeZone)).toEqual([true, true, true, true]);
  expect(['', 'Chicago', 'America/Nowhere', '+02:00', `A${'a'.repeat(64)}`, 'Europe/Berlin '].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(dayIn('America/Nowhere', at('2026-06-15T10:30:00Z'))).toBeUndefined();
});
