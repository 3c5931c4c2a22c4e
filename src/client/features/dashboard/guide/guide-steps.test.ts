import { expect, test } from 'vitest';
import { type GuideFacts, guideProgressOf, guideStepsOf } from './guide-steps.ts';

const NOTHING: GuideFacts = {
  hasCountry: false,
  services: 0,
  customers: 0,
  machines: 0,
  others: 0,
  joined: 0,
  invited: 0,
  entries: 0,
  unpriced: 0,
};
const doneWith = (facts: Partial<GuideFacts>) =>
  guideStepsOf({ ...NOTHING, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id);

test('a step is done when all of what it is about is there', () => {
  expect(doneWith({})).toEqual([]);
  expect(doneWith({ hasCountry: true })).toEqual([]);
  expect(doneWith({ hasCountry: true, services: 5, unpriced: 5 })).toEqual(['company']);
  expect(doneWith({ customers: 3 })).toEqual([]);
  expect(doneWith({ customers: 3, machines: 1 })).toEqual(['lists']);
  expect(doneWith({ others: 2 })).toEqual([]);
  expect(doneWith({ others: 2, invited: 1 })).toEqual(['people']);
  expect(doneWith({ others: 2, joined: 1 })).toEqual(['people']);
  expect(doneWith({ entries: 1 })).toEqual(['entry']);
  expect(doneWith({ services: 5, unpriced: 1 })).toEqual([]);
  expect(doneWith({ services: 5, unpriced: 0 })).toEqual(['rates']);
});

test('what is not known is not done', () => {
  expect(doneWith({ services: 5, unpriced: undefined, entries: undefined, others: 1, invited: undefined })).toEqual([]);
  expect(doneWith({ others: 1, joined: 1, invited: undefined })).toEqual(['people']);
});

test('the next step is the first that is not done, and its time is of those that are left', () => {
  const { done, next, minutes } = guideProgressOf(guideStepsOf({ ...NOTHING, hasCountry: true, services: 9, unpriced: 9, entries: 1 }));
  expect([done, next, minutes]).toEqual([2, 'lists', 16]);
  const all = guideStepsOf({ ...NOTHING, hasCountry: true, services: 9, customers: 1, machines: 1, others: 1, joined: 1, entries: 1 });
  expect(guideProgressOf(all)).toEqual({ done: 5, next: 'bill', minutes: 4 });
});
