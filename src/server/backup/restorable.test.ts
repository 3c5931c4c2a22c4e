import { describe, expect, test } from 'vitest';
import { chooseBackup, localText, parseMoment, type Restorable, restorableRangesOf } from '#server/backup/restorable.ts';

const at = (time: string): Date => new Date(`2026-11-23T${time}Z`);

const one = (name: string, from: string, to: string, more: Partial<Restorable> = {}): Restorable => ({
  name,
  startedAt: at(from).toISOString(),
  verifiedAt: at(from).toISOString(),
  kind: 'cluster',
  major: '18',
  rows: 1,
  files: 0,
  bytes: 1,
  line: 'a',
  from: at(from),
  to: at(to),
  ...more,
});

const ALL = [
  one('first', '02:00:00.300', '09:00:00'),
  one('second', '04:00:00', '09:00:00'),
  one('restored', '10:00:00', '11:00:30.900', { line: 'b' }),
  one('rows', '12:00:00', '12:00:00', { kind: 'tables', major: null, line: null }),
];

const choose = (choice: { backup?: string; at?: Date; kind?: Restorable['kind'] }) =>
  chooseBackup(ALL, '/backups', { kind: 'cluster', ...choice });

describe('which backup is restored', () => {
  test('the newest of the kind that the database takes, with all that came after it', () => {
    expect(choose({})).toEqual({ name: 'restored', until: null });
    expect(choose({ kind: 'tables' })).toEqual({ name: 'rows', until: null });
    expect(choose({ backup: 'rows' })).toEqual({ name: 'rows', until: null });
  });

  test('for a moment, the last one before it', () => {
    expect(choose({ at: at('03:00:00') })).toEqual({ name: 'first', until: at('03:00:00') });
    expect(choose({ at: at('04:00:00') })).toEqual({ name: 'second', until: at('04:00:00') });
    expect(choose({ at: at('08:00:00'), backup: 'first' })).toEqual({ name: 'first', until: at('08:00:00') });
  });

  test('an unreachable moment is refused with those that can be restored, in whole seconds', () => {
    for (const moment of ['02:00:00.200', '09:30:00', '11:00:31']) {
      expect(() => choose({ at: at(moment) })).toThrow(
        `${localText(at(moment))} cannot be restored from /backups. What can, by the clock of this machine: ` +
          `${localText(at('02:00:01'))} to ${localText(at('09:00:00'))}; ${localText(at('10:00:00'))} to ${localText(at('11:00:30'))}.`,
      );
    }
  });

  test('an unknown name is refused with those that exist, and a place without backups is reported', () => {
    expect(() => choose({ backup: 'none' })).toThrow('There is no backup none. There are: first, second, restored, rows.');
    expect(() => chooseBackup([], '/backups', { kind: 'cluster' })).toThrow('There is no backup in /backups.');
  });
});

test('backups of one line whose log leads to the next make one range', () => {
  expect(restorableRangesOf(ALL).map(({ from, to }) => [from, to])).toEqual([
    [at('02:00:00.300'), at('09:00:00')],
    [at('10:00:00'), at('11:00:30.900')],
    [at('12:00:00'), at('12:00:00')],
  ]);
});

describe('a moment as typed', () => {
  test('is in local time, or in the zone that it names', () => {
    expect(parseMoment('2026-11-23 08:15')).toEqual(new Date(2026, 10, 23, 8, 15));
    expect(parseMoment('2026-11-23T08:15:30.5')).toEqual(new Date(2026, 10, 23, 8, 15, 30, 500));
    expect(parseMoment('2026-11-23T08:15:30Z')).toEqual(at('08:15:30'));
    expect(parseMoment('2026-11-23 08:15:30 +02:00')).toEqual(at('06:15:30'));
  });

  test.each(['yesterday', '2026-11-23', '08:15', '2026-13-40 08:15', '23.11.2026 08:15'])('%s is refused with an example', (text) => {
    expect(() => parseMoment(text)).toThrow('--at takes a moment such as "2026-11-23 08:15:30"');
  });
});
