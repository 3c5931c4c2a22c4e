import { expect, test } from 'vitest';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { givableLevels, nextAfter, stillToInvite } from './joining.ts';
import { fateOf } from './link-fate.ts';

const person = (id: number, more: Partial<Employee> = {}) =>
  ({ id, isUser: false, userId: null, accessLevel: 'basic', ...more }) as Employee;

test('people are still to invite without an open link, with access or without, by those who may invite', () => {
  const people = [person(1), person(2, { isUser: true }), person(3), person(4), person(5, { isUser: true, userId: 9 })];
  const links = [
    { employeeId: 3, state: 'open' },
    { employeeId: 4, state: 'expired' },
  ] as Invitation[];
  expect(stillToInvite('owner', people, links).map(({ id }) => id)).toEqual([1, 2, 4]);
  expect(stillToInvite('manager', people, links)).toEqual([]);
});

test('the next person is the first after this one, from the beginning again at the end, and never the same', () => {
  const all = [person(1), person(2), person(3), person(4)];
  const left = [person(1), person(3)];
  expect([1, 2, 3, 4].map((id) => nextAfter(left, all, id)?.id)).toEqual([3, 3, 1, 1]);
  expect(nextAfter([person(2)], all, 2)).toBeUndefined();
  expect(nextAfter(left, all, 99)?.id).toBe(1);
});

test('nobody is given ownership by a link, and the older word only where it is stored', () => {
  for (const actor of ACCESS_LEVELS) {
    expect(givableLevels(actor, null)).not.toContain('owner');
    expect(givableLevels(actor, null)).not.toContain('employee');
  }
  expect(givableLevels('admin', 'employee')).toEqual(['admin', 'manager', 'advanced', 'basic', 'employee']);
});

test('a link that is shown says what has become of it, and nothing before that is known', () => {
  const now = Date.parse('2025-06-01T00:00:00Z');
  const made = { id: 5, expiresAt: '2025-06-15T00:00:00Z' };
  const nobody = { userId: null };
  const waiting = [{ id: 5, state: 'open' as const }];
  expect(fateOf(made, nobody, waiting, now)).toBe('open');
  expect(fateOf(made, nobody, undefined, now)).toBe('open');
  expect(fateOf(made, nobody, [], now)).toBe('withdrawn');
  expect(fateOf(made, nobody, [{ id: 5, state: 'revoked' }], now)).toBe('withdrawn');
  expect(fateOf(made, nobody, [{ id: 5, state: 'expired' }], now)).toBe('expired');
  expect(fateOf(made, nobody, undefined, Date.parse(made.expiresAt))).toBe('expired');
  expect(fateOf(made, { userId: 3 }, [], now)).toBe('used');
});
