import { ownNumbers, statsOf } from '#shared/domain/entry-stats.ts';
import { hintFinder } from '#shared/domain/find-hints.ts';
import { statsByKey } from '#shared/domain/hints.ts';
import { SLOWER } from './stage.ts';

/** As many as a device keeps. */
const ENTRIES = 3000;
const DAYS = 150;
const MACHINES = 20;

/** Twenty entries a day, each by a machine and person of its own. */
const entries = Array.from({ length: ENTRIES }, (_, place) => ({
  id: place + 1,
  date: new Date(Date.UTC(2026, 3, 1 + (place % DAYS))).toISOString().slice(0, 10),
  season: '2026',
  createdAt: new Date(Date.UTC(2026, 3, 1, 0, place)).toISOString(),
  createdBy: 1,
  jobId: 1 + (place % 40),
  customerId: 1 + (place % 40),
  serviceTypeId: 1 + (place % 5),
  equipmentIds: [1 + (Math.floor(place / DAYS) % MACHINES)],
  operatorIds: [1 + (Math.floor(place / DAYS) % MACHINES)],
  totalHours: 4 + (place % 9),
  fuel: (4 + (place % 9)) * (3 + (place % 3)),
  loads: 10 + (place % 7),
  customFieldValues: { Acres: 20 + (place % 11), Moisture: 14 + (place % 5) },
}));

/** How long the hints of one entry take among 3,000, in milliseconds of a phone. */
export const measureHints = (): number[] => {
  const own = ownNumbers(['Acres', 'Moisture'].map((name) => ({ name, fieldType: 'number', isSystem: false, summary: null })));
  const find = hintFinder({
    today: '2026-09-01',
    entries,
    own,
    stats: statsByKey(statsOf(entries, own)),
    jobs: new Map(Array.from({ length: 40 }, (_, place) => [place + 1, { createdAt: '2026-03-01T08:00:00.000Z' }])),
    hourServices: new Set([1, 2, 3, 4, 5]),
  });
  return entries.map((entry) => {
    const began = performance.now();
    find(entry);
    return (performance.now() - began) * SLOWER;
  });
};
