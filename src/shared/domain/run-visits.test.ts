import { expect, test } from 'vitest';
import { goTo, pauseRun, startRun } from '#shared/domain/run-state.ts';
import { visitsOf } from '#shared/domain/run-visits.ts';

const CREW = { serviceTypeId: 3, equipmentIds: [9], operatorIds: [2], implementId: null };
const PLACES = [1, 2].map((id) => ({ customerId: id, jobId: id * 10 }));
const at = (minutes: number): string => new Date(Date.UTC(2025, 9, 9, 7) + minutes * 60_000).toISOString();

test('a visit goes on after a pause; coming back from another stop is one more', () => {
  const begun = startRun(77, CREW, PLACES, at(0));
  expect(visitsOf(begun)).toBe(1);
  const paused = pauseRun(begun, at(10));
  expect(visitsOf(paused)).toBe(1);
  const wentOn = goTo(paused, 0, at(20));
  expect(visitsOf(wentOn)).toBe(1);
  const away = goTo(wentOn, 1, at(30));
  expect(visitsOf(away)).toBe(1);
  expect(visitsOf(goTo(away, 0, at(40)))).toBe(2);
});
