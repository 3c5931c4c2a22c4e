import { expect, test } from 'vitest';
import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { countPeople, filterIn, matches, type PeopleFilter } from '#client/features/employees/people-filter.ts';

const person = (id: number, isUser: boolean, userId: number | null = null) => ({ id, isUser, userId }) as Employee;
const link = (employeeId: number, state: Invitation['state']) => ({ employeeId, state }) as Invitation;

const PEOPLE = [person(1, true, 7), person(2, true), person(3, true), person(4, false), person(5, false)];
const LINKS = [link(3, 'expired'), link(5, 'open')];
const shown = (filter: PeopleFilter) => PEOPLE.filter((each) => matches(each, LINKS, filter)).map(({ id }) => id);

test('everybody is in exactly one filter besides all, whatever they have and lack', () => {
  expect([shown('all'), shown('joined'), shown('not-invited'), shown('invited'), shown('no-access')]).toEqual([
    [1, 2, 3, 4, 5],
    [1],
    [2, 3],
    [5],
    [4],
  ]);
  expect(Object.fromEntries(countPeople(PEOPLE, LINKS))).toEqual({ all: 5, joined: 1, 'not-invited': 2, invited: 1, 'no-access': 1 });
});

test('filters that show nobody are not offered, and an address that names one shows everybody', () => {
  const counts = countPeople([person(1, true, 7)], LINKS);
  expect([...counts.keys()]).toEqual(['all', 'joined']);
  expect([
    filterIn('?show=joined', counts),
    filterIn('?show=invited', counts),
    filterIn('?show=else', counts),
    filterIn('', counts),
  ]).toEqual(['joined', 'all', 'all', 'all']);
});
