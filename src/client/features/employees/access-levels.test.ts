import { expect, test } from 'vitest';
import { offeredLevels } from '#client/features/employees/access-levels.tsx';

test('Owner is offered only to an owner, and never for a new employee', () => {
  expect(offeredLevels('owner', 'basic')).toEqual(['owner', 'manager', 'advanced', 'basic']);
  expect(offeredLevels('owner', null)).toEqual(['manager', 'advanced', 'basic']);
  expect(offeredLevels('admin', 'basic')).not.toContain('owner');
});

test('a manager may leave another manager one, but not make one', () => {
  expect(offeredLevels('manager', 'manager')).toEqual(['manager', 'advanced', 'basic']);
  expect(offeredLevels('manager', 'basic')).toEqual(['advanced', 'basic']);
  expect(offeredLevels('manager', null)).toEqual(['advanced', 'basic']);
});

test('a level of the wizard is shown where it is stored, and offered nowhere else', () => {
  expect(offeredLevels('owner', 'employee')).toEqual(['owner', 'manager', 'advanced', 'basic', 'employee']);
  expect(offeredLevels('manager', 'employee')).toContain('employee');
  expect(offeredLevels('owner', 'basic')).not.toContain('employee');
  expect(offeredLevels('owner', 'admin')).toContain('admin');
  expect(offeredLevels('owner', 'basic')).not.toContain('admin');
});

test('the owner stays one until somebody else becomes owner', () => {
  expect(offeredLevels('owner', 'owner')).toEqual(['owner']);
});
