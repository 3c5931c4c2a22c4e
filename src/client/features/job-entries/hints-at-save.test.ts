import { expect, test } from 'vitest';
import { type CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { EntryStat } from '#shared/domain/entry-stats.ts';
import { hintKey } from '#shared/domain/hints.ts';
import { hintsAtSave, type KnownHere, type Noted } from '#client/features/job-entries/hints-at-save.ts';

const [TRUCK, HAULING, DANA] = [7, 3, 21];

const stat = (measure: string, median: number): EntryStat => ({
  equipmentId: TRUCK,
  serviceTypeId: HAULING,
  measure,
  of: 40,
  n: 40,
  median,
});
const field = (id: number, name: string): CustomDataField => ({ id, name, fieldType: 'number', isSystem: true }) as CustomDataField;

const known: KnownHere = {
  today: '2026-07-02',
  now: '2026-07-02T18:00:00.000Z',
  seasonStart: null,
  sameDay: [],
  ofJob: [],
  job: { createdAt: '2026-05-01T08:00:00.000Z' },
  stats: [stat('totalHours', 8), stat('fuel', 4)],
  fields: [field(1, 'Hours'), field(2, 'Fuel')],
  fieldIds: [1, 2],
};

/** An entry of an ordinary day, about to be saved. */
const noted: Noted = {
  body: { date: '2026-07-02', serviceTypeId: HAULING, equipmentIds: [TRUCK], operatorIds: [DANA], totalHours: 8, fuel: 32 },
  entry: null,
  jobId: 5,
  customerId: 6,
  userId: 1,
};
const withBody = (changed: Partial<Noted['body']>): Noted => ({ ...noted, body: { ...noted.body, ...changed } });
/** The same, as this device has it already. */
const { entry: twin } = hintsAtSave(noted, { ...known, now: '2026-07-02T12:00:00.000Z' });
const saved = { ...twin, id: 90, jobId: 5, hintsAccepted: [] };
const kindsOf = (one: Noted, more: Partial<KnownHere> = {}) => hintsAtSave(one, { ...known, ...more }).hints.map(({ kind }) => kind);

test('nothing is said about an ordinary day', () => {
  expect(kindsOf(noted)).toEqual([]);
});

test('a slip is said with the number that was meant', () => {
  expect(hintsAtSave(withBody({ fuel: 320 }), known).hints).toMatchObject([{ kind: 'decimalSlip', suggestion: 32 }]);
});

test('what is not filled in yet is not missed', () => {
  expect(kindsOf(withBody({ fuel: null }))).toEqual([]);
  expect(kindsOf(withBody({ totalHours: null }))).toEqual([]);
});

test('at most two, the strongest first', () => {
  expect(kindsOf(withBody({ totalHours: 25, fuel: 1000, date: '2026-07-09' }))).toEqual(['tooLong', 'decimalSlip']);
});

test('what was logged already is said about the new entry, even if the clock of this device is behind', () => {
  expect(kindsOf(noted, { sameDay: [saved] })).toEqual(['duplicate']);
  expect(kindsOf(noted, { sameDay: [{ ...saved, createdAt: '2026-07-03T00:00:00.000Z' }] })).toEqual(['duplicate']);
});

test('an entry that is changed is not its own twin', () => {
  expect(kindsOf({ ...noted, entry: saved }, { sameDay: [saved], ofJob: [saved] })).toEqual([]);
});

test('a season unlike those of the rest of the job is said, also where a change moves the entry there', () => {
  const ofJob = [91, 92, 93].map((id) => ({ ...saved, id, date: '2025-07-02', season: '2025', createdAt: '2025-07-02T12:00:00.000Z' }));
  const job = { createdAt: '2025-05-01T08:00:00.000Z' };
  expect(kindsOf(noted, { ofJob, job })).toEqual(['otherSeason']);
  expect(kindsOf({ ...noted, entry: { ...saved, season: '2025' } }, { ofJob: [...ofJob, { ...saved, season: '2025' }], job })).toEqual([
    'otherSeason',
  ]);
});

test('what is right goes with the number that it was said about', () => {
  const slip = withBody({ fuel: 320 });
  const accepted = hintsAtSave(slip, known).hints.map(hintKey);
  expect(kindsOf(withBody({ fuel: 320, hintsAccepted: accepted }))).toEqual([]);
  expect(kindsOf(withBody({ fuel: 330, hintsAccepted: accepted }))).toEqual(['decimalSlip']);
  expect(kindsOf({ ...slip, entry: { ...saved, hintsAccepted: accepted } })).toEqual([]);
});
