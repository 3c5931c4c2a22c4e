import { expect, test } from 'vitest';
import { neighboursOf, onboardingPath } from './paths.ts';
import { incompleteOf, needsOnboarding, workplaceOf } from './steps.ts';

const organization = (id: number, onboardingStep: string, more: object = {}) =>
  ({ id, onboardingStep, onboardingCompleted: false, role: 'owner', deletionDueAt: null, ...more }) as const;
const done = organization(1, 'completed', { onboardingCompleted: true });

test.each([
  ['country', '/onboarding/country?orgId=7'],
  ['trades', '/onboarding/trades?orgId=7'],
  ['lists', '/onboarding/lists?orgId=7'],
  ['people', '/onboarding/people?orgId=7'],
  ['employees', '/onboarding/step-employees?orgId=7'],
  ['service-fields', '/onboarding/step-service-fields?orgId=7'],
  ['services', '/onboarding/step-services?orgId=7'],
  ['equipment', '/onboarding/step-equipment?orgId=7'],
  ['customers', '/onboarding/step-customers?orgId=7'],
  ['lunch', '/onboarding/choice'],
])('the saved step %s leads to %s', (step, path) => {
  expect(onboardingPath([done, organization(7, step)])).toBe(path);
});

test('onboarding is needed with no organization, or with one that this user has to set up', () => {
  expect(needsOnboarding([])).toBe(true);
  expect(onboardingPath([])).toBe('/onboarding/choice');
  expect(needsOnboarding([done])).toBe(false);
  expect(needsOnboarding([done, organization(7, 'services')])).toBe(true);
  expect(needsOnboarding([organization(7, 'services', { role: 'admin' })])).toBe(true);
});

test('members who may not set it up work in an organization that its owner has not finished', () => {
  expect(needsOnboarding([organization(7, 'services', { role: 'manager' })])).toBe(false);
});

test('the steps follow each other', () => {
  expect(neighboursOf('employees')).toEqual({ before: undefined, after: 'service-fields' });
  expect(neighboursOf('services')).toEqual({ before: 'service-fields', after: 'equipment' });
  expect(neighboursOf('customers')).toEqual({ before: 'equipment', after: 'completed' });
});

test('an organization whose completion waits on this device, and one that is to be deleted, need nothing more', () => {
  expect(needsOnboarding([organization(7, 'completed')])).toBe(false);
  expect(needsOnboarding([organization(7, 'services', { deletionDueAt: '2026-12-24T00:00:00.000Z' })])).toBe(false);
});

test('an organization that was put aside redirects nobody, as long as there is another to work in', () => {
  const half = organization(7, 'services');
  expect(needsOnboarding([done, half], [7])).toBe(false);
  expect(onboardingPath([done, half, organization(8, 'customers')], [7])).toBe('/onboarding/step-customers?orgId=8');
  expect(incompleteOf([half], [7])).toBe(half);
  expect(workplaceOf([half, done])).toBe(done);
  expect(workplaceOf([done, organization(9, 'completed')], organization(9, 'completed'))?.id).toBe(9);
  expect(workplaceOf([half], half)).toBeUndefined();
});
