import { type CalendarDate, seasonOf } from '#shared/lib/dates.ts';

/** What the screen shows; all of it is in the address. */
export interface RepeatView {
  readonly tab: 'all' | 'notYet';
  /** The season to come, and the earlier one whose work is done again. */
  readonly season: string;
  readonly of: string;
  /** Null: all services. */
  readonly serviceTypeId: number | null;
}

/** How many seasons back one can look. */
const MOST_BACK = 5;

const yearsFrom = (season: string, years: number): string => String(Number(season) + years);

/** The seasons that can be made: this one, and the next, which is planned before it begins. */
export const seasonsToMake = (current: string): readonly [string, string] => [current, yearsFrom(current, 1)];

/** The seasons that can be done again, the latest first. */
export const seasonsBefore = (season: string): string[] => Array.from({ length: MOST_BACK }, (_, index) => yearsFrom(season, -1 - index));

/** The view of an address; what it does not say, or says wrongly, is as usual: this season as the one before. */
export const viewOf = (search: string, today: CalendarDate, seasonStart: CalendarDate | null): RepeatView => {
  const query = new URLSearchParams(search);
  const seasons = seasonsToMake(seasonOf(today, seasonStart));
  const season = seasons.find((each) => each === query.get('season')) ?? seasons[0];
  const before = seasonsBefore(season);
  const service = Number(query.get('service'));
  return {
    tab: query.get('tab') === 'notYet' ? 'notYet' : 'all',
    season,
    of: before.find((each) => each === query.get('of')) ?? yearsFrom(season, -1),
    serviceTypeId: Number.isSafeInteger(service) && service > 0 ? service : null,
  };
};

export const addressOf = ({ tab, season, of, serviceTypeId }: RepeatView): string => {
  const words = [
    ...(tab === 'all' ? [] : [['tab', tab]]),
    ['season', season],
    ['of', of],
    ...(serviceTypeId === null ? [] : [['service', String(serviceTypeId)]]),
  ];
  return `/jobs/repeat?${new URLSearchParams(words).toString()}`;
};
