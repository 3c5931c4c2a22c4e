import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { missingOf } from '#shared/domain/missing.ts';
import { renewAllIncomplete, renewIncomplete, renewIncompleteOf } from '#server/data/incomplete-entries.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import { dataString, type Member, pngBytes } from './world.ts';

let testApp: TestApp;
let boss: Member;
let jobId = 0;
let machines: number[] = [];
let operators: number[] = [];
let otherField = 0;

const run = <Row extends object>(text: string, values: readonly unknown[] = []) => testApp.db.query<Row>({ text, values });
const idsOf = async (text: string, values: readonly unknown[] = []): Promise<number[]> =>
  (await run<{ id: number }>(text, values)).map(({ id }) => id);

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  const customer = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Elm Grove Dairy' } });
  jobId = (await boss.ok(contract.jobs.create, { params: boss, body: { name: 'North silage', customerId: customer.id } })).id;
  machines = await idsOf(
    `insert into equipment (organization_id, name) select $1, 'Claas ' || i from generate_series(1, 3) i returning id`,
    [boss.orgId],
  );
  operators = await idsOf(
    `insert into employees (organization_id, first_name, last_name) select $1, 'Lu', 'Holm ' || i from generate_series(1, 3) i returning id`,
    [boss.orgId],
  );
  const [field] = await fieldsOf(await testApp.owner('Ortega Harvesting'));
  otherField = field?.id ?? 0;
});

afterAll(() => testApp.close());

const fieldsOf = (who: Member) => who.ok(contract.customDataFields.list, { params: who });
const get = (id: number) => boss.ok(contract.jobEntries.get, { params: { id } });
const listIds = async (query: Record<string, string>): Promise<number[]> =>
  (await boss.ok(contract.jobEntries.list, { params: boss, query })).map(({ id }) => id);

const NAMES = [
  'Fuel',
  'FUEL ',
  'billable HOURS',
  'constructor',
  'toString',
  'Notes 2',
  `Moisture "%" 'x'`,
  '[]',
  '$1',
  'Größe',
  ' ',
  'a.b',
];
const VALUES = [
  null,
  '',
  ' ',
  '\t\n',
  '\u00A0',
  '\uFEFF',
  '\u2003\u3000',
  '\u200B',
  '\u0085',
  '\u180E',
  '\u0001',
  'a',
  'Elm',
  'é',
  '[]',
  '[x',
  '0',
  ' x',
];

const arbitrary = fc.record({
  fields: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      fieldType: fc.constantFrom('number', 'text', 'select', 'attachment', 'boolean'),
      isActive: fc.boolean(),
      isDeleted: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 8, selector: ({ name }) => name.toLowerCase() },
  ),
  services: fc.array(
    fc.record({
      // Places among all fields.
      offers: fc.oneof(fc.uniqueArray(fc.nat({ max: 13 }), { maxLength: 14 }), fc.constant([...Array(14).keys()])),
      requires: fc.uniqueArray(fc.nat({ max: 13 }), { minLength: 2, maxLength: 14 }),
      machines: fc.integer({ min: 1, max: 4 }),
      isDeleted: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      service: fc.nat({ max: 3 }),
      equipmentIds: fc.array(fc.nat({ max: 2 }), { maxLength: 4 }),
      operatorIds: fc.array(fc.nat({ max: 2 }), { maxLength: 2 }),
      numbers: fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(null, 0, 1.5))),
      notes: fc.constantFrom(...VALUES),
      photos: fc.constantFrom([], ['x.png']),
      own: fc.dictionary(
        fc.constantFrom(...NAMES),
        fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(0, 1, false, true, [], [''], ['a'], {})),
      ),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

