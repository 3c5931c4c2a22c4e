import { expect, test } from 'vitest';
import { type ThereJob, thereAmong } from '#shared/domain/season-state.ts';

const CHOPPING = 1;
const TILLAGE = 2;
const EARLIER = { jobId: 10, nextName: 'North 2026', customerId: 7, serviceTypeIds: [CHOPPING] };

const job = (values: Partial<ThereJob>): ThereJob => ({
  id: 20,
  name: 'Something',
  customerId: 7,
  status: 'open',
  repeatsJobId: null,
  serviceTypeIds: [],
  ...values,
});
const stateOf = (...jobs: ThereJob[]) => thereAmong(jobs)(EARLIER);

const NOT_YET = { state: 'notYet', thereJobId: null };

test('nothing is there without jobs, or with jobs of others, of other work, or of another name', () => {
  expect(stateOf()).toEqual(NOT_YET);
  expect(stateOf(job({ customerId: 8, serviceTypeIds: [CHOPPING] }), job({ customerId: 8, name: 'North 2026' }))).toEqual(NOT_YET);
  expect(stateOf(job({ serviceTypeIds: [TILLAGE] }), job({ name: 'North' }))).toEqual(NOT_YET);
});

test('its own repeat is there whatever was done in it, and before all others', () => {
  expect(stateOf(job({ repeatsJobId: 10 }))).toEqual({ state: 'open', thereJobId: 20 });
  expect(stateOf(job({ repeatsJobId: 10, status: 'completed', customerId: 8 }))).toEqual({ state: 'done', thereJobId: 20 });
  const byHand = job({ id: 21, serviceTypeIds: [CHOPPING] });
  expect(stateOf(byHand, job({ repeatsJobId: 10, status: 'billed' }))).toEqual({ state: 'done', thereJobId: 20 });
});

test('what repeats another job of the customer is not this one, though the service is the same', () => {
  expect(stateOf(job({ repeatsJobId: 11, serviceTypeIds: [CHOPPING] }))).toEqual(NOT_YET);
});

test('made by hand, it is there once one of its services was done, or if it is called so', () => {
  expect(stateOf(job({ serviceTypeIds: [TILLAGE, CHOPPING] }))).toEqual({ state: 'open', thereJobId: 20 });
  expect(stateOf(job({ name: 'North 2026' }))).toEqual({ state: 'open', thereJobId: 20 });
  // The same job went on into this season.
  expect(stateOf(job({ id: 10, serviceTypeIds: [CHOPPING] }))).toEqual({ state: 'open', thereJobId: 10 });
});

test('of several the open one is shown', () => {
  const billed = job({ status: 'billed', serviceTypeIds: [CHOPPING] });
  expect(stateOf(billed, job({ id: 21, serviceTypeIds: [CHOPPING] }))).toEqual({ state: 'open', thereJobId: 21 });
  expect(stateOf(billed)).toEqual({ state: 'done', thereJobId: 20 });
});
