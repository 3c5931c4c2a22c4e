import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownNumbers, statsOf } from '#shared/domain/entry-stats.ts';
import { countSeasons, hintFinder } from '#shared/domain/find-hints.ts';
import { type Hint, HINT_KINDS } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { statsByKey } from '#shared/domain/hints.ts';

// Whatever is logged, in whatever order.

type Entry = HintedEntry & { readonly jobId: number };

const HAULING = 3;
const MACHINES = [70, 71, 72, 73];
const own = ownNumbers([{ name: 'Acres', fieldType: 'number', isSystem: false, summary: 'sum' }]);
const minutesOn = (minutes: number): string => new Date(Date.UTC(2026, 5, 30, 12) + minutes * 60_000).toISOString();

const usual: Entry = {
  id: 0,
  jobId: 1,
  date: '2026-06-10',
  season: '2026',
  createdAt: minutesOn(0),
  createdBy: 1,
  customerId: 5,
  serviceTypeId: HAULING,
  equipmentIds: [70],
  operatorIds: [30],
  totalHours: 8,
  fuel: 32,
  loads: 16,
  customFieldValues: { Acres: 40 },
};

/** Twenty days of each machine. */
const past = MACHINES.flatMap((machine) =>
  Array.from({ length: 20 }, (_, day) => ({
    ...usual,
    id: machine * 100 + day,
    jobId: 2,
    date: `2026-05-${10 + day}`,
    equipmentIds: [machine],
  })),
);

/** Within a quarter of what is usual. */
const normal = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    hours: fc.integer({ min: 24, max: 32 }),
    share: fc.double({ min: 0.75, max: 1.25, noNaN: true }),
    machine: fc.constantFrom(...MACHINES),
    operator: fc.integer({ min: 30, max: 33 }),
    customerId: fc.integer({ min: 5, max: 8 }),
  })
  .map(({ day, hours, share, machine, operator, customerId }): Entry => ({
    ...usual,
    date: `2026-06-${String(day).padStart(2, '0')}`,
    customerId,
    equipmentIds: [machine],
    operatorIds: [operator],
    totalHours: hours / 4,
    fuel: Math.round(hours * share * 100) / 100,
    loads: Math.round((hours / 2) * share),
    customFieldValues: { Acres: Math.round(hours * share * 125) / 100 },
  }));

const SLIPS: readonly Partial<Entry>[] = [
  { totalHours: 25 },
  { totalHours: 80 },
  { fuel: 320 },
  { fuel: 3.2 },
  { loads: 160 },
  { customFieldValues: { Acres: 400 } },
  { date: '2026-09-01' },
  { totalHours: null },
  { fuel: null },
];
const slipped = fc.tuple(normal, fc.constantFrom(...SLIPS)).map(([entry, slip]): Entry => ({ ...entry, ...slip }));

/** Normal ones, then slips, of which the last is always hinted at; each made a minute after the one before. */
const logged = fc
  .tuple(
    fc.array(normal, { minLength: 2, maxLength: 60 }),
    fc.array(slipped, { maxLength: 3 }),
    normal.map((entry) => [{ ...entry, fuel: 320 }]),
  )
  .map((parts) => parts.flat().map((entry, place): Entry => ({ ...entry, id: place + 1, createdAt: minutesOn(place) })));

const hintsAmong = (entries: readonly Entry[]) => {
  const find = hintFinder({
    today: '2026-07-02',
    entries,
    own,
    stats: statsByKey(statsOf([...past, ...entries], own)),
    jobs: new Map([[1, { createdAt: '2026-06-01T08:00:00.000Z' }]]),
    hourServices: new Set([HAULING]),
  });
  return new Map(entries.map((entry) => [entry.id, find(entry)]));
};

test('hints do not depend on the order in which entries came', () => {
  const shuffled = logged.chain((entries) =>
    fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })),
  );
  fc.assert(
    fc.property(shuffled, ([entries, mixed]) => {
      const found = hintsAmong(entries);
      expect(found.get(entries.length)).not.toEqual([]);
      expect([...hintsAmong(mixed)].toSorted(([one], [other]) => one - other)).toEqual([...found]);
    }),
  );
});

/** Of a day that is too long for the machine and for the person, the person's is said. */
const aboutWhat = ({ kind, measure }: Hint): string => `${kind === 'overlap' ? 'longDay' : kind} ${measure}`;

test('a normal entry never removes the hint of another one, whenever it is made', () => {
  fc.assert(
    fc.property(logged, normal, fc.nat({ max: 63 }), (entries, added, minute) => {
      const more = { ...added, id: 1000, createdAt: minutesOn(minute + 0.5) };
      const [before, after] = [hintsAmong(entries), hintsAmong([...entries, more])];
      fc.pre(after.get(more.id)?.length === 0);
      for (const [id, hints] of before) {
        const kept = new Set(after.get(id)?.map(aboutWhat));
        expect(hints.map(aboutWhat).filter((each) => !kept.has(each))).toEqual([]);
      }
    }),
  );
});

test('the strongest come first', () => {
  fc.assert(
    fc.property(logged, (entries) => {
      for (const hints of hintsAmong(entries).values()) {
        const strengths = hints.map(({ kind }) => HINT_KINDS.indexOf(kind));
        expect(strengths).toEqual(strengths.toSorted((one, other) => one - other));
      }
    }),
  );
});

test('the seasons of jobs are counted in the entries, unless they are known', () => {
  const entries = Array.from({ length: 4 }, (_, id): Entry => ({
    ...usual,
    id,
    season: id === 3 ? '2025' : '2026',
    equipmentIds: [70 + id],
  }));
  expect(countSeasons(entries)).toEqual(
    new Map([
      [
        1,
        new Map([
          ['2026', 3],
          ['2025', 1],
        ]),
      ],
    ]),
  );
  const sources = {
    today: '2026-07-02',
    entries,
    own,
    stats: new Map(),
    jobs: new Map([[1, { createdAt: '2026-06-01T08:00:00.000Z' }]]),
    hourServices: new Set([HAULING]),
  };
  const kindsOfLast = (more: object) => hintFinder({ ...sources, ...more })(entries[3] ?? usual).map(({ kind }) => kind);
  expect(kindsOfLast({})).toContain('otherSeason');
  expect(
    kindsOfLast({
      seasonsOfJobs: new Map([
        [
          1,
          new Map([
            ['2026', 9],
            ['2025', 8],
          ]),
        ],
      ]),
    }),
  ).not.toContain('otherSeason');
  expect(kindsOfLast({ jobs: new Map() })).not.toContain('otherSeason');
});