/** Writes them past the program, so that they may be as no form would make them. */
const write = async ({ fields, services, entries }: typeof arbitrary extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
  await run('delete from job_entries where organization_id = $1', [boss.orgId]);
  await run('delete from service_types where organization_id = $1', [boss.orgId]);
  await run('delete from custom_data_fields where organization_id = $1 and not is_system', [boss.orgId]);
  const fieldIds = await idsOf('select id from custom_data_fields where organization_id = $1 order by id', [boss.orgId]);
  for (const { name, fieldType, isActive, isDeleted } of fields) {
    fieldIds.push(
      ...(await idsOf(
        `insert into custom_data_fields (organization_id, name, field_type, is_active, deleted_at)
         values ($1, $2, $3, $4, case when $5 then now() end) returning id`,
        [boss.orgId, name, fieldType, isActive, isDeleted],
      )),
    );
  }
  const known = [...fieldIds, otherField, 2_000_000_000];
  const at = (places: readonly number[]) => places.map((place) => known[place % known.length]);
  const serviceIds: number[] = [];
  for (const { offers, requires, machines: count, isDeleted } of services) {
    serviceIds.push(
      ...(await idsOf(
        `insert into service_types (organization_id, name, custom_data_field_ids, required_field_ids, equipment_count, deleted_at)
         values ($1, 'Hauling', $2, $3, $4, case when $5 then now() end) returning id`,
        // The first one twice.
        [boss.orgId, at(offers), [...at(requires), ...at(requires.slice(0, 1))], count, isDeleted],
      )),
    );
  }
  for (const { service, equipmentIds, operatorIds, numbers, notes, photos, own } of entries) {
    await run(
      `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, equipment_ids, operator_ids, notes, photos,
                                custom_field_values, total_hours, billable_hours, fuel, loads)
       select $1, id, customer_id, $3, '2025-06-14', '2025', $4, $5, $6, $7, $8, $9, $10, $11, $12 from jobs where id = $2`,
      [
        boss.orgId,
        jobId,
        serviceIds[service % serviceIds.length],
        equipmentIds.map((place) => machines[place]),
        operatorIds.map((place) => operators[place]),
        notes,
        photos,
        JSON.stringify(own),
        ...numbers,
      ],
    );
  }
};

test('the database finds missing what the shared rule does, in every answer and in every list', async () => {
  let lacking = 0;
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(arbitrary, async (made) => {
      await write(made);
      const fields = await fieldsOf(boss);
      const services = new Map((await boss.ok(contract.serviceTypes.list, { params: boss })).map((service) => [service.id, service]));
      const listed = await boss.ok(contract.jobEntries.list, { params: boss });
      const expected = new Map(listed.map((entry) => [entry.id, missingOf(entry, services.get(entry.serviceTypeId), fields)]));
      const told = (entries: readonly JobEntry[]) => new Map(entries.map(({ id, missing }) => [id, missing]));
      expect(told(listed)).toEqual(expected);
      expect(told(await Promise.all(listed.map(({ id }) => get(id))))).toEqual(expected);
      const changed = await jobEntryData.listChanged({ db: testApp.db, orgId: boss.orgId, user: { id: 0 } } as never, [...expected.keys()]);
      expect(told(JSON.parse(`[${changed.items}]`) as JobEntry[])).toEqual(expected);

      const ctx = { db: testApp.db, orgId: boss.orgId };
      const incomplete = [...expected].filter(([, names]) => names.length > 0).map(([id]) => id);
      const noted = () => idsOf('select entry_id as id from incomplete_entries where organization_id = $1 order by 1', [boss.orgId]);
      const sorted = incomplete.toSorted((one, other) => one - other);
      await renewAllIncomplete(ctx);
      expect(await noted()).toEqual(sorted);
      await run('update incomplete_entries set entry_id = -entry_id where organization_id = $1', [boss.orgId]);
      await renewIncomplete(ctx, [...expected.keys()]);
      expect((await noted()).filter((id) => id > 0)).toEqual(sorted);
      await run('delete from incomplete_entries where organization_id = $1 and (entry_id < 0 or entry_id % 2 = 0)', [boss.orgId]);
      await renewIncompleteOf(ctx, [...services.keys()]);
      expect(await noted()).toEqual(sorted);
      for (const isFollowed of [true, false]) {
        for (const missing of [true, false]) {
          const { items } = await jobEntryData.listJson(ctx, { missing, isFollowed, limit: 50 });
          const ids = (JSON.parse(`[${items}]`) as JobEntry[]).map(({ id }) => id);
          expect(ids).toEqual(listed.map(({ id }) => id).filter((id) => incomplete.includes(id) === missing));
        }
      }
      lacking += incomplete.length;
      whole += expected.size - incomplete.length;
    }),
    { numRuns: sized({ push: 40, proofs: 400 }) },
  );
  expect(lacking).toBeGreaterThan(20);
  expect(whole).toBeGreaterThan(20);
});

