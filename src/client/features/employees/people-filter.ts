import type { Employee } from '#shared/domain/employee.ts';
import type { Invitation } from '#shared/domain/invitation.ts';
import { type Joining, joiningOf } from '#client/entities/members/joining.ts';

/** How people are filtered by how far they have come in joining; a link that expired is none (specification 7.17). */
export const PEOPLE_FILTERS = ['all', 'not-invited', 'invited', 'joined', 'no-access'] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

const FILTER_OF = {
  none: 'no-access',
  waiting: 'not-invited',
  expired: 'not-invited',
  invited: 'invited',
  joined: 'joined',
} as const satisfies Record<Joining, PeopleFilter>;

/** How many people each filter shows; those that would show nobody are missing. */
export const countPeople = (people: readonly Employee[], invitations: readonly Invitation[] | undefined): Map<PeopleFilter, number> => {
  const counts = new Map<PeopleFilter, number>([['all', people.length]]);
  for (const person of people) {
    const filter = FILTER_OF[joiningOf(person, invitations)];
    counts.set(filter, (counts.get(filter) ?? 0) + 1);
  }
  return counts;
};

/** The filter that an address names, as long as it shows anybody. */
export const filterIn = (search: string, counts: ReadonlyMap<PeopleFilter, number>): PeopleFilter => {
  const asked = new URLSearchParams(search).get('show');
  return PEOPLE_FILTERS.find((filter) => filter === asked && counts.has(filter)) ?? 'all';
};

export const matches = (person: Employee, invitations: readonly Invitation[] | undefined, filter: PeopleFilter): boolean =>
  filter === 'all' || FILTER_OF[joiningOf(person, invitations)] === filter;
