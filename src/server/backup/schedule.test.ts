import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextBackup, nextTimeOfDay, type ScheduleFacts, type Tried } from '#server/backup/schedule.ts';

// Times without a zone are the machine's: here one whose clocks change on 29 March and 25 October 2026, at 02:00 and 03:00.
const zoneBefore = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin';
});
afterAll(() => {
  if (zoneBefore === undefined) {
    delete process.env['TZ'];
  } else {
    process.env['TZ'] = zoneBefore;
  }
});

const AT_TWO = { hour: 2, minute: 0 };

const good = (at: string): Tried => ({ startedAt: new Date(at), finishedAt: new Date(at), isGood: true });
const failed = (at: string): Tried => ({ startedAt: new Date(at), finishedAt: new Date(at), isGood: false });
const died = (at: string): Tried => ({ startedAt: new Date(at), finishedAt: null, isGood: false });

/** What is due, for an installation that has served since the beginning of June and has data to lose. */
const dueAt = (now: string, facts: Partial<Omit<ScheduleFacts, 'servingSince'>> & { servingSince?: string } = {}): Date | null =>
  nextBackup(
    { at: AT_TWO, tries: [], hasData: true, ...facts, servingSince: new Date(facts.servingSince ?? '2026-06-01T00:00:00') },
    new Date(now),
  );

describe('every night', () => {
  test('after a good one the next night is due', () => {
    expect(dueAt('2026-06-10T12:00:00', { tries: [good('2026-06-10T02:00:20')] })).toEqual(new Date('2026-06-11T02:00:00'));
  });

  test('a manual one shortly before does not replace the nightly one', () => {
    expect(dueAt('2026-06-10T01:59:00', { tries: [good('2026-06-10T01:30:00')] })).toEqual(new Date('2026-06-10T02:00:00'));
  });

  test('without a time of day none is scheduled', () => {
    expect(dueAt('2026-06-10T12:00:00', { at: null })).toBeNull();
  });

  test('the night without a half past two has one, and so does the night with two of them', () => {
    const at = { hour: 2, minute: 30 };
    const spring = nextTimeOfDay(new Date('2026-03-28T02:30:10'), at);
    expect(spring).toEqual(new Date('2026-03-29T03:30:00+02:00'));
    expect(nextTimeOfDay(spring, at)).toEqual(new Date('2026-03-30T02:30:00+02:00'));
    const autumn = nextTimeOfDay(new Date('2026-10-24T02:30:10'), at);
    expect(autumn).toEqual(new Date('2026-10-25T02:30:00+02:00'));
    expect(nextTimeOfDay(autumn, at)).toEqual(new Date('2026-10-26T02:30:00+01:00'));
  });
});

describe('after a start', () => {
  test('a backup missed while the machine was off is made a few minutes after the start', () => {
    const tries = [good('2026-06-08T02:00:00')];
    expect(dueAt('2026-06-10T07:00:00', { tries, servingSince: '2026-06-10T07:00:00' })).toEqual(new Date('2026-06-10T07:05:00'));
  });

  test('a start after a good night brings nothing forward', () => {
    const tries = [good('2026-06-10T02:00:00')];
    expect(dueAt('2026-06-10T07:00:00', { tries, servingSince: '2026-06-10T07:00:00' })).toEqual(new Date('2026-06-11T02:00:00'));
  });

  test('a new installation waits ten minutes, one with data and nothing to recover from waits one', () => {
    const servingSince = '2026-06-10T07:00:00';
    expect(dueAt(servingSince, { servingSince, hasData: false })).toEqual(new Date('2026-06-10T07:10:00'));
    expect(dueAt(servingSince, { servingSince, hasData: true })).toEqual(new Date('2026-06-10T07:01:00'));
  });
});

describe('after a failure', () => {
  test('it is tried again after half an hour, and then hourly', () => {
    const night = good('2026-06-09T02:00:00');
    expect(dueAt('2026-06-10T02:05:00', { tries: [failed('2026-06-10T02:00:00'), night] })).toEqual(new Date('2026-06-10T02:30:00'));
    const twice = [failed('2026-06-10T02:30:00'), failed('2026-06-10T02:00:00'), night];
    expect(dueAt('2026-06-10T02:35:00', { tries: twice })).toEqual(new Date('2026-06-10T03:30:00'));
  });

  test('one whose process died counts as failed, and is not repeated right after the next start', () => {
    const tries = [died('2026-06-10T06:50:00'), good('2026-06-09T02:00:00')];
    const servingSince = '2026-06-10T07:00:00';
    expect(dueAt('2026-06-10T07:00:00', { tries, servingSince })).toEqual(new Date('2026-06-10T07:20:00'));
    expect(dueAt('2026-06-10T09:00:00', { tries, servingSince: '2026-06-10T09:00:00' })).toEqual(new Date('2026-06-10T09:01:00'));
  });
});

test('backups dated years ahead by a wrong clock do not prevent new ones', () => {
  const tries = [good('2036-01-01T02:00:00'), good('2026-06-10T02:00:00')];
  expect(dueAt('2026-06-10T12:00:00', { tries })).toEqual(new Date('2026-06-11T02:00:00'));
});
