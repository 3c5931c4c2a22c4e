import { expect, test } from 'vitest';
import { isCurrentLink, linksFor, NAVIGATION } from '#client/app/navigation.ts';

test('a link is current on its path and below it', () => {
  expect(isCurrentLink('/customers', '/customers', '')).toBe(true);
  expect(isCurrentLink('/customers', '/customers/17', '')).toBe(true);
  expect(isCurrentLink('/customers', '/customers-old', '')).toBe(false);
  expect(isCurrentLink('/equipment', '/implements', '')).toBe(true);
});

test('the job links differ by their query; without one the open jobs are shown', () => {
  expect(isCurrentLink('/jobs?status=open', '/jobs', '')).toBe(true);
  expect(isCurrentLink('/jobs?status=open', '/jobs', 'status=billed')).toBe(false);
  expect(isCurrentLink('/jobs?status=billed', '/jobs', 'status=billed')).toBe(true);
  expect(isCurrentLink('/jobs?status=open', '/jobs', 'status=all')).toBe(false);
});

test('a screen below another link highlights only that one', () => {
  expect(isCurrentLink('/organization', '/organization/billing/records/3', '')).toBe(false);
  expect(isCurrentLink('/organization/billing', '/organization/billing/records/3', '')).toBe(true);
  expect(isCurrentLink('/organization', '/organization/members', '')).toBe(true);
});

test('the link to money is shown to managers and above', () => {
  const paths = (role?: 'manager' | 'advanced') => NAVIGATION.flatMap(({ links }) => linksFor(links, role)).map(({ to }) => to);
  expect(paths('manager')).toContain('/organization/billing');
  expect(paths('advanced')).not.toContain('/organization/billing');
  expect(paths()).not.toContain('/organization/billing');
});
