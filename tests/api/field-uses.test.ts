import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import { deleteAt, kindOf, undoDeletion } from './kinds.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const isHeld = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);

/** How often each field is used, counted from what everyone can read. */
const recount = async (boss: Member): Promise<Record<string, number>> => {
  const fields = await boss.ok(contract.customDataFields.list, { params: boss });
  const services = await boss.ok(contract.serviceTypes.list, { params: boss });
  const entries = await boss.ok(contract.jobEntries.list, { params: boss });
  return Object.fromEntries(
    fields.map((field) => {
      const column = columnOf(field);
      const holds = (entry: JobEntry) =>
        isHeld(column === null ? new Map(Object.entries(entry.customFieldValues)).get(field.name) : entry[column]);
      const offering = services.filter(({ customDataFieldIds }) => customDataFieldIds.includes(field.id)).length;
      return [field.name, offering + entries.filter(holds).length];
    }),
  );
};

const counted = async (boss: Member): Promise<Record<string, number>> =>
  Object.fromEntries((await boss.ok(contract.customDataFields.list, { params: boss })).map(({ name, usageCount }) => [name, usageCount]));

/** What the table of counters says of the organization, and what a count of all entries says. */
const counters = async (boss: Member) => {
  const stored = await testApp.db.query<{ key: string; uses: number }>({
    text: 'select key, uses from field_uses where organization_id = $1 and uses <> 0 order by key',
    values: [boss.orgId],
  });
  const entries = await boss.ok(contract.jobEntries.list, { params: boss });
  const uses = new Map<string, number>();
  const add = (key: string) => uses.set(key, (uses.get(key) ?? 0) + 1);
  for (const entry of entries) {
    for (const column of ['equipmentIds', 'operatorIds', 'totalHours', 'billableHours', 'fuel', 'loads', 'notes', 'photos'] as const) {
      if (isHeld(entry[column])) {
        add(`column:${column}`);
      }
    }
    for (const [name, value] of Object.entries(entry.customFieldValues)) {
      if (isHeld(value)) {
        add(`name:${name}`);
      }
    }
  }
  const byKey = (left: { key: string }, right: { key: string }) => (left.key < right.key ? -1 : 1);
  return { stored: stored.toSorted(byKey), expected: [...uses].map(([key, count]) => ({ key, uses: count })).toSorted(byKey) };
};

interface State {
  readonly boss: Member;
  readonly world: World;
  readonly fields: readonly number[];
  readonly entries: number[];
  readonly jobs: number[];
  readonly gone: { readonly kind: 'job' | 'job_entry' | 'service_type'; readonly id: number }[];
}

const NAMES = ['Moisture', 'moisture', 'Fuel', 'fuel', 'Billable Hours', 'Crop', 'constructor', 'x%_"y'] as const;
const value = fc.option(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('wet', '')), { nil: null, freq: 3 });
const body = fc.record(
  {
    totalHours: fc.option(fc.nat(9), { nil: null }),
    fuel: fc.option(fc.nat(9), { nil: null }),
    billableHours: fc.option(fc.nat(9), { nil: null }),
    notes: fc.constantFrom('', ' ', 'wet'),
    customFieldValues: fc.dictionary(fc.constantFrom(...NAMES), value),
  },
  { requiredKeys: [] },
);

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(from.length, 1)];

type Step = (state: State) => Promise<unknown>;

const log = fc.tuple(fc.nat(), body).map(([index, given]): Step => async ({ boss, world, jobs, entries }) => {
  const jobId = pick(jobs, index) ?? world.jobId;
  const answer = await boss.send('POST', `/api/jobs/${jobId}/entries`, {
    serviceTypeId: world.serviceTypeId,
    date: '2025-06-20',
    ...given,
  });
  if (answer.status === 201) {
    entries.push((answer.body as { id: number }).id);
  }
});
const correct = fc.tuple(fc.nat(), body).map(
  ([index, given]): Step =>
    ({ boss, world, entries }) =>
      boss.send('PATCH', `/api/job-entries/${pick(entries, index) ?? world.entryId}`, given),
);
const remove = (kind: State['gone'][number]['kind'], from: (state: State) => readonly number[]) =>
  fc.nat().map((index): Step => async (state) => {
    const id = pick(from(state), index);
    if (id !== undefined && (await deleteAt(state.boss, kindOf(kind), id)).status === 204) {
      state.gone.push({ kind, id });
    }
  });
const undo = fc.nat().map((index): Step => async ({ boss, gone }) => {
  const which = pick(gone, index);
  // Some cannot come back at the moment; what counts is that the counters know whether they did.
  return which && undoDeletion(boss, kindOf(which.kind), which.id);
});
const rename = fc.tuple(fc.nat(), fc.constantFrom(...NAMES), fc.constantFrom('text' as const, 'number' as const, undefined)).map(
  ([index, name, fieldType]): Step =>
    ({ boss, fields }) =>
      boss.send('PATCH', `/api/custom-data-fields/${pick(fields, index)}`, { name, fieldType }),
);
const offer = fc.nat(3).map(
  (count): Step =>
    ({ boss, world, fields }) =>
      boss.send('PATCH', `/api/service-types/${world.serviceTypeId}`, { customDataFieldIds: fields.slice(0, count) }),
);

const step = fc.oneof(
  { weight: 4, arbitrary: log },
  { weight: 3, arbitrary: correct },
  { weight: 2, arbitrary: remove('job_entry', ({ entries }) => entries) },
  { weight: 1, arbitrary: remove('job', ({ jobs }) => jobs) },
  { weight: 3, arbitrary: undo },
  { weight: 4, arbitrary: rename },
  { weight: 1, arbitrary: offer },
);

test('the counts stay those of a recount, whatever happens to entries, jobs, services and fields', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
      const boss = await testApp.owner();
      const world = await buildWorld(boss);
      const fields = [world.fieldId];
      for (const name of ['Fuel', 'Crop']) {
        fields.push((await boss.ok(contract.customDataFields.create, { params: boss, body: { name, fieldType: 'number' } })).id);
      }
      const state: State = { boss, world, fields, entries: [], jobs: [world.jobId, await world.fresh.job()], gone: [] };
      for (const each of steps) {
        await each(state);
      }
      const { stored, expected } = await counters(boss);
      expect(stored).toEqual(expected);
      expect(await counted(boss)).toEqual(await recount(boss));
    }),
    { numRuns: sized({ push: 8, proofs: 25 }) },
  );
}, 120_000);

test('a value that is empty counts under no name, also after its field was renamed', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId, fieldId } = await buildWorld(boss);
  const customFieldValues = { Moisture: null };
  await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', customFieldValues } });
  const renamed = await boss.ok(contract.customDataFields.update, { params: { id: fieldId }, body: { name: 'Water' } });
  expect(renamed.usageCount).toBe(0);
  expect((await deleteAt(boss, kindOf('custom_data_field'), fieldId)).status).toBe(204);
});
