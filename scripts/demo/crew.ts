import type { Day } from '#demo/calendar.ts';
import type { DemoEmployee, DemoMachine, Place } from '#demo/organization.ts';
import type { Profile } from '#demo/profile.ts';
import { type Random, roundTo } from '#demo/random.ts';

/** No person or machine works longer in one day. */
const OPERATOR_HOURS = 15;
const MACHINE_HOURS = 20;
/** A person who has worked this much less today takes precedence, regardless of the random choice. */
const EVENING_OUT = 4;
const QUARTER = 0.25;

/** Who does a piece of work with which machine, and how long both are still free that day. */
export interface Crew {
  readonly machines: readonly Place[];
  readonly operators: readonly Place[];
  readonly room: number;
}

/** Who is free when. */
export interface Roster {
  find(service: Place, day: Day): Crew;
  /** Books the hours, at most as many as there is room for, and returns them. */
  book(crew: Crew, day: Day, hours: number): number;
}

/** Tracks who worked how long on which day, so that work is distributed as a dispatcher would. */
export const createRoster = (
  profile: Profile,
  machines: readonly DemoMachine[],
  employees: readonly DemoEmployee[],
  random: Random,
): Roster => {
  const used = new Map<string, number>();
  const hoursOf = (kind: 'm' | 'o', place: Place, day: Day): number => used.get(`${kind}${place}/${day}`) ?? 0;
  const add = (kind: 'm' | 'o', place: Place, day: Day, hours: number) => {
    used.set(`${kind}${place}/${day}`, hoursOf(kind, place, day) + hours);
  };
  const least = (kind: 'm' | 'o', places: readonly Place[], day: Day): Place => {
    let best: { place: Place; score: number } | undefined;
    for (const place of places) {
      const score = hoursOf(kind, place, day) + random.next() * EVENING_OUT;
      best = best && best.score <= score ? best : { place, score };
    }
    if (!best) {
      throw new Error('A service has no machine or nobody who can drive it.');
    }
    return best.place;
  };
  const inSlots = profile.services.map(({ slots }) =>
    slots.map((kinds) => machines.flatMap(({ kind }, place) => (kinds.includes(kind) ? [place] : []))),
  );
  const skilled = profile.services.map((_, service) => employees.flatMap(({ skills }, place) => (skills.includes(service) ? [place] : [])));

  return {
    find: (service, day) => {
      const chosen = (inSlots[service] ?? []).map((places) => least('m', places, day));
      const drivers = skilled[service] ?? [];
      const first = least('o', drivers, day);
      const isShared = profile.services[service]?.allowMultipleOperators === true && drivers.length > 1 && random.chance(0.25);
      const operators = isShared
        ? [
            first,
            least(
              'o',
              drivers.filter((place) => place !== first),
              day,
            ),
          ]
        : [first];
      const room = Math.min(
        ...chosen.map((place) => MACHINE_HOURS - hoursOf('m', place, day)),
        ...operators.map((place) => OPERATOR_HOURS - hoursOf('o', place, day)),
      );
      return { machines: chosen, operators, room };
    },
    book: (crew, day, wanted) => {
      const hours = Math.max(QUARTER, roundTo(Math.min(wanted, crew.room), QUARTER));
      for (const place of crew.machines) {
        add('m', place, day, hours);
      }
      for (const place of crew.operators) {
        add('o', place, day, hours);
      }
      return hours;
    },
  };
};
