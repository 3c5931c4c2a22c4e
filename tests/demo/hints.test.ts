import { describe, expect, test } from 'vitest';
import { measuresOf, ownNumbers, statsOf } from '#shared/domain/entry-stats.ts';
import { hintFinder } from '#shared/domain/find-hints.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { statsByKey } from '#shared/domain/hints.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { PROFILES } from '#demo/companies.ts';
import { generateOrganization } from '#demo/generate-organization.ts';
import type { DemoOrganization } from '#demo/organization.ts';
import { seededRandom } from '#tests/sim/seeded-random.ts';

// Hints against the three made-up companies: silent where nobody slipped, and not where somebody did (decision 0064).

const TODAY = '2026-09-18';
/** Slips in each direction, spread evenly over all numbers. */
const PLANTED = 1400;
/** How much numbers vary from entry to entry in addition to what is made up, as the deviation of their logarithms. */
const WILD = 0.25;

type Row = HintedEntry & { readonly jobId: number };
interface Noted {
  readonly row: Row;
  readonly measure: string;
  readonly value: number;
}

/** The entry with another number. */
const withNumber = (row: Row, measure: string, value: number): Row =>
  measure.startsWith('own:')
    ? { ...row, customFieldValues: { ...row.customFieldValues, [measure.slice('own:'.length)]: value } }
    : { ...row, [measure]: value };

/** What the program knows of made-up entries: places in lists stand for ids, which begin at one. */
const companyOf = ({ fields, services, jobs, entries }: DemoOrganization) => {
  const rows = entries.map((entry, place): Row => ({
    id: place + 1,
    date: entry.date,
    season: entry.season,
    createdAt: new Date(entry.at).toISOString(),
    createdBy: entry.by,
    jobId: entry.job + 1,
    customerId: (jobs[entry.job]?.customer ?? 0) + 1,
    serviceTypeId: entry.service + 1,
    equipmentIds: entry.machines.map((machine) => machine + 1),
    operatorIds: entry.operators.map((operator) => operator + 1),
    totalHours: entry.totalHours,
    fuel: entry.fuel,
    loads: entry.loads,
    customFieldValues: entry.customFieldValues,
  }));
  const own = ownNumbers(fields.map((field) => ({ ...field, summary: null })));
  const hours = fields.findIndex((field) => columnOf(field) === 'totalHours');
  const hourServices = new Set(services.flatMap((service, place) => (service.fields.includes(hours) ? [place + 1] : [])));
  const jobsById = new Map(jobs.map((job, place) => [place + 1, { createdAt: new Date(job.at).toISOString() }]));
  const numbers = rows.flatMap((row): Noted[] => measuresOf(row, own).map(({ measure, value }) => ({ row, measure, value })));
  const finderAmong = (all: readonly Row[]) =>
    hintFinder({ today: TODAY, entries: all, own, stats: statsByKey(statsOf(all, own)), jobs: jobsById, hourServices });
  return { rows, numbers, finderAmong, find: finderAmong(rows) };
};

const companies = PROFILES.map((profile) => companyOf(generateOrganization(7, TODAY, profile)));

const OF_NUMBERS = ['tooLong', 'decimalSlip', 'unlikeBefore'];

/** Kinds of hints, entry by entry. */
const kindsAmong = (change: (company: (typeof companies)[number]) => readonly Row[]): string[][] =>
  companies.flatMap((company) => {
    const rows = change(company);
    const find = company.finderAmong(rows);
    return rows.map((row) => find(row).map(({ kind }) => kind));
  });
const shareOf = (all: readonly (readonly string[])[], isMeant: (kind: string) => boolean): number =>
  all.filter((kinds) => kinds.some(isMeant)).length / all.length;

/** Every number of the company a little different, each by itself: made-up people are more regular than people. */
const varied = ({ rows, numbers }: (typeof companies)[number]): Row[] => {
  const random = seededRandom(11);
  const changed = new Map(rows.map((row) => [row.id, row]));
  for (const { row, measure, value } of numbers) {
    // Normally distributed (Box and Muller).
    const deviation = Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
    changed.set(row.id, withNumber(changed.get(row.id) ?? row, measure, value * Math.exp(WILD * deviation)));
  }
  return [...changed.values()];
};

describe('where nobody slipped', () => {
  test('at most 1 % of entries are hinted at for their numbers, and at most 2 % at all', () => {
    const kinds = kindsAmong(({ rows }) => rows);
    expect(kinds.length).toBeGreaterThan(10_000);
    expect(shareOf(kinds, (kind) => OF_NUMBERS.includes(kind))).toBeLessThanOrEqual(0.01);
    expect(shareOf(kinds, () => true)).toBeLessThanOrEqual(0.02);
  });

  test('neither where numbers vary more than made-up ones do', () => {
    // Days are left out: hours that vary like this no longer fit into them.
    expect(shareOf(kindsAmong(varied), (kind) => OF_NUMBERS.includes(kind))).toBeLessThanOrEqual(0.01);
  });
});

describe('where a decimal point slipped', () => {
  test.each([10, 0.1])('by a factor of %d, at least 98 % are found, and the right number is offered', (factor) => {
    const all = companies.flatMap((company) => company.numbers.map((number) => ({ company, ...number })));
    const planted = Array.from({ length: PLANTED }, (_, place) => all[Math.floor((place * all.length) / PLANTED)]);
    const outcomes = planted.flatMap((one) => {
      if (!one) {
        return [];
      }
      const { company, row, measure, value } = one;
      const hint = company
        .find(withNumber(row, measure, value * factor))
        .find((each) => each.measure === measure && OF_NUMBERS.includes(each.kind));
      const offered = hint?.suggestion ?? Number.NaN;
      return [{ isFound: hint !== undefined, isRight: Math.abs(offered / value - 1) < 1e-9 }];
    });
    expect(outcomes).toHaveLength(PLANTED);
    expect(outcomes.filter(({ isFound }) => isFound).length / PLANTED).toBeGreaterThanOrEqual(0.98);
    expect(outcomes.filter(({ isRight }) => isRight).length / PLANTED).toBeGreaterThanOrEqual(0.98);
  });
});
