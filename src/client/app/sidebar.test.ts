import { expect, test } from 'vitest';
import { isCurrentLink } from '#client/app/sidebar.tsx';

test('a link is current on its path and below it', () => {
  expect(isCurrentLink('/customers', '/customers', '')).toBe(true);
  expect(isCurrentLink('/customers', '/customers/17', '')).toBe(true);
  expect(isCurrentLink('/customers', '/customers-old', '')).toBe(false);
});

test('the job links are told apart by their query; without one the open jobs are shown', () => {
  expect(isCurrentLink('/jobs?status=open', '/jobs', '')).toBe(true);
  expect(isCurrentLink('/jobs?status=open', '/jobs', 'status=billed')).toBe(false);
  expect(isCurrentLink('/jobs?status=billed', '/jobs', 'status=billed')).toBe(true);
  expect(isCurrentLink('/jobs?status=open', '/jobs', 'status=all')).toBe(false);
});
