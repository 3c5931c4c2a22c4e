import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseKept, type Dated } from '#server/backup/store/retention.ts';

const at = (text: string): Dated => ({ name: text, startedAt: new Date(text) });
const namesOf = (backups: readonly Dated[]) => backups.map(({ name }) => name);

/** Every night at two, of this machine's time zone. */
const nights = (from: string, count: number): Dated[] =>
  Array.from({ length: count }, (_, night) => {
    const startedAt = new Date(`${from}T02:00:00`);
    startedAt.setDate(startedAt.getDate() + night);
    return { name: startedAt.toISOString(), startedAt };
  });

test('of a year of nights, 14 days and the last of each month stay', () => {
  const all = nights('2025-11-24', 365);

  const { kept, since } = chooseKept(all, { days: 14, months: 12 });

  const months = kept.slice(0, -14).map(({ startedAt }) => `${startedAt.getMonth() + 1}-${startedAt.getDate()}`);
  expect(months).toEqual(['12-31', '1-31', '2-28', '3-31', '4-30', '5-31', '6-30', '7-31', '8-31', '9-30', '10-31']);
  expect(namesOf(kept.slice(-14))).toEqual(namesOf(all.slice(-14)));
  expect(since?.name).toBe(all.at(-14)?.name);
});

test('of several on one day the last stays, and of the newest day two', () => {
  const all = ['2026-01-01T02:00', '2026-01-01T12:00', '2026-01-02T02:00', '2026-01-02T12:00', '2026-01-02T18:00'].map(at);

  expect(namesOf(chooseKept(all, { days: 2, months: 0 }).kept)).toEqual(['2026-01-01T12:00', '2026-01-02T12:00', '2026-01-02T18:00']);
});

test('days without a backup do not count, so that a machine that rested loses nothing', () => {
  const all = ['2026-01-01T02:00', '2026-01-02T02:00', '2026-01-03T02:00', '2026-08-20T02:00'].map(at);

  expect(namesOf(chooseKept(all, { days: 3, months: 0 }).kept)).toEqual(namesOf(all.slice(1)));
});

test('of no backups none is chosen', () => {
  expect(chooseKept([], { days: 14, months: 12 })).toEqual({ kept: [], since: undefined });
});

describe('whatever there is', () => {
  const moments = fc.uniqueArray(fc.date({ min: new Date('2024-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }), {
    maxLength: 120,
    selector: (date) => date.getTime(),
  });
  const backups = moments.map((dates) => dates.map((startedAt) => ({ name: startedAt.toISOString(), startedAt })));
  const keeps = fc.record({ days: fc.integer({ min: 1, max: 20 }), months: fc.integer({ min: 0, max: 15 }) });
  const newestOf = (all: readonly Dated[]) => all.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());

  test('the newest two are kept, oldest first, and never more than days, months and one', () => {
    fc.assert(
      fc.property(backups, keeps, (all, keep) => {
        const { kept, since } = chooseKept(all, keep);
        expect(kept.slice(-2)).toEqual(newestOf(all).slice(-2));
        expect(kept).toEqual(newestOf(kept));
        expect(kept.length).toBeLessThanOrEqual(keep.days + keep.months + 1);
        expect(since === undefined).toBe(all.length === 0);
        expect(kept.length === 0 || kept.some((backup) => backup === since)).toBe(true);
      }),
    );
  });

  test('keeping more only adds backups', () => {
    fc.assert(
      fc.property(backups, keeps, keeps, (all, keep, more) => {
        const larger = { days: keep.days + more.days, months: keep.months + more.months };
        const { kept } = chooseKept(all, larger);
        expect(kept).toEqual(expect.arrayContaining([...chooseKept(all, keep).kept]));
      }),
    );
  });

  test('choosing again from its choice changes nothing, and a dropped backup is never chosen later', () => {
    fc.assert(
      fc.property(backups, keeps, fc.nat(120), (all, keep, count) => {
        const inTurn = newestOf(all);
        const before = chooseKept(inTurn.slice(0, count), keep);
        expect(chooseKept(before.kept, keep)).toEqual(before);
        const later = inTurn.slice(count);
        expect(chooseKept([...before.kept, ...later], keep)).toEqual(chooseKept(all, keep));
      }),
    );
  });
});