describe('by the calls of the API', () => {
  let fields: Record<string, number> = {};
  const params = () => ({ orgId: boss.orgId });
  const makeField = async (name: string, fieldType: 'text' | 'number' | 'select' | 'attachment') =>
    (await boss.ok(contract.customDataFields.create, { params: params(), body: { name, fieldType } })).id;
  const makeService = (requiredFieldIds: number[], equipmentCount = 1) =>
    boss.ok(contract.serviceTypes.create, {
      params: params(),
      body: { name: `Service ${requiredFieldIds.join()}`, customDataFieldIds: requiredFieldIds, requiredFieldIds, equipmentCount },
    });
  const log = (serviceTypeId: number, body: object = {}) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-14', ...body } });
  const isListed = async (id: number) => {
    const [missing, whole] = [await listIds({ missing: 'true' }), await listIds({ missing: 'false' })];
    expect(missing.includes(id)).toBe(!whole.includes(id));
    return missing.includes(id);
  };

  beforeAll(async () => {
    await write({ fields: [], services: [], entries: [] });
    fields = Object.fromEntries((await fieldsOf(boss)).map(({ id, name }) => [name, id]));
    fields['Fuel'] = await makeField('Fuel', 'number');
    fields['Crop'] = await makeField('Crop', 'select');
    fields['Moisture'] = await makeField('Moisture', 'number');
    fields['Ticket'] = await makeField('Ticket', 'attachment');
  });

  test.each([
    ['Equipment', { equipmentIds: [0] }, { equipmentIds: [] }],
    ['Operator', { operatorIds: [0] }, { operatorIds: [] }],
    ['Hours', { totalHours: 0 }, { totalHours: null }],
    ['Loads', { loads: 3 }, { loads: null }],
    ['Notes', { notes: 'wet' }, { notes: ' ' }],
    ['Attachments', { photos: [dataString(pngBytes('gate'))] }, { photos: [] }],
    ['Fuel', { fuel: 0 }, { fuel: null }],
    ['Crop', { customFieldValues: { Crop: 'Corn' } }, { customFieldValues: { Crop: '' } }],
    ['Moisture', { customFieldValues: { Moisture: 0 } }, { customFieldValues: { Moisture: null } }],
    ['Ticket', { customFieldValues: { Ticket: [dataString(pngBytes('ticket'))] } }, { customFieldValues: {} }],
  ])('%s is missing until the entry holds it, and when it was taken away again', async (name, held, empty) => {
    const real = Object.fromEntries(
      Object.entries(held).map(([key, value]) => [
        key,
        key === 'equipmentIds' ? [machines[0]] : key === 'operatorIds' ? [operators[0]] : value,
      ]),
    );
    const service = await makeService([fields[name] ?? 0]);
    const entry = await log(service.id);
    expect([entry.missing, (await get(entry.id)).missing, await isListed(entry.id)]).toEqual([[name], [name], true]);
    const filled = await boss.ok(contract.jobEntries.update, { params: { id: entry.id }, body: real });
    expect([filled.missing, (await get(entry.id)).missing, await isListed(entry.id)]).toEqual([[], [], false]);
    const emptied = await boss.ok(contract.jobEntries.update, { params: { id: entry.id }, body: empty });
    expect([emptied.missing, await isListed(entry.id)]).toEqual([[name], true]);
    expect((await log(service.id, real)).missing).toEqual([]);
  });

  test('as many different machines as the service takes', async () => {
    for (const [count, ids, isMissing] of [
      [2, [0], true],
      [2, [0, 1], false],
      [3, [0, 1], true],
      [3, [0, 1, 2], false],
      [1, [], true],
    ] as const) {
      const service = await makeService([fields['Equipment'] ?? 0], count);
      const { id, missing } = await log(service.id, { equipmentIds: ids.map((place) => machines[place]) });
      expect([count, ids, missing, (await get(id)).missing]).toEqual([
        count,
        ids,
        isMissing ? ['Equipment'] : [],
        isMissing ? ['Equipment'] : [],
      ]);
    }
    const twice = await makeService([fields['Equipment'] ?? 0], 2);
    const { id } = await log(twice.id, { equipmentIds: [machines[0], machines[1]] });
    await run('update job_entries set equipment_ids = array[$2, $2]::int[] where id = $1', [id, machines[0]]);
    expect((await get(id)).missing).toEqual(['Equipment']);
  });

  test('several, in the order of the fields', async () => {
    const service = await makeService(['Moisture', 'Fuel', 'Loads', 'Equipment', 'Crop'].map((name) => fields[name] ?? 0));
    expect((await log(service.id)).missing).toEqual(['Equipment', 'Loads', 'Fuel', 'Crop', 'Moisture']);
    const { id } = await log(service.id, { fuel: 1, customFieldValues: { Crop: 'Corn' } });
    expect((await get(id)).missing).toEqual(['Equipment', 'Loads', 'Moisture']);
  });

  test('what a service begins to ask for is missing in the next list, and no longer when it stops', async () => {
    const service = await makeService([fields['Notes'] ?? 0]);
    const entry = await log(service.id, { notes: 'wet' });
    const other = await log((await makeService([fields['Notes'] ?? 0])).id, { notes: 'wet' });
    expect(await isListed(entry.id)).toBe(false);
    const asking = [fields['Notes'] ?? 0, fields['Fuel'] ?? 0];
    const change = (body: object) => boss.ok(contract.serviceTypes.update, { params: { id: service.id }, body });
    await change({ customDataFieldIds: asking, requiredFieldIds: asking });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([true, ['Fuel']]);
    expect(await isListed(other.id)).toBe(false);
    await change({ requiredFieldIds: [fields['Notes'] ?? 0] });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([false, []]);
    await change({ customDataFieldIds: asking, requiredFieldIds: asking });
    // A field that nobody fills in any more, and one with another name.
    await boss.ok(contract.customDataFields.update, { params: { id: fields['Fuel'] ?? 0 }, body: { isActive: false } });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([false, []]);
    await boss.ok(contract.customDataFields.update, { params: { id: fields['Fuel'] ?? 0 }, body: { isActive: true } });
    expect(await isListed(entry.id)).toBe(true);
    const field = await makeField('Tons', 'number');
    await change({ customDataFieldIds: [field], requiredFieldIds: [field] });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([true, ['Tons']]);
    await boss.ok(contract.customDataFields.update, { params: { id: field }, body: { name: 'Short tons' } });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([true, ['Short tons']]);
    await change({ customDataFieldIds: asking, requiredFieldIds: asking });
    expect(await isListed(entry.id)).toBe(true);
    await boss.ok(contract.serviceTypes.remove, { params: { id: service.id } });
    expect([await isListed(entry.id), (await get(entry.id)).missing]).toEqual([false, []]);
  });

  test('an entry that moves to a service that asks for more, goes and comes back', async () => {
    const [little, much] = [await makeService([]), await makeService([fields['Fuel'] ?? 0])];
    const { id } = await log(little.id);
    expect(await isListed(id)).toBe(false);
    await boss.ok(contract.jobEntries.update, { params: { id }, body: { serviceTypeId: much.id, date: '2025-06-20' } });
    expect(await isListed(id)).toBe(true);
    await boss.ok(contract.jobEntries.remove, { params: { id } });
    expect(await listIds({ missing: 'true' })).not.toContain(id);
    const [deletion] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1', action: 'delete' } });
    await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: deletion?.id ?? 0 } });
    expect(await isListed(id)).toBe(true);
  });

  test('of another organization nothing is listed, nor does it count', async () => {
    const other = await testApp.owner('Meadow Works');
    expect(await other.ok(contract.jobEntries.list, { params: other, query: { missing: 'true' } })).toEqual([]);
    expect((await boss.send('GET', `/api/organizations/${other.orgId}/job-entries?missing=true`)).status).toBe(404);
  });

  test('a batch of new entries answers what each of them lacks', async () => {
    const [one, other] = [await makeService([fields['Hours'] ?? 0]), await makeService([fields['Fuel'] ?? 0, fields['Crop'] ?? 0])];
    const entry = (body: object) => ({
      key: randomUUID(),
      method: 'POST' as const,
      path: `/api/jobs/${jobId}/entries`,
      body: { date: '2025-06-14', ...body },
    });
    const writes = [
      entry({ serviceTypeId: one.id }),
      entry({ serviceTypeId: other.id, customFieldValues: { Crop: 'Corn' } }),
      entry({ serviceTypeId: one.id, totalHours: 1 }),
    ];
    const { answers } = await boss.ok(contract.batches.send, { params: params(), body: { writes } });
    expect(answers.map(({ body }) => (body as JobEntry).missing)).toEqual([['Hours'], ['Fuel'], []]);
  });
});
